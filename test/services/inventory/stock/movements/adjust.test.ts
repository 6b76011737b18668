import { beforeAll, expect, test } from 'vitest'
import { permissions } from '../../../../../shared/contract/core/access.ts'
import type { Params } from '../../../../../shared/contract/core/operation.ts'
import { inventory } from '../../../../../shared/contract/inventory/inventory.ts'
import { unique } from '../../../../support/records/factories.ts'
import { type StockWorld, shareStockWorld } from '../../stock-world.ts'

let world: StockWorld
beforeAll(async () => {
  world = await shareStockWorld()
})

type Input = Params<typeof inventory.adjust>
const toInput = (itemID: string, expected: number, counted: number, more: Partial<Input> = {}): Input => ({
  ...{ itemID, wid: 1, spot: 'A-01', expected, counted },
  reasonCode: counted < expected ? 20 : 10,
  ...more,
})
const adjust = (...input: Parameters<typeof toInput>) => world.call(inventory.adjust, toInput(...input))
const entriesOf = async (itemID: string) => (await world.call(inventory.listTransactions, { itemID })).value
const conflict = (message: string) => ({ code: 'conflict', message })

test('what is missing of a cell is issued, first to expire first, and what is found is received', async () => {
  const itemID = await world.newItem()
  const { partNo } = await world.receive(itemID, 8)
  const expired = await world.receive(itemID, 2, { expires: '2020-01-01' })
  await world.receive(itemID, 5, { spot: 'B-01' })
  const less = await adjust(itemID, 10, 7.5, { reference: 'CHECK-1', remark: 'spilled' })
  expect(less).toMatchObject({ units: -2.5, expected: 10, counted: 7.5, spot: 'A-01', status: 'adjusted' })
  expect(less.lots[0]).toEqual({ recNo: expired.recNo, units: 0 })
  const more = await adjust(itemID, 7.5, 9)
  expect(more).toMatchObject({ units: 1.5, lots: [{ units: 1.5 }] })
  expect(await world.levelOf(partNo)).toMatchObject({ inStock: 14 })
  expect((await entriesOf(itemID)).slice(0, 2)).toMatchObject([
    { type: 'receive', transactionNo: more.transactionNo, units: 1.5, reasonCode: 10, spot: 'A-01' },
    { type: 'issue', transactionNo: less.transactionNo, units: 2.5, reasonCode: 20, reference: 'CHECK-1' },
  ])
  expect(await world.reconcile()).toMatchObject({ differences: [] })
})

test('a cell that is not as expected is left as it is', async () => {
  const itemID = await world.newItem()
  await world.receive(itemID, 12)
  await expect(adjust(itemID, 10, 11)).rejects.toMatchObject(conflict('Expected 10, is 12.'))
  await expect(adjust(itemID, 12, 11, { spot: undefined })).rejects.toMatchObject(conflict('Expected 12, is 0.'))
  expect(await entriesOf(itemID)).toHaveLength(1)
})

test('of two adjustments of one cell at the same time, one finds it changed', async () => {
  const itemID = await world.newItem()
  const { partNo } = await world.receive(itemID, 10)
  const settled = await Promise.allSettled([adjust(itemID, 10, 9), adjust(itemID, 10, 9)])
  expect(settled.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(await world.levelOf(partNo)).toMatchObject({ inStock: 9 })
})

test('equal figures change nothing', async () => {
  const itemID = await world.newItem()
  await world.receive(itemID, 3)
  for (const reasonCode of [10, 20])
    expect(await adjust(itemID, 3, 3, { reasonCode })).toMatchObject({ transactionNo: null, units: 0, lots: [] })
  expect(await entriesOf(itemID)).toHaveLength(1)
})

test('a dry run says what would be changed, and changes nothing', async () => {
  const itemID = await world.newItem()
  const { recNo } = await world.receive(itemID, 3)
  const preview = (expected: number, counted: number) =>
    world.call(inventory.previewAdjust, { ...toInput(itemID, expected, counted), dryRun: true })
  expect(await preview(3, 1)).toMatchObject({
    ...{ status: 'planned', shortID: itemID, units: 2 },
    lots: [{ recNo, unitsBefore: 3, unitsAfter: 1 }],
  })
  expect(await preview(3, 4)).toMatchObject({
    ...{ units: 1, lots: [{ recNo: null, unitsAfter: 1 }] },
    passedOver: [{ recNo, reason: 'a receipt makes a lot of its own' }],
  })
  expect(await preview(3, 3)).toMatchObject({ shortID: itemID, units: 0, lots: [] })
  await expect(preview(4, 1)).rejects.toMatchObject(conflict('Expected 4, is 3.'))
  expect(await entriesOf(itemID)).toHaveLength(1)
})

test('each direction takes its own permission and reason, and the scope holds', async () => {
  const itemID = await world.newItem()
  await world.receive(itemID, 3)
  const clientWith = (...granted: number[]) =>
    world.system.createClient({ permissions: granted, warehouses: [1] }).then(({ call }) => call)
  const [adding, taking] = [
    await clientWith(permissions.positiveAdjustment),
    await clientWith(permissions.negativeAdjustment),
  ]
  const refusal = { code: 'forbidden', message: 'Insufficient permissions.' }
  await expect(adding(inventory.adjust, toInput(itemID, 3, 2))).rejects.toMatchObject(refusal)
  await expect(taking(inventory.adjust, toInput(itemID, 3, 4))).rejects.toMatchObject(refusal)
  await expect(taking(inventory.adjust, toInput(itemID, 0, 0, { wid: 2 }))).rejects.toMatchObject({ code: 'forbidden' })
  for (const [counted, reasonCode] of [
    [2, 10],
    [4, 20],
    [3, 4711],
  ] as const)
    await expect(adjust(itemID, 3, counted, { reasonCode })).rejects.toMatchObject({
      details: { reasonCode: [expect.any(String)] },
    })
  await expect(adjust(itemID, 3, -1)).rejects.toMatchObject({
    details: { counted: ['The field counted must be 0 or greater.'] },
  })
  expect(await taking(inventory.adjust, toInput(itemID, 3, 2))).toMatchObject({ units: -1 })
  expect(await adding(inventory.adjust, toInput(itemID, 2, 3))).toMatchObject({ units: 1 })
})

test('an adjustment is done once however often its request arrives (R4)', async () => {
  const itemID = await world.newItem()
  await world.receive(itemID, 3)
  const context = { operationId: unique('key'), hasClientKey: true }
  const send = (attempt: string) => world.call(inventory.adjust, toInput(itemID, 3, 5), { ...context, attempt })
  expect(await send('two')).toEqual(await send('one'))
  expect(await entriesOf(itemID)).toHaveLength(2)
})
