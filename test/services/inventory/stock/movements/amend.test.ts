import { beforeAll, expect, test } from 'vitest'
import { permissions } from '../../../../../shared/contract/core/access.ts'
import { inventory } from '../../../../../shared/contract/inventory/inventory.ts'
import { type StockWorld, shareStockWorld } from '../../stock-world.ts'

let world: StockWorld
beforeAll(async () => {
  world = await shareStockWorld()
})

test('a lot is amended; the ledger has each field that differs before and after, and units stay', async () => {
  const itemID = await world.newItem()
  const { recNo, partNo } = await world.receive(itemID, 5, { price: 1.5, remark: 'pallet 3', expires: '2031-01-31' })
  const { received } = await world.call(inventory.getLot, { recno: recNo })
  const changes = { price: 1.25, expires: null, received: '2026-01-31', remark: 'pallet 3', jobid: 3 }
  const amended = await world.call(inventory.amend, { recno: recNo, ...changes })
  const fields = [
    { field: 'price', before: 1.5, after: 1.25 },
    { field: 'expires', before: '2031-01-31T00:00:00.000Z', after: null },
    { field: 'received', before: received, after: '2026-01-31T00:00:00.000Z' },
    { field: 'jobid', before: 0, after: 3 },
  ]
  expect(amended).toMatchObject({ recNo, partNo, shortID: itemID, status: 'amended', amended: fields })
  expect(await world.call(inventory.getLot, { recno: recNo })).toMatchObject({
    ...{ price: 1.25, expires: null, received: '2026-01-31T00:00:00.000Z', jobID: 3, remark: 'pallet 3', units: 5 },
  })
  const { value } = await world.call(inventory.listTransactions, { recno: recNo, type: 'amend' })
  expect(value).toMatchObject([{ transactionNo: amended.transactionNo, units: 5, amended: fields, levels: [] }])
  expect(await world.levelOf(partNo)).toMatchObject({ inStock: 5, available: 5 })
  expect(await world.reconcile()).toMatchObject({ differences: [] })
})

test('lots that were amended are listed and chosen by what they are now', async () => {
  const itemID = await world.newItem()
  const [first, second] = [await world.receive(itemID, 5), await world.receive(itemID, 5)]
  await world.call(inventory.amend, { recno: second.recNo, received: '2020-05-05', expires: '2040-01-01' })
  const expiring = await world.call(inventory.listExpiringLots, { itemID })
  expect(expiring.value.map(({ recNo }) => recNo)).toEqual([second.recNo])
  const listed = await world.call(inventory.listLots, { itemID })
  expect(listed.value.map(({ recNo }) => recNo)).toEqual([first.recNo, second.recNo])
  expect(await world.issue(itemID, 1)).toMatchObject({ recNo: second.recNo })
  expect((await world.call(inventory.listLots, { pageSize: 250 })).value.at(-1)).toMatchObject({ recNo: second.recNo })
  expect(await world.reconcile()).toMatchObject({ differences: [] })
})

test('an amendment that changes nothing leaves no entry, and none is reversed', async () => {
  const itemID = await world.newItem()
  const { recNo } = await world.receive(itemID, 5, { price: 1.5 })
  const amend = (changes: object) => world.call(inventory.amend, { recno: recNo, ...changes })
  expect(await amend({ price: 1.5 })).toMatchObject({ status: 'unchanged', transactionNo: null, amended: [] })
  expect(await amend({})).toMatchObject({ transactionNo: null })
  const { transactionNo } = await amend({ price: null })
  await expect(world.call(inventory.reverse, { transactionNo: Number(transactionNo) })).rejects.toMatchObject({
    code: 'conflict',
    message: 'An amendment is changed by another one, not by a reversal.',
  })
})

test('what cannot be amended is refused', async () => {
  const itemID = await world.newItem()
  const { recNo } = await world.receive(itemID, 5, { wid: 2 })
  const amend = (changes: object) => world.call(inventory.amend, { recno: recNo, ...changes })
  const future = new Date(Date.now() + 86_400_000).toISOString()
  await expect(amend({ received: future })).rejects.toMatchObject({
    details: { received: ['The field received must not be in the future.'] },
  })
  await expect(amend({ price: -1 })).rejects.toMatchObject({ details: { price: [expect.any(String)] } })
  await expect(amend({ recno: 2_000_000_000 })).rejects.toMatchObject({ code: 'not_found' })
  const { call } = await world.system.createClient({ permissions: [permissions.amendLots], warehouses: [1] })
  await expect(call(inventory.amend, { recno: recNo, price: 1 })).rejects.toMatchObject({ code: 'forbidden' })
})
