import { z } from 'zod'
import { reportedFamilies } from '../../names/families.ts'

/** Subject of the event by which reports follow documents. Clients do not see it. */
export const DOCUMENTS_CHANGED = 'documents.changed'

const version = z.int()

/** An order without its lines. `party` is its vendor or customer; `due` is when it is expected, or to be shipped. */
const OrderPayload = z.object({
  family: z.enum(reportedFamilies),
  number: z.string(),
  version,
  party: z.string(),
  ordered: z.iso.datetime(),
  due: z.iso.datetime().nullable(),
})
export type OrderPayload = z.output<typeof OrderPayload>

/** Units of an order's line: `done` are received or shipped, `open` are still expected or still to be shipped. */
const OrderLinePayload = z.object({
  family: z.enum(reportedFamilies),
  number: z.string(),
  lineNo: z.int(),
  version,
  /** Whether the document was given another number: there is no such line any more. */
  removed: z.literal(true).optional(),
  partNo: z.int(),
  shortID: z.string(),
  wid: z.int(),
  units: z.number(),
  done: z.number(),
  open: z.number(),
  /** Units that wait for stock, and those of them that were allocated before and lost. */
  backordered: z.number().optional(),
  lost: z.number().optional(),
  /** Price of a unit; null if the order does not say one. */
  price: z.number().nullable(),
})
export type OrderLinePayload = z.output<typeof OrderLinePayload>

/** A line of a count that was posted. */
const CountLinePayload = z.object({
  number: z.string(),
  lineNo: z.int(),
  partNo: z.int(),
  wid: z.int(),
  expected: z.number(),
  counted: z.number(),
  /** Mean cost of a unit that was expected; null if none has a price. */
  unitCost: z.number().nullable(),
  /** Of the entry that posted the difference; null if there was none, or all of it lay at another spot. */
  reasonCode: z.int().nullable(),
})
export type CountLinePayload = z.output<typeof CountLinePayload>

/** Documents and lines after a transaction that changed them, each as a whole. */
export const DocumentPayload = z.object({
  orders: z.array(OrderPayload),
  lines: z.array(OrderLinePayload),
  counted: z.array(CountLinePayload),
})
export type DocumentPayload = z.output<typeof DocumentPayload>
