import { beforeAll, expect, test } from 'vitest'
import { catalog } from '../../../../../shared/contract/catalog/catalog.ts'
import { inventory } from '../../../../../shared/contract/inventory/inventory.ts'
import { aReceipt } from '../../../../support/records/factories.ts'
import { type StockWorld, shareStockWorld } from '../../stock-world.ts'

let world: StockWorld
beforeAll(async () => {
  world = await shareStockWorld()
})

test('a receipt makes one lot with every field of the request, and returns its number', async () => {
  await world.system.call(inventory.createJob, { id: 3, name: 'Bridge' })
  await world.system.call(inventory.createCustomer, { id: 7, shortID: 'ACME', name: 'Acme' })
  const shortID = await world.newItem({ description: 'Washer', dfltOwner: 7 })
  const told = { wid: 2, spot: 'A-1', serial: 'S1', serial2: 'S2', rfidTag: 'R1', remark: 'fresh', jobid: 3 }
  const received = await world.receive(shortID, 2.5, told)
  expect(received).toMatchObject({ shortID, wid: 2, spot: 'A-1', units: 2.5, status: 'received' })
  expect(received.transactionNo).toBeGreaterThan(0)
  const [lot, ...others] = await world.lotsOf(shortID)
  expect(others).toEqual([])
  expect(lot).toEqual({
    recNo: received.recNo,
    partNo: received.partNo,
    shortID,
    description: 'Washer',
    associate: 'Acme',
    warehouse: 'Warehouse 2',
    wID: 2,
    spot: 'A-1',
    units: 2.5,
    received: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    shipped: null,
    serial: 'S1',
    serial2: 'S2',
    rFIDTag: 'R1',
    remark: 'fresh',
    hold: false,
    jobID: 3,
    jobName: 'Bridge',
    active: true,
  })
})

test('a field that the request omits is blank, null or zero', async () => {
  const shortID = await world.newItem()
  await world.receive(shortID, 1, { spot: null })
  const [lot] = await world.lotsOf(shortID)
  expect(lot).toMatchObject({
    spot: '',
    serial: '',
    serial2: null,
    rFIDTag: null,
    remark: '',
    jobID: 0,
    jobName: null,
    associate: '',
  })
})

test('ten receipts of 0.1 are exactly 1', async () => {
  const shortID = await world.newItem()
  const receipts = await Promise.all(Array.from({ length: 10 }, () => world.receive(shortID, 0.1)))
  expect(await world.levelOf(receipts[0]?.partNo ?? 0)).toMatchObject({ inStock: 1, available: 1 })
  expect(new Set(receipts.map(({ recNo }) => recNo)).size).toBe(10)
})

test('an alias serves wherever a body takes an itemID', async () => {
  const shortID = await world.newItem()
  await world.call(catalog.putAlias, { shortID, alias: `${shortID}-ALIAS` })
  expect(await world.receive(`${shortID}-ALIAS`, 1)).toMatchObject({ shortID })
})

test('every unknown reference is reported in one response, under its field', async () => {
  await expect(world.call(inventory.receive, aReceipt({ wid: 99, reasonCode: 20 }))).rejects.toMatchObject({
    code: 'validation_error',
    details: {
      itemID: ['The field itemID must name an existing item.'],
      wid: ['The field wid must name an existing warehouse.'],
      reasonCode: ['The field reasonCode must be a known reason code of direction in.'],
    },
  })
})

test('a discontinued item is not received, but received again once it is brought back', async () => {
  const shortID = await world.newItem({ discontinued: true })
  await expect(world.receive(shortID, 1)).rejects.toMatchObject({
    code: 'conflict',
    message: `Item ${shortID} is discontinued.`,
  })
  await world.call(catalog.updateItem, { shortID, discontinued: false })
  expect(await world.receive(shortID, 1)).toMatchObject({ shortID })
})

test('a receipt against an order line takes from what is on order and in transit, and never below nothing', async () => {
  const shortID = await world.newItem()
  const line = { reference: 'PO-1', line: 4, wid: 1 }
  for (const [kind, units] of [
    ['onOrder', 8],
    ['aSN', 3],
  ] as const) {
    await world.system.call(inventory.putOrderLine, { ...line, kind, units, itemID: shortID })
  }
  const { partNo } = await world.receive(shortID, 5, line)
  expect(await world.levelOf(partNo)).toMatchObject({ inStock: 5, onOrder: 3, aSN: 0 })
  await world.receive(shortID, 5, line)
  expect(await world.levelOf(partNo)).toMatchObject({ inStock: 10, onOrder: 0, aSN: 0, available: 10 })
})
