import type { LedgerEntry, TransactionType } from '../../../../shared/contract/inventory/inventory.ts'
import { type Quantity, sum, toQuantity, ZERO } from '../../../../shared/quantity.ts'
import {
  type Activity,
  type CellDecimal,
  type CellStateRecord,
  cellDecimals,
  type ValueSum,
} from '../records/cell-state.model.ts'
import { readQuantities, storeQuantities } from '../records/sparse-quantities.ts'
import type { LotChange } from './lot-state.ts'

/** An item in a warehouse after a change. */
export interface CellState extends Readonly<Record<CellDecimal, Quantity>> {
  readonly partNo: number
  readonly wid: number
  readonly sequence: number
  readonly at: Date
  readonly lastIssued?: Date
}

export type CellKey = Pick<CellState, 'partNo' | 'wid'>

export const cellId = ({ partNo, wid }: CellKey) => `${partNo}/${wid}`

export function toCellState(record: CellStateRecord): CellState {
  const { partNo, wid, sequence, at, lastIssued } = record
  return { partNo, wid, sequence, at, ...(lastIssued && { lastIssued }), ...readQuantities(record, cellDecimals) }
}

export function fromCellState(state: CellState, _id: string): CellStateRecord {
  const { partNo, wid, sequence, at, lastIssued } = state
  return { _id, partNo, wid, sequence, at, ...(lastIssued && { lastIssued }), ...storeQuantities(state, cellDecimals) }
}

/** Decimals of a sum of values over the time, which a stored decimal has room for. */
const TIME_DECIMALS = 6

/** What a cell is worth by the prices of its lots. */
export const worth = ['value', 'unpriced'] as const

const NOTHING = readQuantities({}, cellDecimals)

/** What an entry changes of its item in one warehouse. */
export interface CellEffect {
  readonly wid: number
  readonly levels: LedgerEntry['levels']
  readonly flows: readonly StockFlow[]
  /** Values after the entry, and what it adds to sums. */
  readonly averageValue: Quantity
  readonly fifoValue: Quantity
  readonly fifoPriced: Quantity
  readonly posted: ReadonlyMap<ValueSum, Quantity>
}

export const isWithoutEffect = ({ levels, flows, posted }: CellEffect): boolean =>
  levels.length === 0 && posted.size === 0 && worthOf(flows).eq(ZERO) && unpricedOf(flows).eq(ZERO)

/** The state after an entry; without `before`, of an item that was never in the warehouse. */
export function nextCellState(
  before: CellState | undefined,
  entry: LedgerEntry,
  { wid, levels, flows, averageValue, fifoValue, fifoPriced, posted }: CellEffect,
  time: { readonly sequence: number; readonly at: Date },
): CellState {
  const after = { ...NOTHING, ...(before && atMoment(before, time.at)) }
  for (const { figure, units } of levels) after[figure] = after[figure].plus(toQuantity(units))
  const difference = after.inStock.minus(before?.inStock ?? ZERO)
  if (!difference.eq(ZERO)) {
    const activity = activityOf(entry, wid, difference.lt(ZERO))
    after[activity] = after[activity].plus(difference)
    if (isIssue(activity, entry)) after.issuedCost = after.issuedCost.minus(worthOf(flows))
  }
  after.value = after.value.plus(worthOf(flows))
  after.unpriced = after.unpriced.plus(unpricedOf(flows))
  after.averageValue = averageValue
  after.fifoValue = fifoValue
  after.fifoUnpriced = after.inStock.minus(fifoPriced)
  for (const [name, value] of posted) after[name] = after[name].plus(value)
  const isIssued = after.issued.lt(before?.issued ?? ZERO) || after.shipped.lt(before?.shipped ?? ZERO)
  return { ...after, partNo: entry.partNo, wid, ...time, ...(isIssued && { lastIssued: time.at }) }
}

const isIssue = (activity: Activity, { reversedType, adjustment }: LedgerEntry): boolean =>
  activity === 'issued' ||
  activity === 'shipped' ||
  (activity === 'reversed' && reversedType === 'issue' && !adjustment)

/** A state with its sums over the time up to a moment at which it still holds. */
export function atMoment(state: CellState, at: Date): CellState {
  const duration = at.getTime() - state.at.getTime()
  return {
    ...state,
    valueTime: state.valueTime.plus(state.value.times(duration)).round(TIME_DECIMALS),
    outTime: state.outTime.plus(state.inStock.lte(ZERO) ? duration : 0),
  }
}

const byType: Readonly<Record<TransactionType, Activity>> = {
  receive: 'received',
  issue: 'issued',
  move: 'movedIn',
  reverse: 'reversed',
  ship: 'transitOut',
  accept: 'transitIn',
  reject: 'transitIn',
  return: 'transitIn',
  // These leave stock as it is; if one ever does not, units are not lost.
  hold: 'adjusted',
  release: 'adjusted',
  order: 'adjusted',
  reserve: 'adjusted',
  unreserve: 'adjusted',
  expire: 'adjusted',
  pack: 'adjusted',
  unpack: 'adjusted',
  amend: 'adjusted',
  lose: 'adjusted',
}

/** What an entry is to the stock of a warehouse that it makes greater, or less. */
function activityOf({ type, countNo, adjustment, levels }: LedgerEntry, wid: number, isLess: boolean): Activity {
  if (type === 'reverse') return 'reversed'
  if (countNo !== null) return 'counted'
  if (adjustment) return 'adjusted'
  if (type === 'move') return isLess ? 'movedOut' : 'movedIn'
  const isPacked = levels.some((change) => change.wid === wid && change.figure === 'packed' && change.units < 0)
  return type === 'issue' && isPacked ? 'shipped' : byType[type]
}

/** Units of a lot that came into the stock of a warehouse, or left it if they are negative. */
interface StockFlow {
  readonly recNo: number
  readonly units: Quantity
  /** Null if the lot has none. */
  readonly price: Quantity | null
}

/** What changes of lots are to the stock of their warehouse: all that was there leaves, and all that is there comes. */
export const stockFlows = (changes: readonly LotChange[]): readonly StockFlow[] =>
  changes
    .flatMap(({ before, after }): StockFlow[] => [
      ...(before ? [{ recNo: after.recNo, units: before.inStock.times(-1), price: before.price }] : []),
      { recNo: after.recNo, units: after.inStock, price: after.price },
    ])
    .filter(({ units }) => !units.eq(ZERO))

const worthOf = (flows: readonly StockFlow[]): Quantity =>
  sum(flows.map(({ units, price }) => (price ? units.times(price) : ZERO)))

const unpricedOf = (flows: readonly StockFlow[]): Quantity =>
  sum(flows.map(({ units, price }) => (price ? ZERO : units)))
