import type { LedgerEntry } from '../../../../shared/contract/inventory/inventory.ts'
import { type Quantity, smaller, sum, ZERO } from '../../../../shared/quantity.ts'
import type { Books } from './books.ts'
import { addLayers, joinOldest, type Layer, takeFirst, toLayer, withoutLayer } from './layer.ts'
import type { LotLayer } from './layer-queue.ts'
import { coming, leaving, type Pocket } from './pockets.ts'

/**
 * First in, first out: what leaves a pocket is its oldest layers, and what comes from another one comes with these. A
 * reversal takes out the layers that its entry brought, or puts back those that it took. Resolves to what left.
 */
export async function moveLayers(
  entry: LedgerEntry,
  pockets: readonly Pocket[],
  bought: Quantity,
  books: Books,
): Promise<readonly LotLayer[]> {
  const [outs, ins] = [leaving(pockets, 'units'), coming(pockets, 'units')]
  const isReversal = entry.type === 'reverse'
  const taken: LotLayer[] = []
  for (const pocket of outs) {
    const layers = await takeFrom(pocket, isReversal, books)
    taken.push(...layers)
    if (ins.length > 0) continue
    const { value } = addLayers(layers)
    if (isReversal) books.post(pocket.wid, 'fifoVariance', pocket.value.times(-1).minus(value))
    else books.post(pocket.wid, 'usedByFifo', value)
  }
  const [destination] = ins
  if (!destination) return taken
  if (outs.length > 0) {
    await distribute(taken, ins, isReversal, books)
    // These layers were not bought, whatever price their lots have now.
    books.post(destination.wid, 'fifoVariance', bought.times(-1))
    return taken
  }
  const reversed = isReversal && entry.reverses !== null ? books.withdrawal(entry.reverses) : undefined
  for (const pocket of ins) {
    const ofLots = pocket.lots.map(({ recNo, units, price }) => ({ recNo, ...toLayer(units, price) }))
    const layers = reversed?.layers ?? ofLots
    await addTo(pocket, layers, isReversal, books)
    if (isReversal) books.post(pocket.wid, 'usedByFifo', addLayers(layers).value.times(-1))
  }
  return taken
}

/** Gives layers to pockets, the oldest to the lots with the lowest numbers. */
async function distribute(layers: readonly LotLayer[], ins: readonly Pocket[], isReversal: boolean, books: Books) {
  let rest = layers
  for (const pocket of ins) {
    let open = pocket.units
    const given: LotLayer[] = []
    for (const { recNo, units } of pocket.lots.filter((lot) => lot.units.gt(ZERO))) {
      const { taken, left } = takeFirst(rest, smaller(units, open))
      rest = left
      open = open.minus(sum(taken.map((layer) => layer.units)))
      given.push(...taken.map((layer) => ({ ...layer, recNo })))
    }
    await addTo(pocket, given, isReversal, books)
  }
}

async function takeFrom(
  { wid, inTransit, units, lots, value }: Pocket,
  isReversal: boolean,
  books: Books,
): Promise<readonly LotLayer[]> {
  const wanted = units.times(-1)
  const left = lots.filter((lot) => lot.units.lt(ZERO))
  const [lot] = left
  if (!lot) return []
  if (inTransit !== undefined) {
    const load = books.load(inTransit, wid)
    const { taken, left: rest, missing } = takeFirst(load.layers, wanted)
    const owed = missing.eq(ZERO) ? [] : [toLayer(missing, lot.price)]
    const negative = owed.map((layer) => withoutLayer(toLayer(ZERO, null), layer))
    books.setLoad({ ...load, layers: [...rest, ...negative] })
    return [...taken, ...owed].map((layer) => ({ ...layer, recNo: inTransit }))
  }
  const queue = books.queue(wid)
  const owing = { recNo: lot.recNo, price: value.eq(ZERO) ? null : lot.price }
  if (!isReversal) return queue.takeFirst(wanted, owing)
  return queue.takeOf(
    left.map(({ recNo, units: change }) => ({ recNo, units: change.times(-1) })),
    wanted,
    owing,
  )
}

async function addTo(
  { wid, inTransit }: Pocket,
  layers: readonly LotLayer[],
  isFirst: boolean,
  books: Books,
): Promise<void> {
  if (inTransit !== undefined) {
    const load = books.load(inTransit, wid)
    const plain = layers.map(({ units, priced, value }) => ({ units, priced, value }))
    books.setLoad({ ...load, layers: joinLoad([...load.layers, ...plain]) })
    return
  }
  const queue = books.queue(wid)
  const before = queue.total().value
  if (isFirst) await queue.unshift(layers)
  else for (const layer of layers) await queue.push(layer)
  // What was owed has come, at another cost.
  const added = queue.total().value.minus(before)
  books.post(wid, 'fifoVariance', added.minus(addLayers(layers).value))
}

/** What a lot in transit owes, as the feed has its arrival before its shipment, is taken of what it carries. */
function joinLoad(layers: readonly Layer[]): readonly Layer[] {
  if (layers.every(({ units }) => units.gt(ZERO))) return joinOldest(layers)
  const joined = addLayers(layers)
  return joined.units.eq(ZERO) && joined.value.eq(ZERO) ? [] : [joined]
}
