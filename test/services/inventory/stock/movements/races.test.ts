import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { inventory } from '../../../../../shared/contract/inventory/inventory.ts'
import { anIssue, aReceipt } from '../../../../support/records/factories.ts'
import { type StockWorld, shareStockWorld } from '../../stock-world.ts'

let world: StockWorld
beforeAll(async () => {
  world = await shareStockWorld()
})

const outcomes = async (attempts: readonly Promise<unknown>[]) => {
  const settled = await Promise.allSettled(attempts)
  const refusals = settled.flatMap((result) => (result.status === 'rejected' ? [String(result.reason.code)] : []))
  return { done: settled.length - refusals.length, refusals: [...new Set(refusals)] }
}

test('40 racing issues of 20 units sell exactly 20, the others get 409 (R7)', async () => {
  const shortID = await world.newItem()
  const { partNo } = await world.receive(shortID, 20)
  const result = await outcomes(Array.from({ length: 40 }, () => world.issue(shortID, 1)))
  expect(result).toEqual({ done: 20, refusals: ['conflict'] })
  expect(await world.levelOf(partNo)).toMatchObject({ inStock: 0 })
})

test('first receipts of one item at the same time all count', async () => {
  const shortID = await world.newItem()
  const receipts = await Promise.all(
    Array.from({ length: 12 }, (_, index) => world.receive(shortID, 1, { wid: (index % 3) + 1 })),
  )
  expect(await world.levelOf(receipts[0]?.partNo ?? 0)).toMatchObject({ inStock: 12 })
})

test('moves, issues and receipts of one item at the same time leave books that agree', async () => {
  const shortID = await world.newItem()
  await world.receive(shortID, 30, { spot: 'A' })
  const work = Array.from({ length: 30 }, (_, index) =>
    [
      () => world.issue(shortID, 1.5),
      () => world.move(shortID, 2, { toSpot: `B-${index}` }),
      () => world.move(shortID, 1, { shipToWid: 2 }),
      () => world.receive(shortID, 0.5),
    ][index % 4]?.(),
  )
  const { refusals } = await outcomes(work.flatMap((attempt) => attempt ?? []))
  expect(refusals.filter((code) => code !== 'conflict')).toEqual([])
  expect(await world.reconcile()).toMatchObject({ differences: [] })
})

test('a receipt that has run out of time is refused, and those that share its transaction are not', async () => {
  const itemID = await world.newItem()
  const { partNo } = await world.receive(itemID, 1)
  const receive = (startDeadline?: number) =>
    world.call(inventory.receive, aReceipt({ itemID, units: 1 }), startDeadline === undefined ? {} : { startDeadline })
  const [patient, hurried] = await Promise.all([
    outcomes(Array.from({ length: 40 }, () => receive())),
    outcomes(Array.from({ length: 20 }, (_, index) => receive(Date.now() + 5 * index))),
  ])
  expect(patient).toEqual({ done: 40, refusals: [] })
  expect(hurried.refusals).toEqual(['service_unavailable'])
  expect(await world.levelOf(partNo)).toMatchObject({ inStock: 1 + 40 + hurried.done })
})

test('one operation id in parallel takes effect once and is answered the same each time (R4)', async () => {
  const shortID = await world.newItem()
  const { partNo } = await world.receive(shortID, 10)
  const operationId = randomUUID()
  const attempt = randomUUID()
  const answers = await Promise.all(
    Array.from({ length: 10 }, () =>
      world.call(inventory.issue, anIssue({ itemID: shortID, units: 1 }), { operationId, attempt }),
    ),
  )
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
  expect(await world.levelOf(partNo)).toMatchObject({ inStock: 9 })
})

test('a repeat after the stock is gone gets the first response, not a refusal', async () => {
  const shortID = await world.newItem()
  const { recNo } = await world.receive(shortID, 3)
  const context = { operationId: randomUUID(), hasClientKey: true }
  const input = anIssue({ itemID: shortID, units: 3, recno: recNo })
  const first = await world.call(inventory.issue, input, context)
  expect(await world.call(inventory.issue, input, context)).toEqual(first)
  await expect(world.call(inventory.issue, { ...input, units: 2 }, context)).rejects.toMatchObject({ code: 'conflict' })
})
