import { type FoldedLot, figure, lotsOf, lotValueOf, type Place, sum, unpricedOf } from './places.ts'
import { dayIn, daysBetween } from './zone.ts'

/** Rows of reports of a moment, from the places as they were then. */
const named = ({ partNo, shortID, wid }: Place) => ({ partNo, shortID, wid })
const unitsOf = (lots: readonly FoldedLot[]) => Number(sum(lots.map(({ inStock }) => inStock)))
const inStockOf = (place: Place) => lotsOf(place).filter(({ inStock }) => !inStock.eq(0))

export function onHandRows(places: readonly Place[]) {
  return places
    .map((place) => {
      const of = (name: string) => figure(place, name)
      const available = ['onHold', 'committed', 'packed'].reduce((left, name) => left.minus(of(name)), of('inStock'))
      const figures = ['inStock', 'onOrder', 'onHold', 'committed', 'packed', 'aSN'].map((name) => [
        name,
        Number(of(name)),
      ])
      const isEmpty = figures.every(([, units]) => units === 0)
      const row = { ...named(place), recNo: null, spot: null, available: Number(available) }
      return { isEmpty, row: { ...row, ...Object.fromEntries(figures) } }
    })
    .filter(({ isEmpty }) => !isEmpty)
    .map(({ row }) => row)
}

export const lotRows = (places: readonly Place[]) =>
  places
    .flatMap((place) => lotsOf(place).map((lot) => ({ place, ...lot })))
    .map(({ place, recNo, spot, ...lot }) => {
      const unknown = { available: null, onOrder: null, committed: null, packed: null }
      const figures = { inStock: Number(lot.inStock), onHold: Number(lot.onHold), aSN: Number(lot.aSN) }
      return { ...named(place), recNo, spot, ...unknown, ...figures }
    })
    .filter(({ inStock, onHold, aSN }) => inStock !== 0 || onHold !== 0 || aSN !== 0)

export function ageingRows(places: readonly Place[], at: Date, timeZone: string) {
  const today = dayIn(timeZone, at)
  const ageOf = (received: string) => {
    const age = daysBetween(dayIn(timeZone, new Date(received)), today)
    return [30, 60, 90, 180, 365].find((limit) => age <= limit)?.toString() ?? 'Over365'
  }
  return places.flatMap((place) => {
    const lots = inStockOf(place)
    const buckets = ['30', '60', '90', '180', '365', 'Over365'].flatMap((age) => {
      const inBucket = lots.filter(({ facts }) => ageOf(facts.received) === age)
      return [[`units${age}`, unitsOf(inBucket)] as const, [`value${age}`, Number(lotValueOf(inBucket))] as const]
    })
    const unpricedUnits = Number(unpricedOf(lots))
    const row = { ...named(place), units: unitsOf(lots), ...Object.fromEntries(buckets), unpricedUnits }
    return lots.length > 0 ? [row] : []
  })
}

export function expiryRows(places: readonly Place[], at: Date, timeZone: string) {
  const today = dayIn(timeZone, at)
  const spanOf = (expires: string | null) => {
    if (new Date(expires ?? '') <= at) return 'expired'
    const left = daysBetween(today, dayIn(timeZone, new Date(expires ?? '')))
    return [30, 60, 90, 120, 150, 180].find((limit) => left <= limit)?.toString() ?? 'Later'
  }
  return places.flatMap((place) => {
    const lots = inStockOf(place).filter(({ facts }) => facts.expires !== null)
    const buckets = ['expired', '30', '60', '90', '120', '150', '180', 'Later'].flatMap((span) => {
      const inSpan = lots.filter(({ facts }) => spanOf(facts.expires) === span)
      const [units, value] = span === 'expired' ? ['expiredUnits', 'expiredValue'] : [`units${span}`, `value${span}`]
      return [[units, unitsOf(inSpan)] as const, [value, Number(lotValueOf(inSpan))] as const]
    })
    const unpricedUnits = Number(unpricedOf(lots))
    const row = { ...named(place), units: unitsOf(lots), ...Object.fromEntries(buckets), unpricedUnits }
    return row.units === 0 ? [] : [row]
  })
}
