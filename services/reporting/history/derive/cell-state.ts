import type { LedgerEntry } from '../../../../shared/contract/inventory/inventory.ts'
import { groupBy } from '../../../../shared/process/group-by.ts'
import { type Decimal, toDecimal, toStored, ZERO } from '../../decimal.ts'
import { type CellDecimal, type CellStateRecord, cellDecimals } from '../records/cell-state.model.ts'
import { activityOf } from './activity.ts'
import { changePool } from './moving-average.ts'
import { type StockPart, stockParts } from './stock-parts.ts'

/** An item in a warehouse after a change. */
export interface CellState extends Readonly<Record<CellDecimal, Decimal>> {
  readonly partNo: number
  readonly wid: number
  readonly shortID: string
  readonly sequence: number
  readonly at: Date
}

export type CellKey = Pick<CellState, 'partNo' | 'wid'>

export const cellId = ({ partNo, wid }: CellKey) => `${partNo}/${wid}`

export function toCellState(record: CellStateRecord): CellState {
  const { partNo, wid, shortID, sequence, at } = record
  return { partNo, wid, shortID, sequence, at, ...decimalsOf((name) => toDecimal(record[name])) }
}

export function fromCellState(state: CellState, _id: string): CellStateRecord {
  const { partNo, wid, shortID, sequence, at } = state
  const stored = cellDecimals.flatMap((name) => {
    const value = toStored(state[name])
    return value ? [[name, value] as const] : []
  })
  return { _id, partNo, wid, shortID, sequence, at, ...Object.fromEntries(stored) }
}

const decimalsOf = (decimalOf: (name: CellDecimal) => Decimal) =>
  // Object.fromEntries loses which names there are.
  Object.fromEntries(cellDecimals.map((name) => [name, decimalOf(name)])) as Record<CellDecimal, Decimal>

const NOTHING = decimalsOf(() => ZERO)

/** What an entry changes of its item in one warehouse. */
interface CellEffect {
  readonly wid: number
  readonly levels: LedgerEntry['levels']
  readonly parts: readonly StockPart[]
}

/** The warehouses in which an entry changes something of its item. */
export function cellEffects(entry: LedgerEntry): readonly CellEffect[] {
  const levels = groupBy(entry.levels, ({ wid }) => wid)
  const parts = groupBy(stockParts(entry), ({ wid }) => wid)
  return [...new Set([...levels.keys(), ...parts.keys()])]
    .map((wid) => ({ wid, levels: levels.get(wid) ?? [], parts: parts.get(wid) ?? [] }))
    .filter(
      (effect) => effect.levels.length > 0 || !worthOf(effect.parts).eq(ZERO) || !unpricedOf(effect.parts).eq(ZERO),
    )
}

const worthOf = (parts: readonly StockPart[]): Decimal =>
  parts.reduce((total, { units, price }) => (price ? total.plus(units.times(price)) : total), ZERO)
const unpricedOf = (parts: readonly StockPart[]): Decimal =>
  parts.reduce((total, { units, price }) => (price ? total : total.plus(units)), ZERO)

/** The state after an entry; without `before`, of an item that was never in the warehouse. */
export function nextCellState(
  before: CellState | undefined,
  entry: LedgerEntry,
  { wid, levels, parts }: CellEffect,
  { sequence, at }: { readonly sequence: number; readonly at: Date },
): CellState {
  const after = { ...NOTHING, ...before }
  for (const { figure, units } of levels) after[figure] = after[figure].plus(toDecimal(units))
  const difference = after.inStock.minus(before?.inStock ?? ZERO)
  if (!difference.eq(ZERO)) {
    const activity = activityOf(entry, wid, difference.lt(ZERO))
    after[activity] = after[activity].plus(difference)
  }
  after.value = after.value.plus(worthOf(parts))
  after.unpriced = after.unpriced.plus(unpricedOf(parts))
  const priced = (state: Pick<CellState, 'inStock' | 'unpriced'>) => state.inStock.minus(state.unpriced)
  const pool = { units: before ? priced(before) : ZERO, value: before?.averageValue ?? ZERO }
  after.averageValue = changePool(pool, parts, entry.type === 'reverse').value
  const { partNo, itemID: shortID } = entry
  // Events may arrive late: what follows a state did not happen before it.
  return { ...after, partNo, wid, shortID, sequence, at: before && before.at > at ? before.at : at }
}
