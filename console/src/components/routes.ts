import {
  createRootRoute,
  type LinkProps,
  lazyRouteComponent,
  type NavigateOptions,
  useRouter,
} from '@tanstack/react-router'
import { useCallback } from 'react'
import { isDayName } from '../../../shared/day.ts'
import type { Session } from '../api/http/session.ts'
import type { Permission } from '../api/permissions.ts'
import type { IconName } from './icons.tsx'

/** What the app shows around each screen. */
export const root = createRootRoute()

/** The address of a screen, its name, and its file, which is read when it is opened first. */
export const at = <const Path extends string, Name extends string>(
  path: Path,
  name: Name,
  load: () => Promise<{ readonly [One in Name]: () => void }>,
) => ({ getParentRoute: () => root, path, component: lazyRouteComponent(load, name) })

/** Reads a parameter of an address; undefined if it is not of the kind. */
type Parameter<Value> = (given: unknown) => Value | undefined

type SearchOf<Values> = { readonly [Name in keyof Values]?: Values[Name] | undefined }

/** The parameters of an address that a screen knows. */
export const searchOf =
  <Values extends object>(parameters: { readonly [Name in keyof Values]: Parameter<Values[Name]> }) =>
  (given: Record<string, unknown>): SearchOf<Values> => {
    const values: { [Name in keyof Values]?: Values[Name] | undefined } = {}
    for (const name in parameters) values[name] = parameters[name](given[name])
    return values
  }

export const number: Parameter<number> = (given) => {
  const value = typeof given === 'string' && given !== '' ? Number(given) : given
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}

/** A text of digits comes as a number, because addresses are read as JSON. */
export const text: Parameter<string> = (given) =>
  typeof given === 'string' || typeof given === 'number' ? String(given) : undefined

export const day: Parameter<string> = (given) =>
  typeof given === 'string' && isDayName(given) && !Number.isNaN(Date.parse(given)) ? given : undefined

export const oneOf =
  <const Value>(values: readonly Value[]): Parameter<Value> =>
  (given) =>
    values.find((value) => value === given)

/** Texts and numbers of any name: the service knows them, and no screen. */
export const anything = (given: Record<string, unknown>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => ['string', 'number'].includes(typeof value)))

/** What forms about stock begin with. */
export const forStock = searchOf({ itemID: text, wid: number })

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

/** Whether a path is still the page's address. What settles later must not lead back a person who has left the screen. */
export function useIsOn(): (path: string) => boolean {
  const { history, basepath } = useRouter()
  return useCallback((path) => history.location.pathname === `${basepath}${path}`, [history, basepath])
}
