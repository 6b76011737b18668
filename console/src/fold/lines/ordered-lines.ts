import { parseDecimal } from '../parse-decimal.ts'
import { readSheet } from './sheet.ts'

/** A line of a new order or slip. */
export interface OrderedLine {
  readonly itemID: string
  readonly units: number
  readonly price?: number
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
  readonly line: OrderedLine | undefined
  readonly fault: string | undefined
}

interface Reading {
  /** Reads a number as the person writes it. */
  readonly parse?: (typed: string) => number | undefined
  /** Absent: a price is not looked at. */
  readonly hasPrice?: boolean
}

/** The lines of a text, each with what is wrong with it. */
export const readLines = (text: string, { parse = parseDecimal, hasPrice = false }: Reading = {}): ReadLine[] =>
  readSheet(text).rows.map(({ at, cells }) => {
    const { item: itemID = '', units = '' } = cells
    const price = hasPrice ? (cells.price ?? '') : ''
    const [read, cost] = [parse(units), price === '' ? undefined : parse(price)]
    const fault =
      itemID === ''
        ? 'The item is missing'
        : read === undefined
          ? `The units are no number: ${units || 'blank'}`
          : read === 0
            ? 'The units must be more than 0'
            : price !== '' && cost === undefined
              ? `The price is no number: ${price}`
              : undefined
    const line =
      fault === undefined && read !== undefined
        ? { itemID, units: read, ...(cost !== undefined && { price: cost }) }
        : undefined
    return { at, itemID, units, price, line, fault }
  })

/** The lines of a text; undefined if there is none, one is wrong, or there are too many. */
export function toLines(text: string, reading?: Reading): OrderedLine[] | undefined {
  const read = readLines(text, reading)
  const lines = read.flatMap(({ line }) => line ?? [])
  return lines.length === read.length && lines.length > 0 && lines.length <= MAX_LINES ? lines : undefined
}
