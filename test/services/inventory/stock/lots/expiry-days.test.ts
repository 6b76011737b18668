import { afterAll, beforeAll, expect, test } from 'vitest'
import { daysOf } from '../../../../../shared/contract/dates/days.ts'
import type { TransitDetail } from '../../../../../shared/contract/documents/transit-records.ts'
import { inventory } from '../../../../../shared/contract/inventory/inventory.ts'
import { type StockWorld, startStockWorld } from '../../stock-world.ts'

// It is never the same day in both of these zones: UTC-11 and UTC+14.
const [WEST, EAST] = ['Pacific/Pago_Pago', 'Pacific/Kiritimati']

let world: StockWorld
beforeAll(async () => {
  world = await startStockWorld()
  for (const [wid, timeZone] of [
    [1, WEST],
    [2, EAST],
  ] as const)
    await world.system.call(inventory.updateWarehouse, { wid, timeZone })
})
afterAll(() => world?.[Symbol.asyncDispose]())

const todayIn = (zone: string) => daysOf(zone).dayOf(new Date())
const lotOf = (recno: number) => world.call(inventory.getLot, { recno })

test('a lot is issued, reserved and promised on its last day in the zone of its warehouse, not on the next', async () => {
  const itemID = await world.newItem()
  const today = todayIn(WEST)
  const { recNo } = await world.receive(itemID, 5, { wid: 1, expires: today.name })
  expect(await lotOf(recNo)).toMatchObject({
    expires: `${today.name}T00:00:00.000Z`,
    goodUntil: today.end.toISOString(),
  })
  expect(await world.issue(itemID, 1, { wid: 1 })).toMatchObject({ recNo })
  await world.call(inventory.createReservation, { itemID, wid: 1, units: 1, reference: 'R', expires: today.name })
  expect(await world.call(inventory.getAvailableToPromise, { itemID, wid: 1 })).toMatchObject({
    from: today.name,
    available: 3,
  })
  // There the day is over.
  await world.receive(itemID, 5, { wid: 2, expires: today.name })
  await expect(world.issue(itemID, 1, { wid: 2 })).rejects.toMatchObject({ code: 'conflict' })
})

test('a lot that moves expires with the day where it is then, as a part or as a whole', async () => {
  const itemID = await world.newItem()
  const { name } = todayIn(WEST)
  const { recNo } = await world.receive(itemID, 5, { wid: 1, expires: name })
  const part = await world.move(itemID, 2, { wid: 1, shipToWid: 2, toSpot: 'A' })
  const endThere = daysOf(EAST).dayOf(daysOf(EAST).startOf(name)).end.toISOString()
  expect(await lotOf(part.recNo)).toMatchObject({ expires: `${name}T00:00:00.000Z`, goodUntil: endThere })
  await world.move(itemID, 3, { wid: 1, shipToWid: 2, toSpot: 'B' })
  expect(await lotOf(recNo)).toMatchObject({ goodUntil: endThere, wID: 2 })
  await expect(world.issue(itemID, 1, { wid: 2 })).rejects.toMatchObject({ code: 'conflict' })
})

test('lots that are shipped and returned say when they expire where they go', async () => {
  const itemID = await world.newItem()
  await world.receive(itemID, 5, { wid: 1, expires: '2031-01-31' })
  const endsOf = ({ lines }: TransitDetail) => lines.flatMap(({ lots }) => lots.map(({ goodUntil }) => goodUntil))
  const [here, there] = ['2031-02-01T11:00:00.000Z', '2031-01-31T10:00:00.000Z']
  const shipped = await world.call(inventory.shipTransit, { wid: 1, shipToWid: 2, lines: [{ itemID, units: 2 }] })
  expect(endsOf(shipped)).toEqual([there])
  const { slip } = shipped
  expect(endsOf(await world.call(inventory.getTransit, { slip }))).toEqual([there])
  const [recNo = 0] = shipped.lines.flatMap(({ lots }) => lots.map((lot) => lot.recNo))
  await world.call(inventory.returnTransit, { slip, lines: [{ lineNo: 1, units: 2 }] })
  expect(await lotOf(recNo)).toMatchObject({ goodUntil: here })
})

test('a value with a time stays a moment, and what is read and written back stays what it was', async () => {
  const itemID = await world.newItem()
  const { recNo } = await world.receive(itemID, 5, { wid: 1, expires: '2031-01-31T00:00:00Z' })
  const moment = '2031-01-31T00:00:00.000Z'
  expect(await lotOf(recNo)).toMatchObject({ expires: moment, goodUntil: moment })
  const toDay = await world.call(inventory.amend, { recno: recNo, expires: '2031-01-31' })
  expect(toDay.amended).toEqual([{ field: 'goodUntil', before: moment, after: '2031-02-01T11:00:00.000Z' }])
  const asDay = { expires: moment, goodUntil: '2031-02-01T11:00:00.000Z' }
  expect(await lotOf(recNo)).toMatchObject(asDay)
  const { expires } = await lotOf(recNo)
  expect(await world.call(inventory.amend, { recno: recNo, expires })).toMatchObject({ status: 'unchanged' })
  expect(await lotOf(recNo)).toMatchObject(asDay)
})

test('lots follow the zone of their warehouse when it changes', async () => {
  const itemID = await world.newItem()
  await world.system.call(inventory.createWarehouse, { wid: 70, name: 'Moved', timeZone: WEST })
  const { recNo } = await world.receive(itemID, 5, { wid: 70, expires: '2031-01-31' })
  expect(await lotOf(recNo)).toMatchObject({ goodUntil: '2031-02-01T11:00:00.000Z' })
  await world.system.call(inventory.updateWarehouse, { wid: 70, timeZone: EAST })
  expect(await lotOf(recNo)).toMatchObject({ goodUntil: '2031-01-31T10:00:00.000Z' })
  const { value } = await world.call(inventory.listWarehouses, {})
  expect(value).toContainEqual({ wID: 70, name: 'Moved', timeZone: EAST })
  await world.system.call(inventory.updateWarehouse, { wid: 70, timeZone: '' })
  expect(await lotOf(recNo)).toMatchObject({ goodUntil: '2031-02-01T00:00:00.000Z' })
  await expect(world.system.call(inventory.updateWarehouse, { wid: 70, timeZone: 'Berlin' })).rejects.toMatchObject({
    code: 'validation_error',
  })
})
