import { z } from 'zod'
import { ItemSnapshot } from './catalog.ts'

const stockChanged = z.object({
  transactionNo: z.int(),
  partNo: z.int(),
  shortID: z.string(),
  wids: z.array(z.int()),
  at: z.string(),
})

/** Every event: the subject it is published under, and its shape. Published at least once, in no promised order. */
export const events = {
  'catalog.item.changed': ItemSnapshot,
  'inventory.received': stockChanged,
  'inventory.moved': stockChanged,
  'inventory.issued': stockChanged,
  'inventory.held': stockChanged,
  'inventory.released': stockChanged,
  'inventory.reversed': stockChanged,
} as const

export type EventSubject = keyof typeof events
export type EventPayload<S extends EventSubject> = z.output<(typeof events)[S]>
