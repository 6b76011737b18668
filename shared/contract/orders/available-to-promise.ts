import { z } from 'zod'
import { atpKeys, families } from '../../names/families.ts'
import { permissions } from '../core/access.ts'
import { id, integerText, listOf, namedRecord, optional, requiredText, sixDecimals, units } from '../core/fields.ts'
import type { Spec } from '../core/operation.ts'
import { dayOrMoment } from '../dates/date-fields.ts'

/** Days that are looked ahead: by default, and at most. */
export const DEFAULT_HORIZON_DAYS = 30
export const MAX_HORIZON_DAYS = 180
/** Most sources and most overdue lines that are named. */
export const MAX_SOURCES = 500

const day = (description: string) => z.string().meta({ description, format: 'date' })
const quantity = (description: string) => z.number().meta({ description })

const Source = z.object({
  date: day('The day on which it counts').nullable(),
  kind: z
    .enum([...atpKeys, 'otherSystem'])
    .meta({ description: 'The kind of order; otherSystem for a line that another order system states' }),
  reference: z.string().meta({ description: 'Number of the order' }),
  line: z.int().meta({ description: 'Number of the line' }),
  units: quantity('Quantity; negative for demand'),
})
export type Source = z.output<typeof Source>

/** Permissions that show orders, besides that of the operation. */
const readers = atpKeys
  .map((key) => permissions[families[key].reads[0]])
  .filter((permission) => permission !== permissions.itemMasterList)

const AvailableToPromise = namedRecord('AvailableToPromise', 'How much of an item can be promised, and when', {
  itemID: z.string().meta({ description: 'Item SKU' }),
  wid: z.int().meta({ description: 'Warehouse id' }),
  from: day('First day'),
  to: day('Last day, the horizon'),
  available: quantity('Quantity available now, without lots that have expired'),
  rows: listOf(
    z.object({
      date: day('The day, in the time zone of the warehouse'),
      supply: quantity('Quantity that purchase orders bring on this day'),
      demand: quantity('Quantity that orders need on this day and that is not yet committed'),
      projected: quantity('Quantity available at the end of the day'),
      atp: quantity('Quantity that can be promised on this day: the least projected one from it to the horizon'),
    }),
    'The first day, and each later one with supply or demand; until the next row nothing changes',
  ),
  sources: listOf(
    Source,
    `What the rows add up, by day, of orders that the client may read (${readers.join(', ')}); the first ` +
      `${MAX_SOURCES}`,
  ),
  overdue: listOf(Source, 'Supply that is overdue, or expected on no known day: it is not promised'),
  units: z.number().nullable().meta({ description: 'The units that the request asks about; null without them' }),
  earliest: day('The first day on which these units can be promised; null if there is none').nullable(),
})
export type AvailableToPromise = z.output<typeof AvailableToPromise>

/** What can be promised (docs/orders.md#available-to-promise). */
export const availableToPromise = {
  getAvailableToPromise: {
    summary: 'Get how much of an item in a warehouse can be promised from which day on',
    route: 'GET /Inventory/ATP',
    command: 'item promise',
    access: permissions.itemMasterList,
    effect: 'read',
    warehouses: ['wid'],
    input: z.object({
      itemID: requiredText(64).meta({ description: 'ShortID or alias of an item' }),
      wid: integerText(id()).meta({ description: 'Warehouse id' }),
      from: optional(dayOrMoment('reported')).meta({
        description: 'First day, in the time zone of the warehouse; today by default, and for days before',
      }),
      to: optional(dayOrMoment('reported', 'from')).meta({
        description:
          `Last day: ${DEFAULT_HORIZON_DAYS} days from the first one by default, at most ` +
          `${MAX_HORIZON_DAYS} from today`,
      }),
      units: optional(decimalText()).meta(sixDecimals('Quantity whose earliest day is wanted')),
    }),
    output: AvailableToPromise,
    example: { itemID: 'BOLT-M6-30', wid: 1, units: 100 },
  },
} as const satisfies Record<string, Spec>

/** A quantity in a query; a number is accepted, so that parsing can be repeated. */
function decimalText() {
  return z.preprocess(
    (value) => (typeof value === 'string' && /^\s*\d+(\.\d+)?\s*$/.test(value) ? Number(value) : value),
    units(),
  )
}
