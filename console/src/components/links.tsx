import { Anchor, type AnchorProps, Button, type ButtonProps, Group, NavLink, type NavLinkProps } from '@mantine/core'
import { createLink, type LinkProps } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, ReactNode, Ref } from 'react'
import { may, type Permission } from '../api/permissions.ts'
import { useSession } from '../api/session-context.ts'

type Native = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'style' | 'color' | 'content'> & {
  readonly ref?: Ref<HTMLAnchorElement>
}

/** Mantine's anchors, buttons and navigation entries as links of the router, whose addresses are checked. */
export const RouteAnchor = createLink((props: AnchorProps & Native) => <Anchor {...props} />)
export const RouteButton = createLink((props: ButtonProps & Native) => (
  <Button component="a" size="xs" variant="default" {...props} />
))
export const RouteNavLink = createLink(({ children, ...props }: NavLinkProps & Native & { label?: ReactNode }) => (
  <NavLink component="a" {...props} label={children} />
))

/** A screen to which another leads whoever has one of the permissions. */
export interface AllowedLink {
  readonly needs: readonly Permission[]
  readonly to: NonNullable<LinkProps['to']>
  readonly name: string
}

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
