import type { z } from 'zod'
import { ItemSnapshot } from './catalog/records.ts'
import { feedEvents, publisherOfChange } from './notifications/changes.ts'

/**
 * Schema of each event's payload, by the subject that it is published under. Events are published at least once, in any
 * order.
 */
export const events = {
  'catalog.item.changed': ItemSnapshot,
  ...feedEvents,
} as const

/**
 * Queues of events; the first part of each name is the service whose processes take from it, or put into it what they
 * cannot handle.
 */
export const eventQueues = {
  items: 'inventory.items',
  /** Of versions before 2.0, which may run beside this one: it is emptied. */
  allocator: 'inventory.allocator',
  changes: 'notifications.changes',
  itemDeadLetters: 'inventory.items.dead-letter',
  allocatorDeadLetters: 'inventory.allocator.dead-letter',
  changeDeadLetters: 'notifications.changes.dead-letter',
} as const

const DEAD_LETTERS = '.dead-letter'
/** Where the events of a queue are put that cannot be handled. */
export const deadLetterQueueOf = (queue: string) => `${queue}${DEAD_LETTERS}`
export const isDeadLetterQueue = (queue: string) => queue.endsWith(DEAD_LETTERS)

export type EventSubject = keyof typeof events
export type EventPayload<S extends EventSubject> = z.output<(typeof events)[S]>

/** Name of the service that publishes an event: from its kind of change, otherwise the first part of the subject. */
export const publisherOf = (subject: string): string => publisherOfChange(subject) ?? subject.replace(/\..*/, '')
