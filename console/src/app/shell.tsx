import { AppShell, Burger, Group, Text } from '@mantine/core'
import { useDisclosure, useNetwork } from '@mantine/hooks'
import { Link, Outlet, useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useSession } from '../api/session-context.ts'
import { Icon, Mark } from '../components/icons.tsx'
import { RouteAnchor, RouteNavLink } from '../components/links.tsx'
import { StateBadge } from '../components/lot-state.tsx'
import { useIsPhone } from '../device/use-is-phone.ts'
import { useKeptWrites, useOutbox } from '../outbox/use-outbox.ts'
import { Account } from './account.tsx'
import { groupsFor } from './destinations.ts'
import { SearchField } from './search-field.tsx'

/** Navigation, account, and the screen of the address. */
export function Shell() {
  const [isOpen, { toggle, close }] = useDisclosure(false)
  // The header of a phone has no space for it.
  const isPhone = useIsPhone()
  const path = useRouterState({ select: (state) => state.location.pathname })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the menu of a small window closes when the screen changes
  useEffect(close, [path])
  return (
    <AppShell
      header={{ height: 48 }}
      navbar={{ width: 208, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
      padding={{ base: 'sm', sm: 'md' }}
    >
      <a className="skip" href="#screen">
        Skip to content
      </a>
      <AppShell.Header>
        <Group h="100%" px="sm" justify="space-between" wrap="nowrap">
          <Group gap="xs" wrap="nowrap" style={{ flexShrink: 0 }}>
            <Burger opened={isOpen} onClick={toggle} hiddenFrom="sm" size="sm" aria-label="Menu" />
            <Link
              to="/"
              aria-label="Inventory"
              style={{ display: 'flex', alignItems: 'center', gap: 10, color: 'inherit', textDecoration: 'none' }}
            >
              <Mark size={24} />
              <Text fw={600} visibleFrom="xs">
                Inventory
              </Text>
            </Link>
          </Group>
          <SearchField />
          {!isPhone && <OutboxNote />}
          <Account />
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="xs" bg="var(--surface)" style={{ overflowY: 'auto' }}>
        <Navigation />
      </AppShell.Navbar>
      <AppShell.Main id="screen" tabIndex={-1}>
        {isPhone && <OutboxNote />}
        <Outlet />
      </AppShell.Main>
    </AppShell>
  )
}

function Navigation() {
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

/** Whether there is signal, and how many writes wait for it or were refused. */
function OutboxNote() {
  useOutbox()
  const { online } = useNetwork()
  const writes = useKeptWrites()
  const [waiting = 0, refused = 0] = (['waiting', 'refused'] as const).map(
    (state) => writes.filter((one) => one.state === state).length,
  )
  const saved = online
    ? `${waiting} not sent yet`
    : `${waiting} ${waiting === 1 ? 'change' : 'changes'} saved on this device`
  const counts = [waiting > 0 && saved, refused > 0 && `${refused} refused`].filter(Boolean).join(', ')
  return (
    <output style={{ display: 'flex', gap: 8, alignItems: 'center', flexShrink: 0 }}>
      {!online && <StateBadge colour="var(--ink-warn)">Offline</StateBadge>}
      {writes.length > 0 && (
        <RouteAnchor to="/outbox" size="sm">
          {counts || 'All sent'}
        </RouteAnchor>
      )}
    </output>
  )
}
