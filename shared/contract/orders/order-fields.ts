import { z } from 'zod'
import { dateTime, id, integerText, optional, requiredText, sixDecimals, text, units } from '../core/fields.ts'
import { pageQuery } from '../core/paging.ts'

/** Most orders on a page (docs/interface.md#limits). */
export const MAX_ORDER_PAGE_SIZE = 50
/** Most lines of one order. */
export const MAX_LINES = 500
const MAX_LINE_NO = 999_999

/** What names a record in a path. The path with `All` is that of the list. */
export const pathText = () => requiredText(64).refine((value) => value !== 'All', 'must not be All.')

export const orderNo = (what: string) => pathText().meta({ description: `Number of the ${what}` })

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
type OneName<L extends TwoNames> = Omit<L, 'shortID' | 'itemID' | 'warehouse' | 'wid'> & {
  readonly shortID: string
  readonly warehouse: number
}

/** The item and the warehouse have two names each in a request; one of them is required, and both must agree. */
function toOneName<L extends TwoNames>(line: L, context: z.RefinementCtx): OneName<L> {
  const { shortID, itemID, warehouse, wid, ...rest } = line
  const refuse = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
  const item = shortID || itemID
  if (!item) refuse('shortID', 'is required.')
  if (shortID && itemID && shortID !== itemID) refuse('itemID', 'must be the same as shortID.')
  const place = warehouse ?? wid
  if (place === undefined) refuse('warehouse', 'is required.')
  if (warehouse !== undefined && wid !== undefined && warehouse !== wid) refuse('wid', 'must be the same as warehouse.')
  return { ...rest, shortID: item ?? '', warehouse: place ?? 0 }
}

/** A line of an order in a request, with more fields of its kind. Parsing a parsed line again changes nothing. */
export const orderLineInput = <T extends z.ZodRawShape = Record<never, never>>(more?: T) =>
  z
    .object({ ...lineFields, ...(more as T) }, 'must be an array of objects.')
    // The type of an object with unknown further fields hides the known ones.
    .transform((line, context) => toOneName(line as typeof line & TwoNames, context))

const atMostMaxLines = <T extends z.ZodType>(line: T) =>
  z.array(line, 'must be an array.').max(MAX_LINES, `must have at most ${MAX_LINES} lines.`)

/** The lines of a new order. */
export const newLines = <T extends z.ZodType>(line: T) =>
  atMostMaxLines(line)
    .min(1, 'must have at least one line.')
    .meta({ description: `1 to ${MAX_LINES} lines` })

/** The lines to change or to add of an order that exists. */
export const changedLines = <T extends z.ZodType>(line: T) =>
  optional(atMostMaxLines(line)).meta({ description: 'Lines to change, and lines to add; others stay as they are' })

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
