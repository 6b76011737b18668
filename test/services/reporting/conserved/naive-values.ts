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
interface Place {
  readonly isStock: boolean
  priced: Big
  value: Big
  layers: NaiveLayer[]
}

/** What an entry takes of a place, or brings there. */
interface Flow {
  readonly place: Place
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
  const places = new Map<string, Place>()
  const takenBy = new Map<number, Taken>()
  const gone = new Map<number, Big>()
  const sums = { bought: ZERO, repriced: ZERO, priceVariance: ZERO, usedByAverage: ZERO, usedByFifo: ZERO }

  const placeOf = (lot: SimulatedLot) => {
    const key = keyOf(lot)
    const place = places.get(key) ?? { isStock: !lot.inTransit, priced: ZERO, value: ZERO, layers: [] }
    places.set(key, place)
    return place
  }

  /** Where units leave, and where they come: what stays in its place does neither. */
  const flowsOf = (steps: readonly Step[]) => {
    const changes = new Map<Place, Map<number, Flow['lots'][number]>>()
    const add = (lot: SimulatedLot, units: Big, price: Big | null) => {
      const ofPlace = changes.get(placeOf(lot)) ?? new Map<number, Flow['lots'][number]>()
      const total = units.plus(ofPlace.get(lot.recNo)?.units ?? ZERO)
      changes.set(placeOf(lot), ofPlace.set(lot.recNo, { recNo: lot.recNo, units: total, price }))
    }
    for (const { before, after } of steps.toSorted((one, other) => one.after.recNo - other.after.recNo)) {
      if (before) add(before, before.units.times(-1), after.price)
      add(after, after.units, after.price)
    }
    const flows = [...changes].map(([place, lots]): Flow => ({ place, lots: [...lots.values()] }))
    const left = flows.filter((flow) => unitsOf(flow).lt(ZERO))
    const came = flows.filter((flow) => unitsOf(flow).gt(ZERO))
    const positive = ({ place, lots }: Flow): Flow => ({
      place,
      lots: lots.map((lot) => ({ ...lot, units: lot.units.times(-1) })),
    })
    return { left: left.map(positive), came }
  }

  const takeAtAverage = (flow: Flow, given: Big | undefined) => {
    const { place } = flow
    const units = pricedOf(flow)
    const share = place.priced.eq(ZERO) ? ZERO : place.value.times(units).div(place.priced)
    const value = units.eq(place.priced) ? place.value : smaller(given ?? share, place.value)
    place.priced = place.priced.minus(units)
    place.value = place.value.minus(value)
    return value
  }

  /** So many units of what came, those with a price first; nothing is left of what is empty. */
  const takeOf = (place: Place, layer: NaiveLayer, most: Big): NaiveLayer => {
    const units = smaller(most, layer.units)
    const priced = smaller(units, layer.priced)
    const value = priced.eq(ZERO) ? ZERO : layer.value.times(priced).div(layer.priced)
    layer.units = layer.units.minus(units)
    layer.priced = layer.priced.minus(priced)
    layer.value = layer.value.minus(value)
    if (layer.units.eq(ZERO)) place.layers = place.layers.filter((one) => one !== layer)
    return { recNo: layer.recNo, units, priced, value }
  }
  const takeOldest = (place: Place, wanted: Big) => {
    const taken: NaiveLayer[] = []
    for (let left = wanted; left.gt(ZERO); left = left.minus(taken.at(-1)?.units ?? left)) {
      const [first] = place.layers
      if (first) taken.push(takeOf(place, first, left))
      else return taken
    }
    return taken
  }
  /** The latest that came with the lots, in the sequence in which they came, and the oldest for what is missing. */
  const takeLots = ({ place, lots }: Flow) => {
    const [sequence, taken] = [[...place.layers], new Map<NaiveLayer, NaiveLayer>()]
    for (const { recNo, units } of lots) {
      let left = units
      for (const layer of sequence.filter((one) => one.recNo === recNo).toReversed()) {
        if (left.lte(ZERO)) break
        const part = takeOf(place, layer, left)
        taken.set(layer, part)
        left = left.minus(part.units)
      }
    }
    const found = sequence.flatMap((layer) => taken.get(layer) ?? [])
    const wanted = sumOf(lots.map(({ units }) => units)).minus(sumOf(found.map(({ units }) => units)))
    return [...found, ...takeOldest(place, wanted)]
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
    const carried: Place = { isStock: false, priced, value: taken.value, layers: [...taken.layers] }
    for (const flow of came) {
      const { place, lots } = flow
      const isPutBack = isReversal && !source
      if (isPutBack && reversed) use(reversed, -1)
      if (!source && !isReversal) sums.bought = sums.bought.plus(worthOf(flow))
      const outside = isPutBack ? (reversed?.value ?? ZERO) : worthOf(flow)
      place.value = place.value.plus(source ? takeAtAverage({ place: carried, lots }, undefined) : outside)
      place.priced = place.priced.plus(pricedOf(flow))
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
      place.layers = isReversal ? [...brought, ...place.layers] : [...place.layers, ...brought]
    }
  }

  /** For the units that the lot has: of what came with it, the latest first, then of what else is there. */
  const reprice = (before: SimulatedLot, to: Big | null) => {
    const [place, from] = [placeOf(before), before.price]
    const difference = (to ?? ZERO).minus(from ?? ZERO)
    sums.repriced = sums.repriced.plus(difference.times(before.units))
    sums.priceVariance = sums.priceVariance.plus(difference.times(gone.get(before.recNo) ?? ZERO))
    const change = (of: Pick<Place, 'priced' | 'value'>, units: Big) => {
      of.priced = of.priced.plus(to ? units : ZERO).minus(from ? units : ZERO)
      of.value = of.priced.eq(ZERO) ? ZERO : atLeastNothing(of.value.plus(difference.times(units)))
    }
    change(place, before.units)
    const latest = place.isStock ? place.layers.toReversed() : place.layers
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
    places: (): readonly string[] => [...places.keys()],
    /** Of a place: its value at the average, that of what came, and how many units of this have a price. */
    in(key: string) {
      const { value = ZERO, layers = [] } = places.get(key) ?? {}
      const [fifo, priced] = [sumOf(layers.map((layer) => layer.value)), sumOf(layers.map((layer) => layer.priced))]
      return { average: value, fifo, fifoPriced: priced }
    },
  }
}

const priceOf = ({ price }: SimulatedLot) => price?.toFixed()
