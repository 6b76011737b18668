import { type FoldedLot, figure, type LevelKey, lotsOf, lotValueOf, sum, unpricedOf } from './levels-at.ts'
import { dayIn, daysBetween } from './zone.ts'

/** Rows of reports of a moment, from the places as they were then. */
const named = ({ partNo, shortID, wid }: LevelKey) => ({ partNo, shortID, wid })
const unitsOf = (lots: readonly FoldedLot[]) => Number(sum(lots.map(({ inStock }) => inStock)))
const inStockOf = (key: LevelKey) => lotsOf(key).filter(({ inStock }) => !inStock.eq(0))

export function onHandRows(levels: readonly LevelKey[]) {
  return levels
    .map((key) => {
      const of = (name: string) => figure(key, name)
      const available = ['onHold', 'committed', 'packed'].reduce((left, name) => left.minus(of(name)), of('inStock'))
      const figures = ['inStock', 'onOrder', 'onHold', 'committed', 'packed', 'aSN'].map((name) => [
        name,
        Number(of(name)),
      ])
      const isEmpty = figures.every(([, units]) => units === 0)
      const row = { ...named(key), recNo: null, spot: null, available: Number(available) }
      return { isEmpty, row: { ...row, ...Object.fromEntries(figures) } }
    })
    .filter(({ isEmpty }) => !isEmpty)
    .map(({ row }) => row)
}

export const lotRows = (levels: readonly LevelKey[]) =>
  levels
    .flatMap((key) => lotsOf(key).map((lot) => ({ place: key, ...lot })))
    .map(({ place: key, recNo, spot, ...lot }) => {
      const unknown = { available: null, onOrder: null, committed: null, packed: null }
      const figures = { inStock: Number(lot.inStock), onHold: Number(lot.onHold), aSN: Number(lot.aSN) }
      return { ...named(key), recNo, spot, ...unknown, ...figures }
    })
    .filter(({ inStock, onHold, aSN }) => inStock !== 0 || onHold !== 0 || aSN !== 0)

export function ageingRows(levels: readonly LevelKey[], at: Date, timeZone: string) {
  const today = dayIn(timeZone, at)
  const ageOf = (received: string) => {
    const age = daysBetween(dayIn(timeZone, new Date(received)), today)
    return [30, 60, 90, 180, 365].find((limit) => age <= limit)?.toString() ?? 'Over365'
  }
  return levels.flatMap((key) => {
    const lots = inStockOf(key)
    const buckets = ['30', '60', '90', '180', '365', 'Over365'].flatMap((age) => {
      const inBucket = lots.filter(({ facts }) => ageOf(facts.received) === age)
      return [[`units${age}`, unitsOf(inBucket)] as const, [`value${age}`, Number(lotValueOf(inBucket))] as const]
    })
    const unpricedUnits = Number(unpricedOf(lots))
    const row = { ...named(key), units: unitsOf(lots), ...Object.fromEntries(buckets), unpricedUnits }
    return lots.length > 0 ? [row] : []
  })
}

export function expiryRows(levels: readonly LevelKey[], at: Date, timeZone: string) {
  const today = dayIn(timeZone, at)
  const spanOf = (expires: string | null) => {
    if (new Date(expires ?? '') <= at) return 'expired'
    const left = daysBetween(today, dayIn(timeZone, new Date(expires ?? '')))
    return [30, 60, 90, 120, 150, 180].find((limit) => left <= limit)?.toString() ?? 'Later'
  }
  return levels.flatMap((key) => {
    const lots = inStockOf(key).filter(({ facts }) => facts.expires !== null)
    const buckets = ['expired', '30', '60', '90', '120', '150', '180', 'Later'].flatMap((span) => {
      const inSpan = lots.filter(({ facts }) => spanOf(facts.expires) === span)
      const [units, value] = span === 'expired' ? ['expiredUnits', 'expiredValue'] : [`units${span}`, `value${span}`]
      return [[units, unitsOf(inSpan)] as const, [value, Number(lotValueOf(inSpan))] as const]
    })
    const unpricedUnits = Number(unpricedOf(lots))
    const row = { ...named(key), units: unitsOf(lots), ...Object.fromEntries(buckets), unpricedUnits }
    return row.units === 0 ? [] : [row]
  })
}
