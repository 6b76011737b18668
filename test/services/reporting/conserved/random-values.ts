import { createRandom } from '../../../support/records/seeded.ts'
import { keepValues, type Method, methods } from './kept-values.ts'
import { createNaiveLayers } from './naive-layers.ts'
import { checkRule, lookAt } from './rule.ts'
import { type SimulatedEntry, simulateStock } from './simulated-stock.ts'

const ENTRIES = 40

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
  const naive = createNaiveLayers()
  const changes: Parameters<typeof checkRule>[4] = new Map()
  let isPlain = true
  const describe = () => JSON.stringify([1, 2, 3].map((wid) => methods.map((method) => valueIn(wid, method))))
  const valueIn = (wid: number, method: Method) => {
    const { value, unpriced } = values.in(wid, method)
    return [value.round(6), unpriced]
  }
  const fold = async (made: SimulatedEntry) => {
    const before = lookAt(values, lotsBefore)
    await values.fold(made.entry)
    const wrong = checkRule(made, before, values, stock.lots(), changes)
    lotsBefore = stock.lots()
    return wrong
  }
  let lotsBefore = stock.lots()
  for (let step = 0; step < ENTRIES; step++) {
    const before = describe()
    const made = stock.act()
    if (!made) continue
    const wrong = await fold(made)
    if (made.entry.type === 'amend' || made.entry.type === 'reverse') isPlain = false
    if (isPlain) {
      naive.fold(made)
      for (const wid of [1, 2, 3])
        if (!values.in(wid, 'fifo').value.minus(naive.valueIn(wid)).round(6).eq(0))
          wrong.push(`${wid} after ${made.entry.type}: ${values.in(wid, 'fifo').value}, not ${naive.valueIn(wid)}`)
    }
    if (random() < 0.3) values.store()
    // What is taken back at once leaves everything as it was.
    if (wrong.length === 0 && random() < 0.3 && stock.isReversible(made)) {
      isPlain = false
      wrong.push(...(await fold(stock.reverse(made))))
      const after = describe()
      if (after !== before) wrong.push(`the reversal of ${made.entry.type} left ${after}, not ${before}`)
    }
    if (wrong.length > 0) return wrong
  }
  return []
}
