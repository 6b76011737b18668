import type { LedgerEntry } from '../../../../shared/contract/inventory/inventory.ts'
import { type Quantity, sum, ZERO } from '../../../../shared/quantity.ts'
import type { ValueSum } from '../records/cell-state.model.ts'
import type { Books, Load, Pool, Withdrawal } from './books.ts'
import { type CellState, cellId, isWithoutEffect, nextCellState, stockFlows } from './cell-state.ts'
import type { LayerQueue } from './layer-queue.ts'
import {
  type LotChange,
  type LotEffect,
  type LotKey,
  type LotState,
  lotEffects,
  lotId,
  nextLotState,
} from './lot-state.ts'
import { moveValue } from './move-value.ts'

/** An item in a warehouse as it is, and when something last happened there to the item or a lot of it. */
export interface Cell {
  readonly state: CellState
  readonly clock: Date
  readonly layers: LayerQueue
}

/** The last states, by the ids of their keys. */
export interface LastStates {
  readonly cells: Map<string, Cell>
  readonly lots: Map<string, LotState>
  /** By recNo. */
  readonly loads: Map<number, Load>
  /** By transactionNo. */
  readonly withdrawals: Map<number, Withdrawal>
  /** The layers of an item in a warehouse where it never was. */
  startLayers(cell: string): LayerQueue
}

/** A state and the one that it follows. */
interface Step<S> {
  readonly before: S | undefined
  readonly after: S
}

/** What an entry leads to. */
interface Folded {
  readonly cells: readonly Step<CellState>[]
  readonly lots: readonly Step<LotState>[]
}

/** The warehouses in which an entry changes something. */
export const widsOf = (entry: LedgerEntry): readonly number[] => [
  ...new Set([...entry.levels, ...lotEffects(entry)].map(({ wid }) => wid)),
]

/**
 * Changes the last states by an entry. In a warehouse it happened when it says, but never before the entry of the same
 * item that precedes it there in the feed: what is known of a moment is then all that precedes some entry.
 */
export async function foldEntry(last: LastStates, entry: LedgerEntry, sequence: number, at: Date): Promise<Folded> {
  const { cells } = last
  const ofWarehouses = widsOf(entry).map((wid) => {
    const cell = cells.get(cellId({ ...entry, wid }))
    const time = { sequence, at: cell && cell.clock > at ? cell.clock : at }
    return { wid, cell, time, layers: cell?.layers ?? last.startLayers(cellId({ ...entry, wid })) }
  })
  const effects = lotEffects(entry)
  const goneOf = usedUnits(entry, effects, last)
  const changed = ofWarehouses.map(({ wid, time }) => {
    const changes: LotChange[] = []
    const states = new Map<number, LotChange>()
    for (const effect of effects.filter((one) => one.wid === wid)) {
      const before = last.lots.get(lotId(effect))
      const after = nextLotState(before, entry, effect, goneOf(effect), time)
      changes.push({ before, after })
      last.lots.set(lotId(effect), after)
      const known = states.get(after.recNo)
      states.set(after.recNo, { before: known ? known.before : before, after })
    }
    return { changes, lots: [...states.values()] }
  })
  const ofLots = changed.flatMap(({ lots }) => lots)
  const { books, pools, posted } = openBooks(last, entry, ofWarehouses)
  await moveValue(entry, ofLots, books)

  const ofCells: Step<CellState>[] = []
  for (const [index, { wid, cell, time, layers }] of ofWarehouses.entries()) {
    const { value, priced } = layers.total()
    const effect = {
      wid,
      levels: entry.levels.filter((level) => level.wid === wid),
      flows: stockFlows(changed[index]?.changes ?? []),
      averageValue: pools.get(wid)?.value ?? ZERO,
      fifoValue: value,
      fifoPriced: priced,
      posted: posted.get(wid) ?? new Map(),
    }
    const isUnchanged = cell && isWithoutEffect(effect)
    const state = isUnchanged ? cell.state : nextCellState(cell?.state, entry, effect, time)
    if (!isUnchanged) ofCells.push({ before: cell?.state, after: state })
    cells.set(cellId({ ...entry, wid }), { state, clock: time.at, layers })
  }
  return { cells: ofCells, lots: ofLots }
}

/** What was used of lots: a lot that moves to another warehouse takes it along, so that it is known in one place. */
function usedUnits({ type }: LedgerEntry, effects: readonly LotEffect[], { lots }: LastStates) {
  const changeOf = ({ figures: { inStock, aSN } }: LotEffect) => inStock.plus(aSN)
  const outside = sum(effects.map(changeOf))
  const isUse = type === 'reverse' ? outside.gt(ZERO) : outside.lt(ZERO)
  const goneIn = (key: LotKey) => lots.get(lotId(key))?.gone ?? ZERO
  const carried = new Map(effects.filter(isDeparture).map((effect) => [effect.recNo, goneIn(effect)]))
  return (effect: LotEffect): Quantity => {
    if (isDeparture(effect)) return ZERO
    const gone = goneIn(effect).plus(isArrival(effect) ? (carried.get(effect.recNo) ?? ZERO) : ZERO)
    return isUse ? gone.minus(changeOf(effect)) : gone
  }
}

const isDeparture = ({ wid, lot }: LotEffect) => lot.wid !== wid
const isArrival = ({ wid, lot: { facts } }: LotEffect) => facts.before !== null && facts.before.wid !== wid

interface OfWarehouse {
  readonly wid: number
  readonly cell: Cell | undefined
  readonly layers: LayerQueue
}

/** The books of an item before an entry. */
function openBooks(
  { loads, withdrawals }: LastStates,
  { partNo }: LedgerEntry,
  ofWarehouses: readonly OfWarehouse[],
): {
  readonly books: Books
  readonly pools: ReadonlyMap<number, Pool>
  readonly posted: ReadonlyMap<number, ReadonlyMap<ValueSum, Quantity>>
} {
  const posted = new Map<number, Map<ValueSum, Quantity>>()
  const queues = new Map(ofWarehouses.map(({ wid, layers }) => [wid, layers]))
  const pools = new Map(
    ofWarehouses.map(({ wid, cell }): [number, Pool] => {
      const state = cell?.state
      return [wid, state ? { priced: state.inStock.minus(state.unpriced), value: state.averageValue } : EMPTY]
    }),
  )
  const known = <T>(of: ReadonlyMap<number, T>, wid: number): T => {
    const found = of.get(wid)
    if (found === undefined) throw new Error(`Item ${partNo} has no books in warehouse ${wid}`)
    return found
  }
  const books: Books = {
    pool: (wid) => known(pools, wid),
    setPool: (wid, pool) => void pools.set(wid, pool),
    queue: (wid) => known(queues, wid),
    load: (recNo, wid) => loads.get(recNo) ?? { recNo, partNo, wid, lotValue: ZERO, average: EMPTY, layers: [] },
    setLoad: (load) => void loads.set(load.recNo, load),
    withdrawal: (transactionNo) => withdrawals.get(transactionNo),
    addWithdrawal: (withdrawal) => void withdrawals.set(withdrawal.transactionNo, withdrawal),
    post(wid, name, value) {
      if (value.eq(ZERO)) return
      const sums = posted.get(wid) ?? new Map<ValueSum, Quantity>()
      sums.set(name, value.plus(sums.get(name) ?? ZERO))
      posted.set(wid, sums)
    },
  }
  return { books, pools, posted }
}

const EMPTY: Pool = { priced: ZERO, value: ZERO }
