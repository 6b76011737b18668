import { z } from 'zod'
import { id, optional, requiredText, sixDecimals, text, units } from '../core/fields.ts'
import { dayOrMoment } from '../dates/date-fields.ts'
import {
  inputLine,
  lineNo,
  namedLines,
  newOrderNo,
  oneOf,
  orderNo,
  priority,
  shortText,
} from '../documents/document-inputs.ts'
import { changedLineInput, changedLines, newLines, orderLineInput } from './order-fields.ts'

const allocations = ['none', 'soft', 'lots'] as const
export type Allocation = (typeof allocations)[number]
/** Most lines that one request packs, unpacks or ships. */
export const MAX_SHIPPED_LINES = 100

export const createInput = z.object({
  soNo: newOrderNo('ShippingOrder', 'order'),
  customer: requiredText(128).meta({ description: 'ShortID or exact name of an active customer' }),
  orderDate: optional(dayOrMoment('named')).meta({ description: 'Now by default' }),
  shipDate: optional(dayOrMoment('named')).meta({ description: 'Planned date of shipment' }),
  priority: priority('Priority, 0 by default'),
  allocate: oneOf(allocations, 'soft (default): units of any lot; lots: of single lots; none: not yet'),
  shortage: oneOf(
    ['backorder', 'partial', 'reject'],
    'If there is less stock: the rest waits (backorder, default), is canceled (partial), or the order is refused (reject)',
  ),
  lines: newLines(orderLineInput()),
})
export type ShippingOrderInput = z.output<typeof createInput>

export const soNo = { soNo: orderNo('order') }
export const updateInput = z.object({
  ...soNo,
  shipDate: optional(dayOrMoment('named')).meta({ description: 'Planned date of shipment' }),
  priority: priority('Priority'),
  lines: changedLines(changedLineInput('Quantity ordered, not below what is shipped, packed or canceled')),
})
export type ShippingOrderChanges = z.output<typeof updateInput>

const shippedLines = <T extends z.ZodType<{ lineNo: number }>>(line: T) => namedLines(MAX_SHIPPED_LINES, line)
const ofLot = {
  lineNo: lineNo(),
  units: units().meta(sixDecimals('Quantity')),
  recno: optional(id()).meta({ description: 'The lot' }),
  package: shortText('Name of the package'),
}
const packedLine = inputLine({
  ...ofLot,
  short: optional(text(255)).meta({ description: 'Reason of a short pick: the rest of the line is backordered' }),
})
const onlyNumber = inputLine({ lineNo: lineNo() })
export const packInput = z.object({ ...soNo, lines: shippedLines(packedLine) })
export const unpackInput = z.object({ ...soNo, lines: shippedLines(inputLine(ofLot)) })
export const shipInput = z.object({
  ...soNo,
  tracking: shortText('Tracking number'),
  lines: optional(shippedLines(onlyNumber)).meta({
    description: 'Lines whose packed units are shipped; all by default',
  }),
})
export const allocateInput = z.object({
  ...soNo,
  lines: optional(shippedLines(onlyNumber)).meta({ description: 'Lines to allocate; all by default' }),
})
export type PackInput = z.output<typeof packInput>
export type UnpackInput = z.output<typeof unpackInput>
export type ShipInput = z.output<typeof shipInput>
export type AllocateInput = z.output<typeof allocateInput>
