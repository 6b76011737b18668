import { type DecimalSign, parseDecimal, readingsOf, spell } from '../parse-decimal.ts'
import { readSheet, withCells } from './sheet.ts'

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
  /** Absent: a price is not looked at. */
  readonly hasPrice?: boolean
  /** The number of a warehouse that is named by its number or name. Absent: a warehouse is not looked at. */
  readonly findWarehouse?: (typed: string) => number | undefined
}

/** The lines of a text, each with what is wrong with it. */
export const readLines = (text: string, reading: Reading = {}): ReadLine[] => {
  const { hasPrice = false, findWarehouse } = reading
  return readSheet(text).map(({ at, cells, fault: unread }) => {
    const { item: itemID = '', units = '' } = cells
    const price = hasPrice ? (cells.price ?? '') : ''
    const warehouse = findWarehouse ? (cells.warehouse ?? '') : ''
    const [read, cost] = [parseDecimal(units), price === '' ? undefined : parseDecimal(price)]
    const wid = warehouse === '' ? undefined : findWarehouse?.(warehouse)
    const fault =
      unread ??
      (itemID === ''
        ? 'Missing item'
        : read === undefined
          ? faultOf('quantity', units)
          : read === 0
            ? 'Quantity must be more than 0'
            : price !== '' && cost === undefined
              ? faultOf('price', price)
              : warehouse !== '' && wid === undefined
                ? `Unknown warehouse: ${warehouse}`
                : undefined)
    const own = { ...(cost !== undefined && { price: cost }), ...(wid !== undefined && { warehouse: wid }) }
    const line = fault === undefined && read !== undefined ? { itemID, units: read, ...own } : undefined
    return { at, itemID, units, price, warehouse, line, fault }
  })
}

/** Why a cell is no number. */
const faultOf = (name: string, typed: string): string =>
  canBeTwo(typed) ? `Which number is ${typed}?` : typed === '' ? `Missing ${name}` : `“${typed}” is not a ${name}`

const canBeTwo = (typed: string): boolean => readingsOf(typed).length > 1

/** The first number of the lines that can be read in two ways; undefined if none can. */
export const firstUnclear = (lines: readonly ReadLine[]): string | undefined =>
  lines.flatMap(({ units, price }) => [units, price]).find(canBeTwo)

/** A text in which all numbers that can be read in two ways are spelled as they are read with this sign. */
export const readAllWith = (text: string, sign: DecimalSign): string =>
  withCells(text, (name, cell) => {
    const [number] = (name === 'units' || name === 'price') && canBeTwo(cell) ? readingsOf(cell, sign) : []
    return number === undefined ? cell : spell(number, sign)
  })

/** The lines of a text; undefined if there is none, one is wrong, or there are too many. */
export function toLines(text: string, reading?: Reading): OrderedLine[] | undefined {
  const read = readLines(text, reading)
  const lines = read.flatMap(({ line }) => line ?? [])
  return lines.length === read.length && lines.length > 0 && lines.length <= MAX_LINES ? lines : undefined
}

/** Lines each with its warehouse: its own, or that of the order. */
export const inWarehouse = (lines: readonly OrderedLine[], wid: number) =>
  lines.map(({ warehouse = wid, ...line }) => ({ ...line, warehouse }))
