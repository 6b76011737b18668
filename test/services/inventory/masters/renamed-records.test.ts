import mongoose, { type Connection } from 'mongoose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { catalog } from '../../../../shared/contract/catalog/catalog.ts'
import { inventory } from '../../../../shared/contract/inventory/inventory.ts'
import { createCtlWorld } from '../../../ctl/ctl-world.ts'
import { unique } from '../../../support/records/factories.ts'
import { serverUrl } from '../../../support/servers/server-url.ts'
import { type PurchaseWorld, startPurchaseWorld } from '../documents/purchase/purchase-world.ts'
import { startStockWorld } from '../stock-world.ts'

let world: PurchaseWorld
let databases: Record<'catalog' | 'inventory', Connection>
beforeAll(async () => {
  world = await startPurchaseWorld([], startStockWorld)
  const open = (service: string) =>
    mongoose.createConnection(serverUrl('MONGODB_URI'), { dbName: `${world.system.system}-${service}` }).asPromise()
  databases = { catalog: await open('catalog'), inventory: await open('inventory') }
})
afterAll(async () => {
  for (const database of Object.values(databases ?? {})) await database.close()
  await world?.[Symbol.asyncDispose]()
})

/** An item under a name that an earlier version took. */
async function itemNamed(name: string) {
  const shortID = await world.newItem()
  const { partNo } = await world.receive(shortID, 5)
  const { poNo } = await world.create([{ shortID, units: 5, warehouse: 1 }])
  const names = databases.catalog.collection<{ _id: string }>('names')
  await databases.catalog.collection('items').updateOne({ shortID }, { $set: { shortID: name } })
  await names.deleteOne({ _id: shortID })
  await names.insertOne({ _id: name, kind: 'shortID', shortID: name, modified: new Date() } as { _id: string })
  for (const collection of ['items', 'lots', 'purchaseOrderLines', 'ledger'])
    await databases.inventory.collection(collection).updateMany({ shortID }, { $set: { shortID: name } })
  return { partNo, poNo }
}

test.each(['.', 'A\u200bB'])(
  'an item named %j gets another name; the one before stays an alias, and its records show the new one',
  async (name) => {
    const { partNo, poNo } = await itemNamed(name)
    const newShortID = unique('ITEM')
    expect(await world.system.call(catalog.renameItem, { shortID: name, newShortID })).toEqual({
      shortID: newShortID,
      status: 'renamed',
    })
    expect(await world.call(catalog.getItem, { key: newShortID })).toMatchObject({ partNo })
    expect(await world.call(catalog.getItem, { key: name, type: 'alias' })).toMatchObject({ partNo })
    const copy = () => databases.inventory.collection<{ _id: number }>('items').findOne({ _id: partNo })
    await expect.poll(copy, { timeout: 60_000 }).toMatchObject({ shortID: newShortID, aliases: [name] })
    for (const itemID of [newShortID, name])
      expect(await world.receive(itemID, 1)).toMatchObject({ partNo, shortID: newShortID })
    const described = async () => (await world.lotsOf(newShortID)).map(({ shortID }) => shortID)
    await expect.poll(described, { timeout: 60_000 }).toEqual([newShortID, newShortID, newShortID])
    expect(await world.ofOrder(poNo).get()).toMatchObject({ lines: [{ shortID: newShortID }] })
    const { value } = await world.call(inventory.listTransactions, { itemID: newShortID, sort: 'transactionNo' })
    expect(value.map(({ itemID }) => itemID)).toEqual([name, name, newShortID, newShortID])
  },
)

test('a name that is taken and an item that does not exist are refused', async () => {
  const [one, other] = [await world.newItem(), await world.newItem()]
  const rename = (shortID: string, newShortID: string) => world.system.call(catalog.renameItem, { shortID, newShortID })
  await expect(rename(one, other)).rejects.toMatchObject({ code: 'conflict' })
  await expect(rename(one, one)).rejects.toMatchObject({ code: 'conflict' })
  await expect(rename(unique('NONE'), unique('NEW'))).rejects.toMatchObject({ code: 'not_found' })
})

test('a customer and a vendor get another name, by which orders find them', async () => {
  const lines = [{ shortID: await world.newItem(), units: 1, warehouse: 1 }]
  const [customer, vendor] = [unique('C'), unique('V')]
  await world.call(inventory.createCustomer, { shortID: customer, name: 'Hanse' })
  await databases.inventory.collection('customers').updateOne({ shortID: customer }, { $set: { shortID: '..' } })
  expect(await world.system.call(inventory.renameCustomer, { shortID: '..', newShortID: customer })).toMatchObject({
    shortID: customer,
    name: 'Hanse',
  })
  await world.call(inventory.createShippingOrder, { customer, lines })
  const { poNo } = await world.create(lines)
  await expect(
    world.system.call(inventory.renameVendor, { shortID: unique('NONE'), newShortID: vendor }),
  ).rejects.toMatchObject({ code: 'not_found' })
  await world.system.call(inventory.renameVendor, { shortID: world.vendor, newShortID: vendor })
  await expect(
    world.system.call(inventory.renameVendor, { shortID: vendor, newShortID: vendor }),
  ).rejects.toMatchObject({ code: 'conflict', message: `There is a vendor with the ShortID ${vendor} already.` })
  const { value } = await world.call(inventory.listPurchaseOrders, { vendor })
  expect(value.map((order) => order.poNo)).toContain(poNo)
})

test('the books agree after all of these', async () => {
  expect(await world.reconcile()).toMatchObject({ differences: [] })
})

test('the operator replaces an alias and empties a spot whose names nobody can type', async () => {
  const [itemID, alias, spot] = [await world.newItem(), `${unique('ALIAS')}\u200b`, 'A\u200b1']
  const names = databases.catalog.collection<{ _id: string }>('names')
  await names.insertOne({ _id: alias, kind: 'alias', shortID: itemID, modified: new Date() } as { _id: string })
  const { recNo } = await world.receive(itemID, 3)
  await databases.inventory.collection<{ _id: number }>('lots').updateOne({ _id: recNo }, { $set: { spot } })
  const ctl = createCtlWorld(world.system)
  expect(await ctl.json('alias', 'delete', '--short-id', itemID, '--alias', alias)).toMatchObject({ status: 'deleted' })
  await ctl.json('alias', 'put', '--short-id', itemID, '--alias', `${itemID}-ALIAS`)
  expect(await world.call(catalog.listAliases, { shortID: itemID })).toMatchObject({
    value: [{ alias: `${itemID}-ALIAS` }],
  })
  const key = ['--item-id', itemID, '--units=3', '--wid=1']
  await ctl.json('stock', 'move', ...key, '--from-spot', spot, '--to-spot=A-1')
  expect(await world.lotsOf(itemID)).toMatchObject([{ recNo, spot: 'A-1', units: 3 }])
  await ctl[Symbol.asyncDispose]()
})
