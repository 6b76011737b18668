import { beforeAll, expect, test } from 'vitest'
import { inventory } from '../../../../shared/contract/inventory/inventory.ts'
import { type StockWorld, shareStockWorld } from '../stock-world.ts'

let world: StockWorld
beforeAll(async () => {
  world = await shareStockWorld()
})

test('a reason code is marked for holds when it is registered, or later, and the mark is taken off again', async () => {
  const { call } = world.system
  const damaged = { code: 31, direction: 'out', name: 'Damaged' } as const
  const listed = async () =>
    (await call(inventory.listReasonCodes, { pageSize: 250 })).value.find(({ code }) => code === damaged.code)
  expect(await call(inventory.createReasonCode, { ...damaged, forHolds: true })).toEqual({ ...damaged, forHolds: true })
  expect(await call(inventory.createReasonCode, { ...damaged, forHolds: true })).toEqual({ ...damaged, forHolds: true })
  expect(await call(inventory.createReasonCode, damaged)).toEqual({ ...damaged, forHolds: true })
  await expect(call(inventory.createReasonCode, { ...damaged, forHolds: false })).rejects.toMatchObject({
    code: 'conflict',
  })
  expect(await call(inventory.updateReasonCode, { code: damaged.code, forHolds: false })).toEqual(damaged)
  expect(await listed()).toEqual(damaged)
  await call(inventory.updateReasonCode, { code: damaged.code, forHolds: true })
  expect(await listed()).toEqual({ ...damaged, forHolds: true })
})

test('a hold takes any reason code, marked or not', async () => {
  const { call, system } = world
  await system.call(inventory.createReasonCode, { code: 30, direction: 'out', name: 'Inspection', forHolds: true })
  for (const reasonCode of [10, 20, 30]) {
    const { recNo } = await world.receive(await world.newItem(), 1)
    expect(await call(inventory.hold, { recno: recNo, reasonCode })).toMatchObject({ recNo, status: 'held' })
  }
})
