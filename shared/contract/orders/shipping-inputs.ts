import { z } from 'zod'
import { dateTime, id, optional, requiredText, sixDecimals, text, units } from '../core/fields.ts'
import {
  changedLineInput,
  changedLines,
  EACH,
  eachOnce,
  lineNo,
  newLines,
  newOrderNo,
  oneOf,
  orderLineInput,
  orderNo,
} from './order-fields.ts'

const allocations = ['none', 'soft', 'lots'] as const
export type Allocation = (typeof allocations)[number]
/** Most lines that one request packs, unpacks or ships. */
export const MAX_SHIPPED_LINES = 100

export const createInput = z.object({
  soNo: newOrderNo('ShippingOrder', 'order'),
  customer: requiredText(128).meta({ description: 'ShortID or exact name of an active customer' }),
  orderDate: optional(dateTime()).meta({ description: 'Now by default' }),
  shipDate: optional(dateTime()).meta({ description: 'Planned date of shipment' }),
  priority: optional(id()).meta({ description: 'Priority, 0 by default; a higher number comes first' }),
  allocate: oneOf(allocations, 'soft (default): units of any lot; lots: of single lots; none: not yet'),
  shortage: oneOf(
    ['backorder', 'partial', 'reject'],
    'If there is less stock: the rest waits (backorder, default), is canceled (partial), or the order is refused (reject)',
  ),
  lines: newLines(orderLineInput()),
})
export type ShippingOrderInput = z.output<typeof createInput>

export const order = { soNo: orderNo('order') }
export const updateInput = z.object({
  ...order,
  shipDate: optional(dateTime()).meta({ description: 'Planned date of shipment' }),
  priority: optional(id()).meta({ description: 'Priority; a higher number comes first' }),
  lines: changedLines(changedLineInput('Quantity ordered, not below what is shipped, packed or canceled')),
})
export type ShippingOrderChanges = z.output<typeof updateInput>

/** Lines of a request that works on the lines of an order; each at most once. */
const workLines = <T extends z.ZodType<{ lineNo: number }>>(line: T) =>
  z
    .array(line, 'must be an array.')
    .min(1, 'must have at least one line.')
    .max(MAX_SHIPPED_LINES, `must have at most ${MAX_SHIPPED_LINES} lines.`)
    .check(eachOnce())
    .meta({ description: `1 to ${MAX_SHIPPED_LINES} lines, each once` })
const ofLot = {
  lineNo: lineNo(),
  units: units().meta(sixDecimals('Quantity')),
  recno: optional(id()).meta({ description: 'The lot' }),
  package: optional(text(64)).meta({ description: 'Name of the package' }),
}
const onlyNumber = z.object({ lineNo: lineNo() }, EACH)
export const packInput = z.object({
  ...order,
  lines: workLines(
    z.object(
      {
        ...ofLot,
        short: optional(text(255)).meta({ description: 'Reason of a short pick: the rest of the line is backordered' }),
      },
      EACH,
    ),
  ),
})
export const unpackInput = z.object({ ...order, lines: workLines(z.object(ofLot, EACH)) })
export const shipInput = z.object({
  ...order,
  tracking: optional(text(64)).meta({ description: 'Tracking number' }),
  lines: optional(workLines(onlyNumber)).meta({ description: 'Lines whose packed units are shipped; all by default' }),
})
export const allocateInput = z.object({
  ...order,
  lines: optional(workLines(onlyNumber)).meta({ description: 'Lines to allocate; all by default' }),
})
export type PackInput = z.output<typeof packInput>
export type UnpackInput = z.output<typeof unpackInput>
export type ShipInput = z.output<typeof shipInput>
export type AllocateInput = z.output<typeof allocateInput>
