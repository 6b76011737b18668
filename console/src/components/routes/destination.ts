import type { LinkProps, NavigateOptions } from '@tanstack/react-router'
import type { Permission } from '../../api/access/permissions.ts'
import type { Session } from '../../api/http/session.ts'
import type { IconName } from '../icons.tsx'

/** A screen that is led to by its name. */
export interface Destination {
  readonly to: NonNullable<LinkProps['to']>
  readonly label: string
  readonly icon: IconName
  readonly needs?: Permission | readonly Permission[]
  readonly isShown?: (session: Session) => boolean
  /** Typed after `g`, it opens the screen. */
  readonly key?: string
  /** Its list leads to it, so that the menu need not. */
  readonly isBesideMenu?: true
}

/** Records that a search finds by their keys, and the screens about them. */
export interface Family {
  readonly group: string
  readonly icon: IconName
  readonly wayTo: (key: string) => NavigateOptions
  readonly destinations: readonly Destination[]
}
