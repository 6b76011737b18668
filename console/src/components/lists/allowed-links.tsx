import { Group } from '@mantine/core'
import type { LinkProps } from '@tanstack/react-router'
import { may, type Permission } from '../../api/access/permissions.ts'
import { useSession } from '../../api/access/session-context.ts'
import { RouteButton } from '../links.tsx'

/** A screen to which another leads whoever has one of the permissions. */
export interface AllowedLink {
  readonly needs: readonly Permission[]
  readonly to: NonNullable<LinkProps['to']>
  readonly name: string
}

/** The links that the client may follow. */
export function AllowedLinks({ of: links }: { readonly of: readonly AllowedLink[] }) {
  const session = useSession()
  return (
    <Group gap="xs">
      {links
        .filter(({ needs }) => needs.some((permission) => may(session, permission)))
        .map(({ to, name }) => (
          <RouteButton key={name} to={to}>
            {name}
          </RouteButton>
        ))}
    </Group>
  )
}
