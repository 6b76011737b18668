import type { Model } from 'mongoose'
import { type Quantity, toQuantity, ZERO } from '../../../shared/quantity.ts'
import { groupByPlace } from './by-place.ts'
import { type CellKey, type CellState, cellId } from './derive/cell-state.ts'
import type { Layer } from './history.ts'
import type { ArrivalRecord } from './records/arrival.model.ts'
import type { Moment } from './selection.ts'

const DAY_MS = 86_400_000
/** How far back from the latest change arrivals are looked for at first, and for what they do not cover then. */
const LOOK_BACK_DAYS = [2, 8, 32, 128, 512, Number.POSITIVE_INFINITY]
/** The feed may have what is taken back before what came: by much less than this, in time. */
const DISORDER_MS = DAY_MS
const BATCH = 2_000

/** What is known of the layers of a cell, from the latest arrival back. */
interface Covering {
  left: Quantity
  readonly layers: Layer[]
  /** What was taken back of arrivals, by transaction and lot. */
  readonly takenBack: Map<string, Quantity>
  /** What each lot is priced at by the last change of it. */
  readonly prices: Map<number, Quantity | null>
}

/**
 * What came last into each cell, as far as it covers what is in stock, by the ids of the cells: the latest first. Only what
 * came in the days that the stock goes back to is read.
 */
export async function readLayers(
  arrivals: Model<ArrivalRecord>,
  cells: readonly CellState[],
  { sequence, at }: Moment,
): Promise<ReadonlyMap<string, readonly Layer[]>> {
  const coverings = new Map(cells.map((cell) => [cellId(cell), startCovering(cell)]))
  const latest = Math.max(...cells.map((cell) => cell.at.getTime()))
  let open: readonly CellKey[] = cells
  let until: object = { $lte: at }
  for (const days of LOOK_BACK_DAYS) {
    open = open.filter((cell) => coverings.get(cellId(cell))?.left.gt(ZERO))
    if (open.length === 0) break
    const from = Number.isFinite(days) ? new Date(latest - days * DAY_MS) : undefined
    const filter = {
      partNo: { $in: [...new Set(open.map(({ partNo }) => partNo))] },
      wid: { $in: [...new Set(open.map(({ wid }) => wid))] },
      sequence: { $lte: sequence },
      at: { ...until, ...(from && { $gte: new Date(from.getTime() - DISORDER_MS) }) },
    }
    const sort = { partNo: 1, wid: 1, sequence: -1, recNo: -1 } as const
    // The driver's own cursor, which costs less for each record.
    const found = arrivals.collection.find<ArrivalRecord>(filter, { sort, batchSize: BATCH })
    for await (const ofCell of groupByPlace(found)) {
      const covering = coverings.get(cellId(ofCell[0]))
      if (!covering) continue
      for (const arrival of ofCell) takeBack(covering, arrival)
      for (const arrival of ofCell) if (!from || arrival.at >= from) cover(covering, arrival)
    }
    until = { $lt: from }
  }
  return new Map([...coverings].map(([id, { layers }]) => [id, layers]))
}

const startCovering = ({ inStock }: CellState): Covering => ({
  left: inStock,
  layers: [],
  takenBack: new Map(),
  prices: new Map(),
})

const idOf = ({ transactionNo, recNo }: ArrivalRecord) => `${transactionNo}/${recNo}`
const unitsOf = ({ units }: ArrivalRecord) => (units ? toQuantity(units) : ZERO)

function takeBack({ takenBack }: Covering, arrival: ArrivalRecord): void {
  const units = unitsOf(arrival)
  // Set, not added: what lies in two windows is read twice.
  if (units.lt(ZERO)) takenBack.set(idOf(arrival), units)
}

/** Covers what is left by the arrival that precedes those before. */
function cover(covering: Covering, arrival: ArrivalRecord): void {
  const { left, layers, takenBack, prices } = covering
  const { recNo, price } = arrival
  if (left.lte(ZERO)) return
  if (!prices.has(recNo)) prices.set(recNo, price && toQuantity(price))
  const units = unitsOf(arrival)
  if (units.lte(ZERO)) return
  const came = units.plus(takenBack.get(idOf(arrival)) ?? ZERO)
  if (came.lte(ZERO)) return
  const taken = came.lt(left) ? came : left
  layers.push({ units: taken, price: prices.get(recNo) ?? null })
  covering.left = left.minus(taken)
}
