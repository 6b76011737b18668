import mongoose, { type Connection } from 'mongoose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inventory } from '../../../shared/contract/inventory/inventory.ts'
import { type CtlWorld, createCtlWorld } from '../../ctl/ctl-world.ts'
import { unique } from '../../support/records/factories.ts'
import { serverUrl } from '../../support/servers/server-url.ts'
import { type PurchaseWorld, startPurchaseWorld } from './orders/purchase/purchase-world.ts'

let world: PurchaseWorld
let database: Connection
let ctl: CtlWorld
let customer: string
beforeAll(async () => {
  world = await startPurchaseWorld()
  ctl = createCtlWorld(world.system)
  const dbName = `${world.system.system}-inventory`
  database = await mongoose.createConnection(serverUrl('MONGODB_URI'), { dbName }).asPromise()
  customer = (await world.call(inventory.createCustomer, { shortID: unique('C'), name: 'Hanse' })).shortID
})
afterAll(async () => {
  await database?.close()
  await ctl?.[Symbol.asyncDispose]()
  await world?.[Symbol.asyncDispose]()
})

const collections = [
  ...['purchaseOrders', 'purchaseOrderLines', 'shippingOrders', 'shippingOrderLines', 'workOrders', 'workOrderLines'],
  ...['transits', 'transitLines', 'counts', 'countLines', 'reservations', 'packs', 'lots', 'ledger'],
]

/** A stored value with another number wherever it holds the one, ids of lines included. */
function renumbered(value: unknown, from: string, to: string): unknown {
  if (typeof value === 'string')
    return value
      .split('/')
      .map((part) => (part === from ? to : part))
      .join('/')
  if (Array.isArray(value)) return value.map((one) => renumbered(one, from, to))
  if (Object.prototype.toString.call(value) !== '[object Object]' || (value && '_bsontype' in Object(value)))
    return value
  return Object.fromEntries(Object.entries(Object(value)).map(([key, one]) => [key, renumbered(one, from, to)]))
}

/** Stores a document as an earlier version would have: under a number that is refused today, and without a record of the number. */
async function plant(made: string, number: string): Promise<void> {
  await database.collection<{ _id: string }>('orderNumbers').deleteMany({ _id: { $in: [made, number] } })
  for (const name of collections) {
    const collection = database.collection<{ _id: string }>(name)
    for (const record of await collection.find({}).toArray()) {
      const after = renumbered(record, made, number)
      if (JSON.stringify(after) === JSON.stringify(record)) continue
      await collection.deleteOne({ _id: record._id })
      await collection.insertOne(Object(after))
    }
  }
}

const rename = (number: string, newNumber: string) =>
  ctl.json('number', 'rename', '--number', number, '--new-number', newNumber)
const aLine = async (units = 5) => ({ shortID: await world.newItem(), units, warehouse: 1 })
const pathOf = (number: string) => new URL(`http://host/api/v1/WorkOrder/${encodeURIComponent(number)}`).pathname

describe.each(['.', '..', 'A\u200bB', 'e\u0301'])('What an earlier version numbered %j', (number) => {
  test('is a work order that gets another number, with its lines and notes, and is worked off under it', async () => {
    const { woNo } = await world.call(inventory.createWorkOrder, { description: 'Cabinet', lines: [await aLine()] })
    await plant(woNo, number)
    if (number.startsWith('.')) expect(pathOf(number)).not.toContain(number)
    const before = Object(await ctl.json('work', 'show', '--wo-no', number))
    const newNumber = unique('WO')
    expect(await rename(number, newNumber)).toEqual({ number: newNumber, kind: 'work order', status: 'renamed' })
    const after = await world.call(inventory.getWorkOrder, { woNo: newNumber })
    expect(after).toEqual({ ...before, woNo: newNumber })
    const [line] = after.lines
    await world.receive(line?.shortID ?? '', 5)
    await world.issue(line?.shortID ?? '', 5, { reference: newNumber, line: 1 })
    expect(await world.call(inventory.getWorkOrder, { woNo: newNumber })).toMatchObject({
      lines: [{ unitsCompleted: 5 }],
    })
    await expect(world.call(inventory.getWorkOrder, { woNo: number })).rejects.toMatchObject({ code: 'not_found' })
  })
})

test('a count and an order that waits for all of its stock get other numbers, and are posted and allocated under them', async () => {
  const { shortID } = await aLine()
  await world.receive(shortID, 5, { spot: 'RENAME-1' })
  const { countNo } = await world.call(inventory.createCount, { wid: 1, items: [shortID] })
  await plant(countNo, '.')
  const newCount = unique('CC')
  await rename('.', newCount)
  await world.call(inventory.countLine, { countNo: newCount, itemID: shortID, spot: 'RENAME-1', counted: 4 })
  await world.call(inventory.submitCount, { countNo: newCount })
  await world.system.call(inventory.approveCount, { countNo: newCount })
  const codes = { reasonIn: 10, reasonOut: 20 }
  expect(await world.system.call(inventory.postCount, { countNo: newCount, ...codes })).toMatchObject({
    status: 'Posted',
  })

  const line = await aLine()
  const { soNo } = await world.call(inventory.createShippingOrder, { customer, lines: [line] })
  await plant(soNo, '..')
  const newOrder = unique('SO')
  await rename('..', newOrder)
  await world.receive(line.shortID, 5)
  const progress = () => world.call(inventory.listShippingOrderLines, { soNo: newOrder })
  await expect.poll(progress, { timeout: 50_000 }).toMatchObject({ value: [{ committed: 5 }] })
})

describe('A number that the ledger names', () => {
  const isKept = (number: string) =>
    expect(world.system.call(inventory.renameNumber, { number, newNumber: unique('NEW') })).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(/^The ledger names .*, so it keeps its number: end it by its commands of ctl/),
    })

  test('is kept by a purchase order, which ctl finalizes', async () => {
    const line = await aLine()
    const { poNo } = await world.create([line])
    await plant(poNo, 'A\u200bB')
    await isKept('A\u200bB')
    await world.receiveLine(line.shortID, 2, 'A\u200bB', 1)
    expect(await ctl.json('order', 'finalize', '--po-no', 'A\u200bB')).toMatchObject({ status: 'Closed' })
  })

  test('is kept by a shipping order, which ctl unpacks, packs, ships and cancels', async () => {
    const line = await aLine()
    await world.receive(line.shortID, 5)
    const { soNo } = await world.call(inventory.createShippingOrder, { customer, lines: [line] })
    await plant(soNo, '.')
    await isKept('.')
    const step = (verb: string, ...flags: string[]) => ctl.json('shipping', verb, '--so-no', '.', ...flags)
    const units = (of: number) => JSON.stringify([{ lineNo: 1, units: of }])
    await step('pack', '--lines', units(5))
    await step('unpack', '--lines', units(3))
    await step('ship')
    expect(await step('cancel')).toMatchObject({ status: 'Closed' })
    expect(await world.call(inventory.listShippingOrderLines, { soNo: '.' })).toMatchObject({ value: [{ shipped: 2 }] })
  })

  test('is kept by a transit, which ctl receives and closes', async () => {
    const { shortID: itemID } = await aLine()
    await world.receive(itemID, 5)
    const shipment = { wid: 1, shipToWid: 2, lines: [{ itemID, units: 5 }] }
    const { slip } = await world.call(inventory.shipTransit, shipment)
    await plant(slip, 'All')
    await isKept('All')
    await ctl.json('transit', 'receive', '--slip', 'All', '--lines', '[{"lineNo":1,"accepted":3}]')
    const closed = await ctl.json('transit', 'close', '--slip', 'All', '--reason-code', '20')
    expect(closed).toMatchObject({ lines: [{ accepted: 3, lost: 2, inTransit: 0 }] })
  })
})

test('a work order that is renamed while its components are issued keeps its number, or loses no issue', async () => {
  const outcomes = Array.from({ length: 8 }, async () => {
    const line = await aLine()
    await world.receive(line.shortID, 5)
    const { woNo } = await world.call(inventory.createWorkOrder, { description: 'Cabinet', lines: [line] })
    const newNumber = unique('WO')
    const [renamed] = await Promise.allSettled([
      world.system.call(inventory.renameNumber, { number: woNo, newNumber }),
      world.issue(line.shortID, 5, { reference: woNo, line: 1 }),
    ])
    const isRenamed = renamed.status === 'fulfilled'
    const order = await world.call(inventory.getWorkOrder, { woNo: isRenamed ? newNumber : woNo })
    // An issue after the renaming names no order that is kept here.
    expect(order).toMatchObject({ lines: [{ unitsCompleted: isRenamed ? 0 : 5 }] })
  })
  await Promise.all(outcomes)
})

test('numbers that are taken, were renamed, are not readable or belong to nothing are refused', async () => {
  const make = async () =>
    (await world.call(inventory.createWorkOrder, { description: 'Cabinet', lines: [await aLine()] })).woNo
  const [one, other, newNumber] = [await make(), await make(), unique('WO')]
  const call = (number: string, to: string) => world.system.call(inventory.renameNumber, { number, newNumber: to })
  await expect(call(one, other)).rejects.toMatchObject({ code: 'conflict' })
  await expect(call(one, one)).rejects.toMatchObject({ code: 'conflict' })
  for (const bad of ['.', 'All', 'A\u200bB'])
    await expect(call(one, bad)).rejects.toMatchObject({ code: 'validation_error' })
  await expect(call(unique('NONE'), newNumber)).rejects.toMatchObject({ code: 'not_found' })
  await call(one, newNumber)
  await expect(call(other, one)).rejects.toMatchObject({
    code: 'conflict',
    message: `There is a renamed work order ${one} already.`,
  })
  expect(await ctl.run('work', 'update', '--wo-no', other, '--lines', 'none')).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining('The field lines must be an array.'),
  })
})

test('the books agree after all of these', async () => {
  expect(await world.reconcile()).toMatchObject({ differences: [] })
})
