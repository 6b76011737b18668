import { parseDecimal } from '../parse-decimal.ts'
import { readSheet } from './sheet.ts'

/** A line of a new order or slip. */
export interface OrderedLine {
  readonly itemID: string
  readonly units: number
  readonly price?: number
  /** Its own; absent: that of the order. */
  readonly warehouse?: number
}

/** Most lines of one order (docs/interface.md#limits). */
export const MAX_LINES = 500

/** How a row of a sheet is read: the line, or what is wrong with it. */
export interface ReadLine {
  /** The row of the text. */
  readonly at: number
  readonly itemID: string
  readonly units: string
  readonly price: string
  readonly warehouse: string
  readonly line: OrderedLine | undefined
  readonly fault: string | undefined
}

interface Reading {
  /** Reads a number as the person writes it. */
  readonly parse?: (typed: string) => number | undefined
  /** Absent: a price is not looked at. */
  readonly hasPrice?: boolean
  /** The number of a warehouse that is named by its number or name. Absent: a warehouse is not looked at. */
  readonly findWarehouse?: (typed: string) => number | undefined
}

/** The lines of a text, each with what is wrong with it. */
export const readLines = (text: string, reading: Reading = {}): ReadLine[] => {
  const { parse = parseDecimal, hasPrice = false, findWarehouse } = reading
  return readSheet(text).rows.map(({ at, cells }) => {
    const { item: itemID = '', units = '' } = cells
    const price = hasPrice ? (cells.price ?? '') : ''
    const warehouse = findWarehouse ? (cells.warehouse ?? '') : ''
    const [read, cost] = [parse(units), price === '' ? undefined : parse(price)]
    const wid = warehouse === '' ? undefined : findWarehouse?.(warehouse)
    const fault =
      itemID === ''
        ? 'The item is missing'
        : read === undefined
          ? `The units are no number: ${units || 'blank'}`
          : read === 0
            ? 'The units must be more than 0'
            : price !== '' && cost === undefined
              ? `The price is no number: ${price}`
              : warehouse !== '' && wid === undefined
                ? `You have no such warehouse: ${warehouse}`
                : undefined
    const own = { ...(cost !== undefined && { price: cost }), ...(wid !== undefined && { warehouse: wid }) }
    const line = fault === undefined && read !== undefined ? { itemID, units: read, ...own } : undefined
    return { at, itemID, units, price, warehouse, line, fault }
  })
}

/** The lines of a text; undefined if there is none, one is wrong, or there are too many. */
export function toLines(text: string, reading?: Reading): OrderedLine[] | undefined {
  const read = readLines(text, reading)
  const lines = read.flatMap(({ line }) => line ?? [])
  return lines.length === read.length && lines.length > 0 && lines.length <= MAX_LINES ? lines : undefined
}

/** Lines each with its warehouse: its own, or that of the order. */
export const inWarehouse = (lines: readonly OrderedLine[], wid: number) =>
  lines.map(({ warehouse = wid, ...line }) => ({ ...line, warehouse }))
