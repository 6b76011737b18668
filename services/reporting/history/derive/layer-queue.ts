import { type Quantity, smaller, ZERO } from '../../../../shared/quantity.ts'
import {
  addLayers,
  type Layer,
  type PriceChange,
  repriceLayer,
  shareOf,
  takeOf,
  toLayer,
  withoutLayer,
} from './layer.ts'

/** What came into the stock of an item in a warehouse with a lot. */
export interface LotLayer extends Layer {
  readonly recNo: number
}

/** Its position among the others there: the lowest leaves first. */
export interface QueuedLayer extends LotLayer {
  readonly no: number
}

/** Numbers of the first layer that may have units, and of the next that comes. */
export interface QueueEnds {
  readonly first: number
  readonly next: number
}

export interface LayerReader {
  /** Layers with numbers from `from` up to `to`, which is left out. */
  numbered(from: number, to: number): Promise<readonly QueuedLayer[]>
  ofLot(recNo: number): Promise<readonly QueuedLayer[]>
}

/** The lot that units are taken of which have not come, and its price. */
export interface Owing {
  readonly recNo: number
  readonly price: Quantity | null
}

interface LotUnits {
  readonly recNo: number
  readonly units: Quantity
}

/** The layers of an item in a warehouse, oldest first. */
export interface LayerQueue {
  /** All layers together. */
  total(): Layer
  ends(): QueueEnds
  /** Layers as they are after all changes, empty ones too. */
  changed(): readonly QueuedLayer[]
  /** Adds what comes last; what is owed of it is taken at once. */
  push(layer: LotLayer): Promise<void>
  /** Puts back what leaves first. */
  unshift(layers: readonly LotLayer[]): Promise<void>
  /** Takes the oldest units. */
  takeFirst(units: Quantity, owing: Owing): Promise<readonly LotLayer[]>
  /** Takes units that came with lots, the latest first, and the oldest of the others if these are not enough. */
  takeOf(lots: readonly LotUnits[], units: Quantity, owing: Owing): Promise<readonly LotLayer[]>
  /** Changes the price of units: of those that came with the lot, then of the latest others. */
  reprice(recNo: number, price: PriceChange, units: Quantity): Promise<void>
}

/** Layers that are read at once. */
const CHUNK = 16

/**
 * Of the layers that are stored, reads only what is asked for. If more leaves than is there, as the feed has it before what
 * came, a layer with negative units stands for it until that comes.
 */
export function createLayerQueue(stored: QueueEnds, all: Layer, reader: LayerReader): LayerQueue {
  let { first, next } = stored
  let total = all
  const known = new Map<number, QueuedLayer>()
  const changed = new Set<number>()
  /** Stored numbers below the one and from the other on are known. */
  let [readTo, readFrom] = [stored.first, stored.next]

  const learn = (layers: readonly QueuedLayer[]) => {
    for (const layer of layers) if (!known.has(layer.no)) known.set(layer.no, layer)
  }
  const readUpTo = async (no: number) => {
    if (no < readTo || no >= readFrom) return
    const to = Math.min(no + CHUNK, readFrom)
    learn(await reader.numbered(readTo, to))
    readTo = to
  }
  const readDownTo = async (no: number) => {
    if (no < readTo || no >= readFrom) return
    const from = Math.max(readTo, no - CHUNK + 1)
    learn(await reader.numbered(from, readFrom))
    readFrom = from
  }
  const ofLot = async (recNo: number) => {
    learn(await reader.ofLot(recNo))
    return [...known.values()]
      .filter((layer) => layer.recNo === recNo && layer.units.gt(ZERO))
      .toSorted((one, other) => other.no - one.no)
  }

  const put = (layer: QueuedLayer) => {
    const before = known.get(layer.no)
    total = addLayers([before ? withoutLayer(total, before) : total, layer])
    known.set(layer.no, layer)
    changed.add(layer.no)
  }
  /** At most so many units of a layer. */
  const take = (no: number, most: Quantity): readonly QueuedLayer[] => {
    const layer = known.get(no)
    const units = layer?.units.gt(ZERO) ? smaller(most, layer.units) : ZERO
    const taken = layer && units.gt(ZERO) ? [{ ...layer, ...takeOf(layer, units) }] : []
    for (const part of taken) put({ ...part, ...withoutLayer(layer ?? part, part) })
    if (no === first && (known.get(no)?.units ?? ZERO).eq(ZERO)) first += 1
    return taken
  }
  const owe = (units: Quantity, { recNo, price }: Owing): LotLayer => {
    const owed = toLayer(units, price)
    put({ recNo, no: next, ...withoutLayer(toLayer(ZERO, null), owed) })
    next += 1
    return { recNo, ...owed }
  }
  /** Takes what is owed of what comes; what is left of it. */
  const settle = async (layer: LotLayer): Promise<LotLayer> => {
    let left = layer
    for (let no = first; no < next && left.units.gt(ZERO); no++) {
      await readUpTo(no)
      const owed = known.get(no)
      if (!owed?.units.lt(ZERO)) continue
      const units = smaller(left.units, owed.units.times(-1))
      const rest = owed.units.plus(units)
      const [priced, value] = [shareOf(owed.priced, rest, owed.units), shareOf(owed.value, rest, owed.units)]
      put({ ...owed, units: rest, priced, value })
      left = { ...left, ...withoutLayer(left, takeOf(left, units)) }
    }
    return left
  }

  const queue: LayerQueue = {
    total: () => total,
    ends: () => ({ first, next }),
    changed: () => [...changed].flatMap((no) => known.get(no) ?? []),
    async push(layer) {
      const came = total.units.lt(ZERO) ? await settle(layer) : layer
      if (came.units.eq(ZERO)) return
      put({ ...came, no: next })
      next += 1
    },
    async unshift(layers) {
      for (const layer of layers.toReversed()) {
        if (total.units.lt(ZERO)) await queue.push(layer)
        else {
          first -= 1
          // One that has left may have had this number.
          learn(await reader.numbered(first, first + 1))
          put({ ...layer, no: first })
        }
      }
    },
    async takeFirst(units, owing) {
      const taken: LotLayer[] = []
      let wanted = units
      for (let no = first; no < next && wanted.gt(ZERO); no++) {
        await readUpTo(no)
        for (const part of take(no, wanted)) {
          taken.push(part)
          wanted = wanted.minus(part.units)
        }
      }
      return wanted.gt(ZERO) ? [...taken, owe(wanted, owing)] : taken
    },
    async takeOf(lots, units, owing) {
      const taken: QueuedLayer[] = []
      let wanted = units
      for (const lot of lots) {
        let open = smaller(lot.units, wanted)
        for (const { no } of await ofLot(lot.recNo))
          for (const layer of take(no, open)) {
            taken.push(layer)
            open = open.minus(layer.units)
            wanted = wanted.minus(layer.units)
          }
      }
      taken.sort((one, other) => one.no - other.no)
      return wanted.gt(ZERO) ? [...taken, ...(await queue.takeFirst(wanted, owing))] : taken
    },
    async reprice(recNo, price, units) {
      let left = units
      const change = (no: number) => {
        const layer = known.get(no)
        if (!layer || layer.units.lte(ZERO)) return
        const repriced = repriceLayer(layer, price, left)
        left = left.minus(repriced.units)
        if (repriced.units.gt(ZERO)) put(repriced.layer)
      }
      const ofThis = new Set((await ofLot(recNo)).map(({ no }) => no))
      for (const no of ofThis) change(no)
      for (let no = next - 1; no >= first && left.gt(ZERO); no--) {
        await readDownTo(no)
        if (!ofThis.has(no)) change(no)
      }
    },
  }
  return queue
}
