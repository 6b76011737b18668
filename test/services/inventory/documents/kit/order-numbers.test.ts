import mongoose, { type Connection } from 'mongoose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inventory } from '../../../../../shared/contract/inventory/inventory.ts'
import { unique } from '../../../../support/records/factories.ts'
import { serverUrl } from '../../../../support/servers/server-url.ts'
import { startStockWorld } from '../../stock-world.ts'
import { type PurchaseWorld, startPurchaseWorld } from '../purchase/purchase-world.ts'

let world: PurchaseWorld
let database: Connection
let itemID: string
let customer: string
beforeAll(async () => {
  world = await startPurchaseWorld([], startStockWorld)
  database = await mongoose
    .createConnection(serverUrl('MONGODB_URI'), { dbName: `${world.system.system}-inventory` })
    .asPromise()
  itemID = await world.newItem()
  await world.receive(itemID, 1000)
  customer = (await world.call(inventory.createCustomer, { shortID: unique('C'), name: 'Hanse' })).shortID
})
afterAll(async () => {
  await database?.close()
  await world?.[Symbol.asyncDispose]()
})

const lines = () => [{ shortID: itemID, units: 1, warehouse: 1 }]
/** Makes something with a number that the client gives. */
const makers = {
  'purchase order': (poNo: string) => world.create(lines(), { poNo }),
  'shipping order': (soNo: string) => world.call(inventory.createShippingOrder, { soNo, customer, lines: lines() }),
  'work order': (woNo: string) =>
    world.call(inventory.createWorkOrder, { woNo, description: 'Cabinet', lines: lines() }),
  transit: (slip: string) =>
    world.call(inventory.shipTransit, { slip, wid: 1, shipToWid: 2, lines: [{ itemID, units: 1 }] }),
  'transit by a move': (transitSlip: string) =>
    world.move(itemID, 1, { wid: 1, shipToWid: 2, toSpot: undefined, transit: true, transitSlip }),
  count: (countNo: string) => world.call(inventory.createCount, { countNo, wid: 1 }),
  'order of another order system': (reference: string, line = 1) =>
    world.system.call(inventory.putOrderLine, { kind: 'onOrder', reference, line, itemID, wid: 1, units: 5 }),
} as const
type Kind = keyof typeof makers
const kinds = Object.keys(makers) as Kind[]
const FOREIGN = 'order of another order system'

/** What a client reads that wants a number which something of the kind has. */
function refusal(wanted: Kind, kind: Kind, number: string) {
  const name = kind === 'transit by a move' ? 'transit' : kind
  if (kind === FOREIGN) return `${number} is an order of another order system.`
  if (wanted !== FOREIGN) return `There is a ${name} ${number} already.`
  return `${name.charAt(0).toUpperCase()}${name.slice(1)} ${number} is kept here, and changed by its own operations.`
}

describe.each(kinds)('The number of a %s', (kind) => {
  const others = kinds.filter((other) => kind !== FOREIGN || other !== FOREIGN)

  test('is refused to all others, also without its record, as earlier versions made none', async () => {
    const number = unique('NO')
    await makers[kind](number)
    for (const other of others)
      await expect(makers[other](number), other).rejects.toMatchObject({
        code: 'conflict',
        message: refusal(other, kind, number),
      })
    await database.collection<{ _id: string }>('orderNumbers').deleteOne({ _id: number })
    for (const other of others)
      await expect(makers[other](number), other).rejects.toMatchObject({
        code: 'conflict',
        message: refusal(other, kind, number),
      })
  })
})

test('of all that want one number at the same moment, exactly one is made', async () => {
  for (let round = 0; round < 5; round++) {
    const number = unique('NO')
    const outcomes = await Promise.allSettled(kinds.map((kind) => makers[kind](number)))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'conflict' })
  }
})

test("lines of one foreign order that are stated at the same moment are all that order's", async () => {
  const reference = unique('ERP')
  const put = makers[FOREIGN]
  await Promise.all([1, 2, 3].map((line) => put(reference, line)))
  await put(reference, 4)
  expect(await database.collection('orderLines').countDocuments({ reference })).toBe(4)
})

test('the books agree after all of these', async () => {
  expect(await world.reconcile()).toMatchObject({ differences: [] })
})

test('a number that two have, as earlier versions allowed, is named by reconcile; both are read and changed as before', async () => {
  const [number, free] = [unique('NO'), unique('NO')]
  await makers['work order'](number)
  await makers[FOREIGN](free)
  await makers.count(free.concat('-C'))
  await database.collection('orderLines').updateMany({ reference: free }, { $set: { reference: number } })
  const counts = database.collection<{ _id: string }>('counts')
  const count = await counts.findOne({ _id: `${free}-C` })
  if (!count) throw new Error('The count was not made')
  await counts.insertOne({ ...count, _id: number })
  const { differences } = await world.reconcile()
  const named = differences.filter(({ what }) => what === `number ${number}`)
  expect(named).toEqual([
    { what: `number ${number}`, expected: 'one work order', found: 'a count too' },
    { what: `number ${number}`, expected: 'one work order', found: 'an order of another order system too' },
    { what: `number ${number}`, expected: 'one count', found: 'an order of another order system too' },
  ])
  expect(await world.call(inventory.getWorkOrder, { woNo: number })).toMatchObject({ woNo: number })
  expect(await world.call(inventory.getCount, { countNo: number })).toMatchObject({ countNo: number })
  await world.issue(itemID, 1, { reference: number, line: 1 })
})
