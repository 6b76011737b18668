import { z } from 'zod'
import { id, optional, sixDecimals, units } from '../core/fields.ts'
import { dayOrMoment } from '../dates/date-fields.ts'
import {
  atMostLines,
  datedPeriod,
  documentQuery,
  eachOnce,
  inputLine,
  lineNo,
  shortText,
  someLines,
  warehouseFilter,
} from '../documents/document-inputs.ts'
import { lineItem, quantity } from '../documents/document-records.ts'

export { MAX_ORDER_PAGE_SIZE, orderNo } from '../documents/document-inputs.ts'

export const MAX_LINES = 500

/** The sort that puts the most urgent orders first. */
export const DUE_SORT = 'due'

/**
 * Query fields of every list of orders; the arguments are the fields that `dueBefore`, `startDate` and
 * `endDate` compare with.
 */
export const orderQuery = (due: string, startDate: string, endDate = startDate) => ({
  ...documentQuery(),
  sort: documentQuery().sort.meta({
    description:
      `Field to sort by, in any case; an unknown field is ignored. ${DUE_SORT}: open orders before closed ones, those ` +
      `with ${due} before those without, the soonest first`,
  }),
  ...datedPeriod(`orders with ${startDate}`, `orders with ${endDate}`),
  dueBefore: optional(dayOrMoment('beforeDate')).meta({
    description: `Only orders that are not closed and whose ${due} is before this day or moment: those that are late`,
  }),
  shortID: shortText('Only orders with a line of this item'),
  warehouse: warehouseFilter('Only orders with a line of this warehouse'),
})

const lineFields = {
  lineNo: optional(lineNo()),
  shortID: shortText('ShortID or alias of an item; required, unless itemID is given'),
  itemID: shortText('The same as shortID'),
  units: units().meta(sixDecimals('Quantity ordered')),
  warehouse: optional(id()).meta({ description: 'Warehouse id; required, unless wid is given' }),
  wid: optional(id()).meta({ description: 'The same as warehouse' }),
}

export interface TwoNames {
  readonly shortID?: string | undefined
  readonly itemID?: string | undefined
  readonly warehouse?: number | undefined
  readonly wid?: number | undefined
}

/** A line as handlers receive it: one name for the item, one for the warehouse. */
type OneName<L extends TwoNames> = Omit<L, keyof TwoNames> & { readonly shortID: string; readonly warehouse: number }
/** As `OneName`; a line that exists need not repeat them. */
type AtMostOneName<L extends TwoNames> = Omit<L, keyof TwoNames> & Pick<TwoNames, 'shortID' | 'warehouse'>

/** The item and the warehouse have two names each in a request, which must agree. */
function agreedNames({ shortID, itemID, warehouse, wid }: TwoNames, context: z.RefinementCtx) {
  if (shortID && itemID && shortID !== itemID) refuse(context, 'itemID', 'must be the same as shortID.')
  if (warehouse !== undefined && wid !== undefined && warehouse !== wid)
    refuse(context, 'wid', 'must be the same as warehouse.')
  return { item: shortID || itemID, inWarehouse: warehouse ?? wid }
}

function toOneName<L extends TwoNames>(line: L, context: z.RefinementCtx): OneName<L> {
  const { shortID, itemID, warehouse, wid, ...rest } = line
  const { item, inWarehouse } = agreedNames({ shortID, itemID, warehouse, wid }, context)
  if (!item) refuse(context, 'shortID', 'is required.')
  if (inWarehouse === undefined) refuse(context, 'warehouse', 'is required.')
  return { ...rest, shortID: item ?? '', warehouse: inWarehouse ?? 0 }
}

function toAtMostOneName<L extends TwoNames>(line: L, context: z.RefinementCtx): AtMostOneName<L> {
  const { shortID, itemID, warehouse, wid, ...rest } = line
  const { item, inWarehouse } = agreedNames({ shortID, itemID, warehouse, wid }, context)
  return { ...rest, ...(item && { shortID: item }), ...(inWarehouse !== undefined && { warehouse: inWarehouse }) }
}

const refuse = (context: z.RefinementCtx, field: string, message: string) =>
  context.addIssue({ code: 'custom', path: [field], message })

/** A line of an order in a request, with more fields of its kind. Parsing a parsed line again changes nothing. */
export const orderLineInput = <T extends z.ZodRawShape = Record<never, never>>(more?: T) =>
  inputLine({ ...lineFields, ...(more as T) })
    // The type of an object with unknown further fields hides the known ones.
    .transform((line, context) => toOneName(line as typeof line & TwoNames, context))

/** A line of a change: one that exists is changed; one that does not is added, and then needs what a new line needs. */
export const changedLineInput = <T extends z.ZodRawShape = Record<never, never>>(orderedUnits: string, more?: T) =>
  inputLine({
    ...lineFields,
    lineNo: lineNo(),
    shortID: shortText('ShortID or alias of an item; of a new line'),
    warehouse: optional(id()).meta({ description: 'Warehouse id; of a new line' }),
    units: optional(units()).meta(sixDecimals(orderedUnits)),
    ...(more as T),
  })
    // As above.
    .transform((line, context) => toAtMostOneName(line as typeof line & TwoNames & { lineNo: number }, context))

export const newLines = <T extends z.ZodType>(line: T) => someLines(MAX_LINES, line)

/** The lines to change or to add of an order that exists. */
export const changedLines = <T extends z.ZodType<{ lineNo: number }>>(line: T) =>
  optional(atMostLines(MAX_LINES, line).check(eachOnce())).meta({
    description: 'Lines to change, and lines to add, each once; others stay as they are',
  })

/** Fields that lines of every kind of order share (docs/decisions/documents.md#46). */
export const lineRecord = {
  ...lineItem,
  units: quantity('Quantity ordered'),
}
export const lineWarehouse = {
  warehouse: z.int().meta({ description: 'Warehouse id' }),
  warehouseName: z.string().meta({ description: 'Warehouse name' }),
}
