import type { AvailableToPromise } from '../../../../shared/contract/orders/available-to-promise.ts'
import { type Quantity, smaller, toNumber, ZERO } from '../../../../shared/quantity.ts'

/** Units that come in or are needed on a day; demand is negative. */
export interface DatedUnits {
  /** A UTC day, as 2026-01-31. */
  readonly date: string
  readonly units: Quantity
}

interface Window {
  readonly available: Quantity
  readonly today: string
  readonly from: string
  readonly to: string
}

interface Row {
  readonly date: string
  readonly supply: Quantity
  readonly demand: Quantity
  readonly projected: Quantity
  readonly atp: Quantity
}

/**
 * The first day and each later one on which something changes, up to the horizon: what is available then, and what of
 * it can be promised without taking it from a later need.
 */
export function project(dated: readonly DatedUnits[], { available, today, from, to }: Window): Row[] {
  const inWindow = dated.filter(({ date }) => date >= today && date <= to)
  const days = [...new Set([from, ...inWindow.map(({ date }) => date)])].sort()
  const rows: Omit<Row, 'atp'>[] = []
  let projected = available
  for (const date of days) {
    let [supply, demand] = [ZERO, ZERO]
    for (const { units } of inWindow.filter((one) => one.date === date)) {
      if (units.gt(ZERO)) supply = supply.plus(units)
      else demand = demand.minus(units)
    }
    projected = projected.plus(supply).minus(demand)
    if (date >= from) rows.push({ date, supply, demand, projected })
  }
  let least: Quantity | undefined
  return rows
    .toReversed()
    .map((row) => {
      least = least ? smaller(least, row.projected) : row.projected
      return { ...row, atp: least }
    })
    .toReversed()
}

/** The first of the rows from which on the units can be promised. */
export const findEarliest = (rows: readonly Row[], units: Quantity): string | null =>
  rows.find(({ atp }) => atp.gte(units))?.date ?? null

export const toRow = ({ date, supply, demand, projected, atp }: Row): AvailableToPromise['rows'][number] => ({
  date,
  supply: toNumber(supply),
  demand: toNumber(demand),
  projected: toNumber(projected),
  atp: toNumber(atp),
})
