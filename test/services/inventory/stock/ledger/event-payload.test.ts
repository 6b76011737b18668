import { afterAll, beforeAll, expect, test } from 'vitest'
import { events } from '../../../../../shared/contract/events.ts'
import { inventory, type LedgerEntry } from '../../../../../shared/contract/inventory/inventory.ts'
import { createAmqpBroker } from '../../../../../shared/messaging/amqp/amqp-broker.ts'
import { createCapturedLog } from '../../../../support/checks/captured-log.ts'
import { serverUrl } from '../../../../support/system/system.ts'
import { startTransitWorld, type TransitWorld } from '../../documents/transit/transit-world.ts'
import { startStockWorld } from '../../stock-world.ts'

let world: TransitWorld
const entries = new Map<number, LedgerEntry>()
let stopListening: () => Promise<void>
beforeAll(async () => {
  world = await startTransitWorld(startStockWorld)
  const { log } = createCapturedLog()
  const url = serverUrl('RABBITMQ_URL')
  const broker = await createAmqpBroker({ url, system: world.system.system, name: 'listener', log })
  const subjects = ['inventory.received', 'inventory.shipped', 'inventory.accepted', 'inventory.amended'] as const
  await broker.subscribe('test.facts', [...subjects, 'inventory.issued'], async ({ payload }) => {
    const { data } = events['inventory.received'].parse(payload)
    entries.set(data.transactionNo, data)
  })
  stopListening = async () => broker[Symbol.asyncDispose]()
})
afterAll(async () => {
  await stopListening()
  await world[Symbol.asyncDispose]()
})

/** The entry of a transaction as its event has it. */
async function eventOf(transactionNo: number) {
  await expect.poll(() => entries.has(transactionNo)).toBe(true)
  return entries.get(transactionNo)
}

test('the event of an entry says what its lots were and are, which the ledger does not show', async () => {
  const expires = '2040-01-31T00:00:00.000Z'
  const itemID = await world.newItem()
  const { recNo, transactionNo } = await world.receive(itemID, 8, { price: 2.5, expires })
  const { received } = await world.call(inventory.getLot, { recno: recNo })
  const made = { version: 1, price: 2.5, received, expires, inTransit: false, before: null }
  expect((await eventOf(transactionNo))?.lots).toMatchObject([{ recNo, facts: made }])

  const amended = await world.call(inventory.amend, { recno: recNo, price: null, expires: null })
  const before = { wid: 1, hold: false, inTransit: false }
  expect((await eventOf(Number(amended.transactionNo)))?.lots).toMatchObject([
    { recNo, facts: { version: 2, price: null, received, expires: null, inTransit: false, before } },
  ])

  const { slip } = await world.ship([{ itemID, units: 3 }])
  const accepted = await world.receiveOf(slip, [{ lineNo: 1, accepted: 3 }])
  const { value } = await world.call(inventory.listTransactions, { itemID, sort: 'transactionNo' })
  const [ship, accept] = value.slice(-2).map((entry) => entry.transactionNo)
  expect(accepted.slip).toBe(slip)
  const [left, child] = (await eventOf(Number(ship)))?.lots ?? []
  expect(left?.facts).toMatchObject({ version: 3, inTransit: false, before: { inTransit: false } })
  expect(child?.facts).toMatchObject({ version: 1, received, inTransit: true, before: null })
  const onItsWay = { wid: 2, hold: true, inTransit: true }
  expect((await eventOf(Number(accept)))?.lots[0]?.facts).toMatchObject({ inTransit: false, before: onItsWay })
  expect(value.flatMap((entry) => entry.lots.map((lot) => 'facts' in lot))).not.toContain(true)
})

test('the event of an adjustment is marked, that of a receipt is not', async () => {
  const itemID = await world.newItem()
  const { transactionNo } = await world.receive(itemID, 8)
  const less = { itemID, wid: 1, spot: 'A-01', expected: 8, counted: 6, reasonCode: 20 }
  const adjusted = await world.call(inventory.adjust, less)
  expect(await eventOf(Number(adjusted.transactionNo))).toMatchObject({ type: 'issue', adjustment: true })
  expect(await eventOf(transactionNo)).not.toHaveProperty('adjustment')
})
