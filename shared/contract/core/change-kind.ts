import type { z } from 'zod'
import type { Permission, WarehouseScope } from './access.ts'

/**
 * Changes whose data has one shape. A kind in the list of notifications/change-kinds.ts is all that it takes: the feed,
 * the events and messages of webhooks, and the OpenAPI and AsyncAPI documents are derived from it.
 */
export interface ChangeKind<
  T extends string = string,
  E extends z.ZodType = z.ZodType,
  D extends z.ZodType = z.ZodType,
  I extends z.ZodObject = z.ZodObject,
> {
  /** The schema's name in the OpenAPI document. */
  readonly name: string
  readonly description: string
  /** The service that publishes the events. */
  readonly publisher: string
  /** The permission that shows these changes, besides that of the feed. */
  readonly access: Permission
  /** The types of changes, which are the subjects of the events. */
  readonly types: readonly T[]
  /** The data in the event. */
  readonly event: E
  /** The data that clients get. */
  readonly data: D
  /** The part of an event's data that is visible in a scope. */
  visible(event: z.output<E>, scope: WarehouseScope): z.output<D>
  /** The fields that identify the records: the data that a webhook with payload mode `id` gets. */
  readonly ids: I
  /** Without it, these fields of the data. */
  toIds?(data: z.output<D>): z.output<I>
}

/** Infers the types of a kind. */
export const changeKind = <const T extends string, E extends z.ZodType, D extends z.ZodType, I extends z.ZodObject>(
  kind: ChangeKind<T, E, D, I>,
) => kind

/** The same of a kind whose event and whose data, in every scope, are one. */
export const wholeChange = <const T extends string, D extends z.ZodType, I extends z.ZodObject>(
  kind: Omit<ChangeKind<T, D, D, I>, 'event' | 'visible'>,
) => changeKind<T, D, D, I>({ ...kind, event: kind.data, visible: (data) => data })
