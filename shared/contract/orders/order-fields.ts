import { z } from 'zod'
import { across, dateTime, id, integerText, optional, requiredText, sixDecimals, text, units } from '../core/fields.ts'
import { newName } from '../core/identifiers.ts'
import { pageQuery } from '../core/paging.ts'

/** Most orders on a page (docs/interface.md#limits). */
export const MAX_ORDER_PAGE_SIZE = 50
/** Most lines of one order. */
export const MAX_LINES = 500
const MAX_LINE_NO = 999_999

/** What names a record in a path. The path with `All` is that of the list. */
export const pathText = () => requiredText(64).refine((value) => value !== 'All', 'must not be "All".')

export const orderNo = (what: string) => pathText().meta({ description: `Number of the ${what}` })

/** The number that a client gives to an order, transit or count of a family that it makes. */
export const newOrderNo = (family: string, what: string) =>
  optional(newName(family)).meta({ description: `Number of the ${what}, assigned if it is not given` })

export const lineNo = () =>
  z
    .int('must be an integer.')
    .min(1, 'must be 1 or greater.')
    .max(MAX_LINE_NO, `must be at most ${MAX_LINE_NO}.`)
    .meta({ description: 'Number of the line, unique within the order; the next free one by default' })

/** Query fields of every list of orders; `startDate` and `endDate` say what they compare with. */
export const orderQuery = (startDate: string, endDate: string) => ({
  ...pageQuery(MAX_ORDER_PAGE_SIZE),
  startDate: optional(dateTime()).meta({ description: `Only orders with ${startDate} at this moment or later` }),
  endDate: optional(dateTime()).meta({ description: `Only orders with ${endDate} at this moment or earlier` }),
  shortID: optional(text(64)).meta({ description: 'Only orders with a line of this item' }),
  warehouse: optional(integerText(id())).meta({ description: 'Only orders with a line of this warehouse' }),
})

/** Query fields of the lists below an order, such as its lines. */
export const partsQuery = () => pageQuery(MAX_ORDER_PAGE_SIZE)

/** An optional filter or field with one of the given values. */
export const oneOf = <const T extends readonly [string, ...string[]]>(values: T, description: string) =>
  optional(z.enum(values, `must be one of ${values.join(', ')}.`)).meta({ description })

const lineFields = {
  lineNo: optional(lineNo()),
  shortID: optional(text(64)).meta({ description: 'ShortID or alias of an item; required, unless itemID is given' }),
  itemID: optional(text(64)).meta({ description: 'The same as shortID' }),
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
  return { item: shortID || itemID, place: warehouse ?? wid }
}

function toOneName<L extends TwoNames>(line: L, context: z.RefinementCtx): OneName<L> {
  const { shortID, itemID, warehouse, wid, ...rest } = line
  const { item, place } = agreedNames({ shortID, itemID, warehouse, wid }, context)
  if (!item) refuse(context, 'shortID', 'is required.')
  if (place === undefined) refuse(context, 'warehouse', 'is required.')
  return { ...rest, shortID: item ?? '', warehouse: place ?? 0 }
}

function toAtMostOneName<L extends TwoNames>(line: L, context: z.RefinementCtx): AtMostOneName<L> {
  const { shortID, itemID, warehouse, wid, ...rest } = line
  const { item, place } = agreedNames({ shortID, itemID, warehouse, wid }, context)
  return { ...rest, ...(item && { shortID: item }), ...(place !== undefined && { warehouse: place }) }
}

const refuse = (context: z.RefinementCtx, field: string, message: string) =>
  context.addIssue({ code: 'custom', path: [field], message })

/** Message for a line that is no object. */
export const EACH = 'must be an array of objects.'

/** A line of an order in a request, with more fields of its kind. Parsing a parsed line again changes nothing. */
export const orderLineInput = <T extends z.ZodRawShape = Record<never, never>>(more?: T) =>
  z
    .object({ ...lineFields, ...(more as T) }, EACH)
    // The type of an object with unknown further fields hides the known ones.
    .transform((line, context) => toOneName(line as typeof line & TwoNames, context))

/** A line of a change: one that exists is changed; one that does not is added, and then needs what a new line needs. */
export const changedLineInput = <T extends z.ZodRawShape = Record<never, never>>(quantity: string, more?: T) =>
  z
    .object(
      {
        ...lineFields,
        lineNo: lineNo(),
        shortID: optional(text(64)).meta({ description: 'ShortID or alias of an item; of a new line' }),
        warehouse: optional(id()).meta({ description: 'Warehouse id; of a new line' }),
        units: optional(units()).meta(sixDecimals(quantity)),
        ...(more as T),
      },
      EACH,
    )
    // As above.
    .transform((line, context) => toAtMostOneName(line as typeof line & TwoNames & { lineNo: number }, context))

/** Each line at most once. */
export const eachOnce = () =>
  across<{ readonly lineNo: number }[]>(({ value, issues }) => {
    if (!Array.isArray(value)) return
    const numbers = value.map((one): unknown => Object(one).lineNo)
    for (const [index, number] of numbers.entries())
      if (number !== undefined && numbers.indexOf(number) < index)
        issues.push({ code: 'custom', path: [index, 'lineNo'], message: 'must be unique.', input: value })
  })

const atMostMaxLines = <T extends z.ZodType>(line: T) =>
  z.array(line, 'must be an array.').max(MAX_LINES, `must have at most ${MAX_LINES} lines.`)

/** The lines of a new order. */
export const newLines = <T extends z.ZodType>(line: T) =>
  atMostMaxLines(line)
    .min(1, 'must have at least one line.')
    .meta({ description: `1 to ${MAX_LINES} lines` })

/** The lines to change or to add of an order that exists. */
export const changedLines = <T extends z.ZodType<{ lineNo: number }>>(line: T) =>
  optional(atMostMaxLines(line).check(eachOnce())).meta({
    description: 'Lines to change, and lines to add, each once; others stay as they are',
  })

/** Fields that lines of every kind of order share (docs/decisions.md#46). */
export const lineRecord = {
  lineNo: z.int().meta({ description: 'Number of the line' }),
  shortID: z.string().meta({ description: 'Item SKU' }),
  description: z.string().meta({ description: 'Item description' }),
  units: z.number().meta({ description: 'Quantity ordered' }),
}
export const lineWarehouse = {
  warehouse: z.int().meta({ description: 'Warehouse id' }),
  warehouseName: z.string().meta({ description: 'Warehouse name' }),
}
