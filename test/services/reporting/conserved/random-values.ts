import type { Big } from 'big.js'
import { createRandom } from '../../../support/records/seeded.ts'
import { keepValues, type Method, methods } from './kept-values.ts'
import { createNaiveValues, stockOf, transitOf } from './naive-values.ts'
import { checkRule, lookAt } from './rule.ts'
import { type SimulatedEntry, simulateStock } from './simulated-stock.ts'

const ENTRIES = 60
const names = ['bought', 'repriced', 'priceVariance', 'usedByAverage', 'usedByFifo'] as const

/** What is wrong in the histories of some seeds: each entry is checked once it is folded. */
export async function checkHistories(firstSeed: number, count: number): Promise<string[]> {
  for (let seed = firstSeed; seed < firstSeed + count; seed++) {
    const wrong = await checkHistory(seed)
    if (wrong.length > 0) return wrong.map((text) => `seed ${seed}: ${text}`)
  }
  return []
}

async function checkHistory(seed: number): Promise<string[]> {
  const random = createRandom(seed)
  const stock = simulateStock(random)
  const values = keepValues()
  const naive = createNaiveValues()
  const changes: Parameters<typeof checkRule>[4] = new Map()
  const describe = () => JSON.stringify([1, 2, 3].map((wid) => methods.map((method) => valueIn(wid, method))))
  const valueIn = (wid: number, method: Method) => {
    const { value, unpriced } = values.in(wid, method)
    return [value.round(6), unpriced]
  }
  /** Every place is worth what the naive values say: a sum would not show what one place owes to another. */
  const compareLevelKeys = ({ entry }: SimulatedEntry) => {
    const expect = (what: string, found: Big, expected: Big) =>
      found.minus(expected).round(6).eq(0) ? [] : [`${what} after ${entry.type}: ${found}, not ${expected}`]
    const sums = naive.sums()
    return [
      ...[1, 2, 3].flatMap((wid) => {
        const { average, fifo, fifoPriced } = naive.in(stockOf(wid))
        const priced = values.layersOf(wid)?.total().priced
        return [
          ...expect(`average in ${wid}`, values.in(wid, 'average').value, average),
          ...expect(`fifo in ${wid}`, values.in(wid, 'fifo').value, fifo),
          ...(priced ? expect(`priced in ${wid}`, priced, fifoPriced) : []),
        ]
      }),
      ...stock.lots().flatMap(({ recNo }) => {
        const { average, fifo } = naive.in(transitOf(recNo))
        const name = `of lot ${recNo} in transit`
        return [
          ...expect(`average ${name}`, values.inTransit(recNo, 'average'), average),
          ...expect(`fifo ${name}`, values.inTransit(recNo, 'fifo'), fifo),
        ]
      }),
      ...names.flatMap((name) => expect(name, values.posted(name), sums[name])),
    ]
  }
  const fold = async (made: SimulatedEntry) => {
    const before = lookAt(values, lotsBefore)
    await values.fold(made.entry)
    naive.fold(made)
    const wrong = checkRule(made, before, values, stock.lots(), changes)
    lotsBefore = stock.lots()
    return [...wrong, ...compareLevelKeys(made)]
  }
  let lotsBefore = stock.lots()
  for (let step = 0; step < ENTRIES; step++) {
    const before = describe()
    const made = stock.act()
    if (!made) continue
    const wrong = await fold(made)
    if (random() < 0.3) values.store()
    // What is taken back at once leaves everything as it was.
    if (wrong.length === 0 && random() < 0.3 && stock.isReversible(made)) {
      wrong.push(...(await fold(stock.reverse(made))))
      const after = describe()
      if (after !== before) wrong.push(`the reversal of ${made.entry.type} left ${after}, not ${before}`)
    }
    if (wrong.length > 0) return wrong
  }
  return []
}
