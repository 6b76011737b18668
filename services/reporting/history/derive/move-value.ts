import type { LedgerEntry } from '../../../../shared/contract/inventory/inventory.ts'
import { type Quantity, smaller, sum, ZERO } from '../../../../shared/quantity.ts'
import type { Books, Pool } from './books.ts'
import { addLayers, differenceOf, joinOldest, type PriceChange, repriceLayers, shareOf } from './layer.ts'
import type { LotChange } from './lot-state.ts'
import { moveLayers } from './move-layers.ts'
import { coming, leaving, type Pocket, pocketsOf } from './pockets.ts'

/**
 * Changes the values of an item, by every method, by an entry: what goes from one pocket to another takes its cost along,
 * what comes from outside or leaves for good is posted, and so is each change of a price
 * (docs/reports.md#conserved).
 */
export async function moveValue(entry: LedgerEntry, changes: readonly LotChange[], books: Books): Promise<void> {
  for (const change of changes) await reprice(change, books)
  const pockets = pocketsOf(changes)
  if (pockets.length === 0) return
  const { bought, taken } = moveAtAverage(entry, pockets, books)
  moveLots(pockets, bought, books)
  const layers = await moveLayers(entry, pockets, bought, books)
  if ((entry.type === 'issue' || entry.type === 'move') && layers.length > 0)
    books.addWithdrawal({ transactionNo: entry.transactionNo, averageValue: taken, layers: joinOldest(layers) })
}

/** By the prices of lots: value goes wherever the lots go. */
function moveLots(pockets: readonly Pocket[], bought: Quantity, books: Books): void {
  for (const { wid, inTransit, value } of pockets) {
    if (inTransit === undefined) continue
    const load = books.load(inTransit, wid)
    books.setLoad({ ...load, lotValue: load.lotValue.plus(value) })
  }
  const [pocket] = [...leaving(pockets, 'units'), ...pockets]
  if (pocket) books.post(pocket.wid, 'usedByLot', bought.minus(sum(pockets.map(({ value }) => value))))
}

/** A change of a lot's price counts for the units that the lot has; for those that were used it is only posted. */
async function reprice({ before, after }: LotChange, books: Books): Promise<void> {
  if (!before || isSame(before.price, after.price)) return
  const { recNo, wid } = after
  const price = { from: before.price, to: after.price }
  const { inStock, aSN } = before
  books.post(wid, 'priceVariance', differenceOf(price, before.gone))
  books.post(wid, 'repriced', differenceOf(price, inStock.plus(aSN)))
  if (!inStock.eq(ZERO)) {
    const difference = differenceOf(price, inStock)
    const pool = books.pool(wid)
    const repriced = repricePool(pool, price, inStock)
    books.setPool(wid, repriced)
    books.post(wid, 'averageVariance', repriced.value.minus(pool.value).minus(difference))
    const queue = books.queue(wid)
    const { value } = queue.total()
    await queue.reprice(recNo, price, inStock)
    books.post(wid, 'fifoVariance', queue.total().value.minus(value).minus(difference))
  }
  if (aSN.eq(ZERO)) return
  const difference = differenceOf(price, aSN)
  const load = books.load(recNo, wid)
  const average = repricePool(load.average, price, aSN)
  const layers = repriceLayers(load.layers, price, aSN)
  books.setLoad({ ...load, lotValue: load.lotValue.plus(difference), average, layers })
  books.post(wid, 'averageVariance', average.value.minus(load.average.value).minus(difference))
  const changed = addLayers(layers).value.minus(addLayers(load.layers).value)
  books.post(wid, 'fifoVariance', changed.minus(difference))
}

/** What units are worth does not fall below 0, and none are worth nothing. */
function repricePool({ priced: before, value }: Pool, price: PriceChange, units: Quantity): Pool {
  const priced = before.plus(price.from ? ZERO : units).minus(price.to ? ZERO : units)
  const after = value.plus(differenceOf(price, units))
  return { priced, value: priced.eq(ZERO) || (priced.gt(ZERO) && after.lt(ZERO)) ? ZERO : after }
}

const isSame = (one: Quantity | null, other: Quantity | null): boolean => (one && other ? one.eq(other) : one === other)

/**
 * What leaves a pocket does so at its average, and what comes from another one comes with that. A reversal takes out, or
 * puts back, what its entry brought or took. Resolves what was bought, negative if it was reversed, and what left.
 */
function moveAtAverage(entry: LedgerEntry, pockets: readonly Pocket[], books: Books) {
  const [outs, ins] = [leaving(pockets, 'priced'), coming(pockets, 'priced')]
  const [left, came] = [sum(outs.map(({ priced }) => priced)).times(-1), sum(ins.map(({ priced }) => priced))]
  const isReversal = entry.type === 'reverse'
  const reversed = entry.reverses === null ? undefined : books.withdrawal(entry.reverses)
  let [carried, bought, taken] = [ZERO, ZERO, ZERO]
  const buy = (wid: number, value: Quantity) => {
    books.post(wid, 'bought', value)
    bought = bought.plus(value)
  }
  for (const pocket of outs) {
    const { wid, priced } = pocket
    const pool = poolOf(pocket, books)
    const brought = ins.length === 0 ? pocket.value.times(-1) : reversed?.averageValue
    const units = priced.times(-1)
    const value = isReversal && brought ? valueUpTo(brought, pool, units) : valueAtAverage(pocket, pool)
    setPool(pocket, { priced: pool.priced.minus(units), value: pool.value.minus(value) }, books)
    taken = taken.plus(value)
    if (ins.length > 0) {
      // What has a price at the source and none at the destination.
      const used = left.gt(came) ? shareOf(value, left.minus(came), left) : ZERO
      books.post(wid, 'usedByAverage', used)
      carried = carried.plus(value).minus(used)
    } else if (isReversal) {
      buy(wid, pocket.value)
      books.post(wid, 'averageVariance', pocket.value.times(-1).minus(value))
    } else books.post(wid, 'usedByAverage', value)
  }
  let [rest, open] = [carried, came]
  for (const pocket of ins) {
    const { wid, priced } = pocket
    const ofOthers = shareOf(rest, priced, open)
    rest = rest.minus(ofOthers)
    open = open.minus(priced)
    const outside = came.gt(left) ? shareOf(pocket.value, came.minus(left), came) : ZERO
    const isPutBack = isReversal && outs.length === 0
    const value = isPutBack ? (reversed?.averageValue ?? outside) : ofOthers.plus(outside)
    if (isPutBack) books.post(wid, 'usedByAverage', value.times(-1))
    else buy(wid, outside)
    addToPool(pocket, value, books)
  }
  return { bought, taken }
}

function poolOf({ wid, inTransit }: Pocket, books: Books): Pool {
  return inTransit === undefined ? books.pool(wid) : books.load(inTransit, wid).average
}

function setPool({ wid, inTransit }: Pocket, pool: Pool, books: Books): void {
  if (inTransit === undefined) books.setPool(wid, pool)
  else books.setLoad({ ...books.load(inTransit, wid), average: pool })
}

function addToPool(pocket: Pocket, came: Quantity, books: Books): void {
  const pool = poolOf(pocket, books)
  const [priced, value] = [pool.priced.plus(pocket.priced), pool.value.plus(came)]
  const isEmpty = priced.eq(ZERO)
  // What was owed has come, at another cost.
  if (isEmpty) books.post(pocket.wid, 'averageVariance', value.times(-1))
  setPool(pocket, { priced, value: isEmpty ? ZERO : value }, books)
}

/** If nothing is there, as the feed has it before what came: at the prices of lots. */
const valueAtAverage = ({ priced, value }: Pocket, pool: Pool): Quantity =>
  pool.priced.eq(ZERO) ? value.times(-1) : shareOf(pool.value, priced.times(-1), pool.priced)

/** A value that is given, but all that is there with the last unit, and never more than is there. */
function valueUpTo(value: Quantity, pool: Pool, units: Quantity): Quantity {
  if (pool.priced.eq(units)) return pool.value
  return pool.priced.gt(units) && pool.value.gte(ZERO) ? smaller(value, pool.value) : value
}
