import { Big } from 'big.js'
import type { SimulatedEntry, SimulatedLot, Step } from './simulated-stock.ts'

/** Units that came together with a lot: those of them that have a price, and what these are worth. */
interface NaiveLayer {
  readonly recNo: number
  units: Big
  priced: Big
  value: Big
}

/** The stock of a warehouse, or a lot that is in transit: what it is worth at the average, and what came, oldest first. */
interface LevelKey {
  readonly isStock: boolean
  priced: Big
  value: Big
  layers: NaiveLayer[]
}

/** What an entry takes of a place, or brings there. */
interface Flow {
  readonly place: LevelKey
  readonly lots: readonly { readonly recNo: number; readonly units: Big; readonly price: Big | null }[]
}

interface Taken {
  readonly value: Big
  readonly layers: readonly NaiveLayer[]
}

const ZERO = new Big(0)
const sumOf = (values: readonly Big[]) => values.reduce((total, value) => total.plus(value), ZERO)
const smaller = (one: Big, other: Big) => (one.lt(other) ? one : other)
const atLeastNothing = (value: Big) => (value.lt(ZERO) ? ZERO : value)
const unitsOf = ({ lots }: Flow) => sumOf(lots.map(({ units }) => units))
const pricedOf = ({ lots }: Flow) => sumOf(lots.map(({ units, price }) => (price ? units : ZERO)))
const worthOf = ({ lots }: Flow) => sumOf(lots.map(({ units, price }) => units.times(price ?? ZERO)))

export const stockOf = (wid: number) => `stock of ${wid}`
export const transitOf = (recNo: number) => `lot ${recNo} in transit`
const keyOf = ({ inTransit, recNo, wid }: SimulatedLot) => (inTransit ? transitOf(recNo) : stockOf(wid))

/** The table of docs/reports.md#conserved by the simplest means: lists of what came, for every place. */
export function createNaiveValues() {
  const levels = new Map<string, LevelKey>()
  const takenBy = new Map<number, Taken>()
  const gone = new Map<number, Big>()
  const sums = { bought: ZERO, repriced: ZERO, priceVariance: ZERO, usedByAverage: ZERO, usedByFifo: ZERO }

  const levelKeyOf = (lot: SimulatedLot) => {
    const key = keyOf(lot)
    const levelKey = levels.get(key) ?? { isStock: !lot.inTransit, priced: ZERO, value: ZERO, layers: [] }
    levels.set(key, levelKey)
    return levelKey
  }

  /** Where units leave, and where they come: what stays in its place does neither. */
  const flowsOf = (steps: readonly Step[]) => {
    const changes = new Map<LevelKey, Map<number, Flow['lots'][number]>>()
    const add = (lot: SimulatedLot, units: Big, price: Big | null) => {
      const ofLevel = changes.get(levelKeyOf(lot)) ?? new Map<number, Flow['lots'][number]>()
      const total = units.plus(ofLevel.get(lot.recNo)?.units ?? ZERO)
      changes.set(levelKeyOf(lot), ofLevel.set(lot.recNo, { recNo: lot.recNo, units: total, price }))
    }
    for (const { before, after } of steps.toSorted((one, other) => one.after.recNo - other.after.recNo)) {
      if (before) add(before, before.units.times(-1), after.price)
      add(after, after.units, after.price)
    }
    const flows = [...changes].map(([key, lots]): Flow => ({ place: key, lots: [...lots.values()] }))
    const left = flows.filter((flow) => unitsOf(flow).lt(ZERO))
    const came = flows.filter((flow) => unitsOf(flow).gt(ZERO))
    const positive = ({ place: key, lots }: Flow): Flow => ({
      place: key,
      lots: lots.map((lot) => ({ ...lot, units: lot.units.times(-1) })),
    })
    return { left: left.map(positive), came }
  }

  const takeAtAverage = (flow: Flow, given: Big | undefined) => {
    const { place: key } = flow
    const units = pricedOf(flow)
    const share = key.priced.eq(ZERO) ? ZERO : key.value.times(units).div(key.priced)
    const value = units.eq(key.priced) ? key.value : smaller(given ?? share, key.value)
    key.priced = key.priced.minus(units)
    key.value = key.value.minus(value)
    return value
  }

  /** So many units of what came, those with a price first; nothing is left of what is empty. */
  const takeOf = (key: LevelKey, layer: NaiveLayer, most: Big): NaiveLayer => {
    const units = smaller(most, layer.units)
    const priced = smaller(units, layer.priced)
    const value = priced.eq(ZERO) ? ZERO : layer.value.times(priced).div(layer.priced)
    layer.units = layer.units.minus(units)
    layer.priced = layer.priced.minus(priced)
    layer.value = layer.value.minus(value)
    if (layer.units.eq(ZERO)) key.layers = key.layers.filter((one) => one !== layer)
    return { recNo: layer.recNo, units, priced, value }
  }
  const takeOldest = (key: LevelKey, wanted: Big) => {
    const taken: NaiveLayer[] = []
    for (let left = wanted; left.gt(ZERO); left = left.minus(taken.at(-1)?.units ?? left)) {
      const [first] = key.layers
      if (first) taken.push(takeOf(key, first, left))
      else return taken
    }
    return taken
  }
  /** The latest that came with the lots, in the sequence in which they came, and the oldest for what is missing. */
  const takeLots = ({ place: key, lots }: Flow) => {
    const [sequence, taken] = [[...key.layers], new Map<NaiveLayer, NaiveLayer>()]
    for (const { recNo, units } of lots) {
      let left = units
      for (const layer of sequence.filter((one) => one.recNo === recNo).toReversed()) {
        if (left.lte(ZERO)) break
        const part = takeOf(key, layer, left)
        taken.set(layer, part)
        left = left.minus(part.units)
      }
    }
    const found = sequence.flatMap((layer) => taken.get(layer) ?? [])
    const wanted = sumOf(lots.map(({ units }) => units)).minus(sumOf(found.map(({ units }) => units)))
    return [...found, ...takeOldest(key, wanted)]
  }

  const use = ({ value, layers }: Taken, sign: 1 | -1) => {
    sums.usedByAverage = sums.usedByAverage.plus(value.times(sign))
    sums.usedByFifo = sums.usedByFifo.plus(sumOf(layers.map((layer) => layer.value)).times(sign))
  }
  const move = ({ entry, steps }: SimulatedEntry) => {
    const { left, came } = flowsOf(steps)
    const [source] = left
    const isReversal = entry.type === 'reverse'
    const reversed = isReversal ? takenBy.get(entry.reverses ?? 0) : undefined
    let taken: Taken = { value: ZERO, layers: [] }
    if (source) {
      const given = came.length > 0 ? reversed?.value : worthOf(source)
      const value = takeAtAverage(source, isReversal ? given : undefined)
      taken = { value, layers: isReversal ? takeLots(source) : takeOldest(source.place, unitsOf(source)) }
      if (entry.type === 'issue' || entry.type === 'move') takenBy.set(entry.transactionNo, taken)
      if (isReversal && came.length === 0) sums.bought = sums.bought.minus(worthOf(source))
      else if (came.length === 0) use(taken, 1)
    }
    const priced = sumOf(came.map(pricedOf))
    const carried: LevelKey = { isStock: false, priced, value: taken.value, layers: [...taken.layers] }
    for (const flow of came) {
      const { place: key, lots } = flow
      const isPutBack = isReversal && !source
      if (isPutBack && reversed) use(reversed, -1)
      if (!source && !isReversal) sums.bought = sums.bought.plus(worthOf(flow))
      const outside = isPutBack ? (reversed?.value ?? ZERO) : worthOf(flow)
      key.value = key.value.plus(source ? takeAtAverage({ place: carried, lots }, undefined) : outside)
      key.priced = key.priced.plus(pricedOf(flow))
      const bought = lots.map(({ recNo, units, price }) => ({
        recNo,
        units,
        priced: price ? units : ZERO,
        value: units.times(price ?? ZERO),
      }))
      const brought = source
        ? lots.flatMap(({ recNo, units }) => takeOldest(carried, units).map((layer) => ({ ...layer, recNo })))
        : isPutBack
          ? (reversed?.layers ?? []).map((layer) => ({ ...layer }))
          : bought
      key.layers = isReversal ? [...brought, ...key.layers] : [...key.layers, ...brought]
    }
  }

  /** For the units that the lot has: of what came with it, the latest first, then of what else is there. */
  const reprice = (before: SimulatedLot, to: Big | null) => {
    const [key, from] = [levelKeyOf(before), before.price]
    const difference = (to ?? ZERO).minus(from ?? ZERO)
    sums.repriced = sums.repriced.plus(difference.times(before.units))
    sums.priceVariance = sums.priceVariance.plus(difference.times(gone.get(before.recNo) ?? ZERO))
    const change = (of: Pick<LevelKey, 'priced' | 'value'>, units: Big) => {
      of.priced = of.priced.plus(to ? units : ZERO).minus(from ? units : ZERO)
      of.value = of.priced.eq(ZERO) ? ZERO : atLeastNothing(of.value.plus(difference.times(units)))
    }
    change(key, before.units)
    const latest = key.isStock ? key.layers.toReversed() : key.layers
    let left = before.units
    for (const layer of latest.toSorted((one, other) => isOf(other, before) - isOf(one, before))) {
      const units = smaller(left, from ? layer.priced : layer.units.minus(layer.priced))
      left = left.minus(units)
      if (units.gt(ZERO)) change(layer, units)
    }
  }
  const isOf = ({ recNo }: NaiveLayer, lot: SimulatedLot) => Number(recNo === lot.recNo)

  return {
    fold(made: SimulatedEntry) {
      const { entry, steps } = made
      if (entry.type === 'amend')
        for (const { before, after } of steps)
          if (before && priceOf(before) !== priceOf(after)) reprice(before, after.price)
      move(made)
      if (entry.type !== 'issue' && entry.type !== 'lose' && entry.reversedType !== 'issue') return
      for (const { before, after } of steps)
        gone.set(after.recNo, (gone.get(after.recNo) ?? ZERO).plus(before?.units ?? ZERO).minus(after.units))
    },
    sums: (): Readonly<typeof sums> => sums,
    places: (): readonly string[] => [...levels.keys()],
    /** Of a place: its value at the average, that of what came, and how many units of this have a price. */
    in(key: string) {
      const { value = ZERO, layers = [] } = levels.get(key) ?? {}
      const [fifo, priced] = [sumOf(layers.map((layer) => layer.value)), sumOf(layers.map((layer) => layer.priced))]
      return { average: value, fifo, fifoPriced: priced }
    },
  }
}

const priceOf = ({ price }: SimulatedLot) => price?.toFixed()
