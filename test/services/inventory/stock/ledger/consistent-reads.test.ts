import { beforeAll, expect, test } from 'vitest'
import { inventory } from '../../../../../shared/contract/inventory/inventory.ts'
import { type StockWorld, shareStockWorld } from '../../stock-world.ts'

let world: StockWorld
beforeAll(async () => {
  world = await shareStockWorld()
})

const READINGS = 25
const sum = (units: readonly number[]) => units.reduce((total, one) => total + one, 0)

/** Reads again and again while two clients write. */
async function readWhileWriting<T>(read: () => Promise<T>, write: (writer: number) => Promise<unknown>): Promise<T[]> {
  let isDone = false
  const writer = async (number: number) => {
    while (!isDone) await write(number)
  }
  const writers = Promise.all([writer(1), writer(2)])
  const readings: T[] = []
  try {
    while (readings.length < READINGS) readings.push(await read())
  } finally {
    isDone = true
    await writers
  }
  return readings
}

test('an explanation is of one moment while two clients write: its lots add up to its level', async () => {
  const itemID = await world.newItem()
  await world.receive(itemID, 100, { spot: 'A' })
  const readings = await readWhileWriting(
    () => world.call(inventory.explainLevel, { itemID, wid: 1 }),
    (writer) => (writer === 1 ? world.receive(itemID, 2) : world.issue(itemID, 1)),
  )
  expect(new Set(readings.map(({ level }) => level.inStock)).size).toBeGreaterThan(1)
  const contradictions = readings.filter(({ level, lots }) => sum(lots.map(({ units }) => units)) !== level.inStock)
  expect(contradictions).toHaveLength(0)
})

test('a trace is of one moment while two clients write: its transactions lead to the lots in it', async () => {
  const itemID = await world.newItem()
  const { recNo } = await world.receive(itemID, 900, { spot: 'A' })
  const readings = await readWhileWriting(
    () => world.call(inventory.traceLot, { recno: recNo }),
    (writer) =>
      writer === 1
        ? world.move(itemID, 1, { recno: recNo, toSpot: 'B' })
        : world.issue(itemID, 1, { recno: recNo, reference: 'SO-1' }),
  )
  expect(new Set(readings.map(({ lot }) => lot.units)).size).toBeGreaterThan(1)
  const contradictions = readings.filter(({ lot, children, transactions }) => {
    const steps = transactions.flatMap((transaction) => transaction.lots)
    const made = steps.filter(({ fromRecNo }) => fromRecNo === recNo)
    const last = steps.findLast((step) => step.recNo === recNo)
    return last?.unitsAfter !== lot.units || made.length !== children.length
  })
  expect(contradictions).toHaveLength(0)
})
