import { afterAll, beforeAll, expect, test } from 'vitest'
import { serviceLevels } from '../../../../services/reporting/reports/service-levels.ts'
import { inventory } from '../../../../shared/contract/inventory/inventory.ts'
import { deriveHistory, type ReportWorld, startReportWorld } from '../report-world.ts'
import { includedIn } from './included-in.ts'

let world: ReportWorld
beforeAll(async () => {
  world = await startReportWorld()
})
afterAll(() => world[Symbol.asyncDispose]())

const receiveLine = (itemID: string, units: number, reference: string, line: number) =>
  world.receive(itemID, units, { reference, line, wid: 1 })

test('1006: what customers got and vendors sent on time, what waits, and how long orders take', async () => {
  const itemID = await world.newItem()
  const order = (units: number, expectedDate: string, orderDate: string) =>
    world.call(inventory.createPurchaseOrder, {
      vendor: world.vendor,
      ...{ orderDate, expectedDate, lines: [{ shortID: itemID, warehouse: 1, units }] },
    })
  const one = await order(10, '2026-03-10', '2026-03-01')
  const other = await order(6, '2026-03-12', '2026-03-02')
  for (const units of [5, 2, 3]) await receiveLine(itemID, units, one.poNo, 1)
  await receiveLine(itemID, 6, other.poNo, 1)
  const sold = await world.call(inventory.createShippingOrder, {
    customer: world.customer,
    ...{ shipDate: '2026-03-15', lines: [{ shortID: itemID, wid: 1, units: 20 }] },
  })
  await world.call(inventory.packShippingOrder, { soNo: sold.soNo, lines: [{ lineNo: 1, units: 15 }] })
  await world.call(inventory.shipShippingOrder, { soNo: sold.soNo })
  const days = ['01', '02', '09', '10', '14', '12', '15', '16', '17'].map((day) => `2026-03-${day}T23:00:00Z`)
  const { ask } = await deriveHistory(await includedIn(world, [one.poNo, other.poNo, sold.soNo], days))
  const march = { from: '2026-03-01', to: '2026-03-31' }
  const customer = {
    ...{ side: 'customer', party: 'Hanse', lines: 1, ordered: 20, onTime: 0, late: 15, share: 0 },
    ...{ backordered: 4, lost: 0, oldestBackorder: 16, leadDaysMedian: null, leadDaysP90: null },
  }
  const vendor = {
    ...{ side: 'vendor', party: 'Stahl AG', lines: 2, ordered: 16, onTime: 13, late: 3, share: 0.8125 },
    ...{ backordered: 0, lost: 0, oldestBackorder: null, leadDaysMedian: 11.5, leadDaysP90: 13 },
  }
  expect(await ask(serviceLevels, march)).toEqual([customer, vendor])
  expect(await ask(serviceLevels, { ...march, vendor: 'Stahl AG' })).toEqual([vendor])
  expect(await ask(serviceLevels, { ...march, customer: 'Nobody' })).toEqual([])
  // On the 11th seven units had come, and nothing was complete.
  expect(await ask(serviceLevels, { from: '2026-03-01', to: '2026-03-11' })).toMatchObject([
    { lines: 1, ordered: 10, onTime: 7, late: 0, leadDaysMedian: null },
  ])
  expect(await ask(serviceLevels, { from: '2026-04-01', to: '2026-04-30' })).toMatchObject([
    { lines: 0, ordered: 0, share: null, backordered: 4 },
  ])
})

test('1006: what was taken back counts as never received', async () => {
  const itemID = await world.newItem()
  const order = { vendor: world.vendor, orderDate: '2026-03-01', expectedDate: '2026-03-10' }
  const { poNo } = await world.call(inventory.createPurchaseOrder, {
    ...order,
    lines: [{ shortID: itemID, warehouse: 1, units: 10 }],
  })
  await receiveLine(itemID, 6, poNo, 1)
  const { transactionNo } = await receiveLine(itemID, 4, poNo, 1)
  await world.call(inventory.reverse, { transactionNo })
  await receiveLine(itemID, 4, poNo, 1)
  const days = ['01', '05', '06', '12', '14'].map((day) => `2026-03-${day}T10:00:00Z`)
  const { ask } = await deriveHistory(await includedIn(world, [poNo], days))
  const until = async (to: string) => (await ask(serviceLevels, { from: '2026-03-01', to }))[0]
  expect(await until('2026-03-11')).toMatchObject({ onTime: 10, late: 0, share: 1, leadDaysMedian: 5 })
  expect(await until('2026-03-13')).toMatchObject({ onTime: 6, late: 0, share: 0.6, leadDaysMedian: null })
  expect(await until('2026-03-15')).toMatchObject({ onTime: 6, late: 4, share: 0.6, leadDaysMedian: 13 })
})

test('1006: nine of ten orders of a vendor were complete after so many days', async () => {
  const itemID = await world.newItem()
  const poNos: string[] = []
  for (let number = 0; number < 5; number++) {
    const { poNo } = await world.call(inventory.createPurchaseOrder, {
      vendor: world.vendor,
      ...{ orderDate: '2026-05-01', expectedDate: '2026-05-20', lines: [{ shortID: itemID, warehouse: 1, units: 1 }] },
    })
    poNos.push(poNo)
  }
  for (const poNo of poNos) await receiveLine(itemID, 1, poNo, 1)
  const days = ['01', '01', '01', '01', '01', '02', '03', '04', '05', '10'].map((day) => `2026-05-${day}T12:00:00Z`)
  const { ask } = await deriveHistory(await includedIn(world, poNos, days))
  expect(await ask(serviceLevels, { from: '2026-05-01', to: '2026-05-31' })).toMatchObject([
    { lines: 5, onTime: 5, leadDaysMedian: 3, leadDaysP90: 9 },
  ])
})
