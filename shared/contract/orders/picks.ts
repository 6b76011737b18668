import { z } from 'zod'
import { toNumberList } from '../../names/number-list.ts'
import { permissions } from '../core/access.ts'
import { listOf, namedRecord, requiredText } from '../core/fields.ts'
import type { Spec } from '../core/operation.ts'
import { lineItem, quantity } from '../documents/document-records.ts'
import { lotExpiry } from '../inventory/records/records.ts'
import { lineWarehouse } from './order-fields.ts'
import { ShippingOrder } from './shipping-orders.ts'

export const MAX_PICKED_ORDERS = 20
/** Most lines with committed units of all orders of a list. */
export const MAX_PICKED_LINES = 500
const MAX_NUMBER = 64

const isList = (orders: string) => {
  const numbers = toNumberList(orders)
  const isShort = numbers.every(({ length }) => length <= MAX_NUMBER)
  return isShort && numbers.length > 0 && numbers.length <= MAX_PICKED_ORDERS
}

const committedLine = { soNo: ShippingOrder.shape.soNo, ...lineItem, ...lineWarehouse }
const lot = { recNo: z.int().meta({ description: 'Record number of the lot' }) }

const ListedPick = namedRecord('ListedPick', 'Units of a lot that are to be packed for a line of a shipping order', {
  ...committedLine,
  aliases: z.array(z.string()).meta({ description: 'Other names of the item, which its labels may have' }),
  spot: z.string().meta({ description: "Bin; '' for none" }),
  ...lot,
  serial: z.string().meta({ description: 'Serial or lot number' }),
  serial2: z.string().nullable().meta({ description: 'Secondary serial' }),
  ...lotExpiry,
  units: quantity('Quantity to take from the lot'),
})
export type ListedPick = z.output<typeof ListedPick>

const UnpickedLine = namedRecord('UnpickedLine', 'Committed units of a line that no lot serves', {
  ...committedLine,
  units: quantity('Quantity that cannot be packed'),
  lots: listOf(
    z.object({ ...lot, reason: z.string().meta({ description: 'on hold, expired, …' }) }),
    'Lots of the item that may not be packed, and why; none if the others are promised or packed',
  ),
})
export type UnpickedLine = z.output<typeof UnpickedLine>

const PickList = namedRecord('PickList', 'What is committed to shipping orders, in the sequence of a walk', {
  value: listOf(ListedPick, 'By warehouse, by bin as people number them (A-2 before A-10), by item'),
  unpicked: listOf(UnpickedLine, 'Lines whose lots do not suffice'),
  orders: z.array(ShippingOrder).meta({ description: 'The orders that were named' }),
})
export type PickList = z.output<typeof PickList>

/** What a picker takes from where (docs/orders.md#picking). */
export const picks = {
  listPicks: {
    summary: 'List from which bins and lots the committed units of shipping orders would be packed now',
    description:
      'Chooses lots as `POST /ShippingOrder/{soNo}/Pack` does, for all lines of the orders together; nothing is ' +
      'changed or promised. Pack a pick with its `lineNo`, `units` and, as `recno`, its `recNo`.',
    route: 'GET /ShippingOrder/Picks',
    access: permissions.readShippingOrders,
    effect: 'read',
    input: z.object({
      orders: requiredText(MAX_PICKED_ORDERS * (MAX_NUMBER + 2))
        .refine(isList, `must be the numbers of at most ${MAX_PICKED_ORDERS} orders, separated by commas.`)
        .meta({ description: `Numbers of 1 to ${MAX_PICKED_ORDERS} shipping orders, separated by commas` }),
    }),
    output: PickList,
    messages: {
      not_found: ['There is no shipping order SO-4711.'],
      conflict: [`There are 730 lines to pick, a list has at most ${MAX_PICKED_LINES}: name fewer orders.`],
    },
    timeoutMs: 15_000,
    example: { orders: 'SO-DEMO-01' },
  },
} as const satisfies Record<string, Spec>
