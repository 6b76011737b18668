import { Anchor, type AnchorProps, Button, type ButtonProps, NavLink, type NavLinkProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, ReactNode, Ref } from 'react'

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
