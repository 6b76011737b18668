import type { z } from 'zod'
import { ItemSnapshot } from '../catalog/catalog.ts'
import { changeEvents, publisherOfChange } from '../notifications/changes.ts'

/** Every event: the subject that it is published under, and its shape. Published at least once, in no promised order. */
export const events = {
  'catalog.item.changed': ItemSnapshot,
  ...changeEvents,
} as const

export type EventSubject = keyof typeof events
export type EventPayload<S extends EventSubject> = z.output<(typeof events)[S]>

/** The service that publishes an event: its kind of change names it; the other subjects begin with it. */
export const publisherOf = (subject: string): string => publisherOfChange(subject) ?? subject.replace(/\..*/, '')
