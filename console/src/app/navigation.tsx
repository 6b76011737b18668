import { Text } from '@mantine/core'
import { useSession } from '../api/access/session-context.ts'
import { Icon } from '../components/icons.tsx'
import { RouteNavLink } from '../components/links.tsx'
import { groupsFor } from './palette/destinations.ts'

/** What the client may see or do. */
export function Navigation() {
  const session = useSession()
  return (
    <nav aria-label="Screens">
      {groupsFor(session).map(({ title, entries }) => (
        <div key={title}>
          <Text size="xs" c="dimmed" px="sm" pt="xs" pb={2}>
            {title}
          </Text>
          {entries
            .filter(({ isBesideMenu }) => !isBesideMenu)
            .map(({ to, label, icon }) => (
              <RouteNavLink
                key={to}
                to={to}
                leftSection={<Icon of={icon} />}
                activeOptions={{ exact: to === '/' }}
                activeProps={{ active: true }}
              >
                {label}
              </RouteNavLink>
            ))}
        </div>
      ))}
    </nav>
  )
}
