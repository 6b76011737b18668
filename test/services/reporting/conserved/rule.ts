import { Big } from 'big.js'
import { type KeptValues, type Method, methods, sum } from './kept-values.ts'
import type { SimulatedEntry, SimulatedLot } from './simulated-stock.ts'

const ZERO = new Big(0)
const SMALLEST = new Big('0.0000005')
const WAREHOUSES = [1, 2, 3] as const

/** What is known before an entry. */
export interface Before {
  readonly totals: Readonly<Record<Method, Big>>
  readonly variances: Readonly<Record<Method, Big>>
  /** By warehouse. */
  readonly average: ReadonlyMap<number, Big>
  readonly priced: ReadonlyMap<number, Big>
}

export function lookAt(values: KeptValues, lots: readonly SimulatedLot[]): Before {
  const ofMethods = (ofMethod: (method: Method) => Big) =>
    Object.fromEntries(methods.map((method) => [method, ofMethod(method)])) as Record<Method, Big>
  return {
    totals: ofMethods((method) => values.total(method)),
    variances: ofMethods((method) => (method === 'lot' ? ZERO : values.posted(`${method}Variance`))),
    average: new Map(WAREHOUSES.map((wid) => [wid, values.in(wid, 'average').value])),
    priced: new Map(WAREHOUSES.map((wid) => [wid, sum(pricedIn(lots, wid).map(({ units }) => units))])),
  }
}

const stockIn = (lots: readonly SimulatedLot[], wid: number) => lots.filter((lot) => lot.wid === wid && !lot.inTransit)
const pricedIn = (lots: readonly SimulatedLot[], wid: number) =>
  stockIn(lots, wid).filter(({ price }) => price !== null)

/** What is wrong with the values after an entry, by the rule of docs/reports.md; nothing if they keep it. */
export function checkRule(
  { entry, steps }: SimulatedEntry,
  before: Before,
  values: KeptValues,
  lots: readonly SimulatedLot[],
  changesOf: Map<number, Readonly<Record<Method, Big>>>,
): string[] {
  const wrong: string[] = []
  const check = (what: string, found: Big, expected: Big) => {
    if (found.minus(expected).abs().gt(SMALLEST))
      wrong.push(`${what} after ${entry.type} ${entry.transactionNo}: ${found.toFixed()}, not ${expected.toFixed()}`)
  }
  const after = lookAt(values, lots)
  const changed = (method: Method) => after.totals[method].minus(before.totals[method])
  const variance = (method: Method) => after.variances[method].minus(before.variances[method])
  changesOf.set(entry.transactionNo, { lot: changed('lot'), average: changed('average'), fifo: changed('fifo') })
  const worth = sum(
    steps.map(({ before: one, after: other }) => other.units.minus(one?.units ?? ZERO).times(other.price ?? ZERO)),
  )
  const repriced = sum(
    steps.map(({ before: one, after: other }) =>
      one ? (other.price ?? ZERO).minus(one.price ?? ZERO).times(one.units) : ZERO,
    ),
  )
  for (const method of methods) {
    check(`total by ${method}`, changed(method), expectedChange(method).plus(variance(method)))
    const used = values.posted(method === 'lot' ? 'usedByLot' : method === 'average' ? 'usedByAverage' : 'usedByFifo')
    const bought = values.posted('bought').plus(values.posted('repriced'))
    check(`balance by ${method}`, after.totals[method], bought.minus(used).plus(after.variances[method]))
  }
  if (!mayVary()) for (const method of methods) check(`variance by ${method}`, variance(method), ZERO)
  // The average keeps to the rule as long as what a warehouse has there covers it.
  if (entry.type === 'amend' && isCovered()) check('variance by average', variance('average'), ZERO)
  for (const wid of WAREHOUSES) {
    const stock = stockIn(lots, wid)
    const [units, priced] = [sum(stock.map((lot) => lot.units)), after.priced.get(wid) ?? ZERO]
    check(`lots of ${wid}`, values.in(wid, 'lot').value, sum(stock.map((lot) => lot.units.times(lot.price ?? ZERO))))
    check(`unpriced of ${wid}`, values.in(wid, 'average').unpriced, units.minus(priced))
    const fifo = values.in(wid, 'fifo')
    const layers = values.layersOf(wid)?.total()
    check(`layers of ${wid}`, layers?.units ?? ZERO, units)
    if (fifo.unpriced.lt(ZERO) || fifo.unpriced.gt(units)) wrong.push(`unpriced ${fifo.unpriced.toFixed()} of ${wid}`)
    for (const method of methods)
      if (values.in(wid, method).value.lt(ZERO)) wrong.push(`value below 0 in ${wid} by ${method}`)
    if (priced.eq(ZERO)) check(`average of nothing in ${wid}`, values.in(wid, 'average').value, ZERO)
  }
  return wrong

  /** Only a change of a price, or a receipt that is taken back, may find less than it asks for. */
  function mayVary() {
    return entry.type === 'amend' || (entry.type === 'reverse' && entry.reversedType === 'receive')
  }

  function isCovered() {
    const [step] = steps
    if (!step || step.after.inTransit) return false
    const value = (before.average.get(step.after.wid) ?? ZERO).plus(repriced)
    return value.gte(ZERO) && (after.priced.get(step.after.wid) ?? ZERO).gt(ZERO)
  }

  function expectedChange(method: Method): Big {
    if (entry.type === 'receive') return worth
    if (entry.type === 'amend') return repriced
    if (entry.type === 'reverse' && entry.reversedType === 'receive') return worth
    if (entry.type === 'reverse' && entry.reversedType === 'issue')
      return changesOf.get(entry.reverses ?? 0)?.[method].times(-1) ?? ZERO
    if (entry.type !== 'issue' && entry.type !== 'lose') return ZERO
    if (method === 'lot') return worth
    // What left of each place, the naive values say: never more than there was.
    return changed(method).lte(ZERO) ? changed(method) : ZERO
  }
}
