import { afterAll, beforeAll, expect, test } from 'vitest'
import { expiry } from '../../../services/reporting/reports/expiry.ts'
import { inventory } from '../../../shared/contract/inventory/inventory.ts'
import { type ReportWorld, startReportWorld } from './report-world.ts'

let world: ReportWorld
beforeAll(async () => {
  world = await startReportWorld()
})
afterAll(() => world[Symbol.asyncDispose]())

test('1004: a lot that expires on a day is good to the end of it in the zone of its warehouse', async () => {
  const itemID = await world.newItem()
  await world.system.call(inventory.createWarehouse, { wid: 71, name: 'West', timeZone: 'Pacific/Pago_Pago' })
  await world.receive(itemID, 1, { expires: '2026-06-01' })
  await world.receive(itemID, 2, { wid: 71, expires: '2026-06-01' })
  const { ask } = await world.historyOf(itemID, '2026-01-10T12:00:00Z', [0, 0])
  const expiredAt = async (asOf: string) =>
    (await ask(expiry, { asOf })).map(({ wid, units30, expiredUnits }) => [wid, units30, expiredUnits])
  expect(await expiredAt('2026-06-01T23:59:59.999Z')).toEqual([
    [1, 1, 0],
    [71, 2, 0],
  ])
  expect(await expiredAt('2026-06-02T00:00:00Z')).toEqual([
    [1, 0, 1],
    [71, 2, 0],
  ])
  expect(await expiredAt('2026-06-02T11:00:00Z')).toEqual([
    [1, 0, 1],
    [71, 0, 2],
  ])
})
