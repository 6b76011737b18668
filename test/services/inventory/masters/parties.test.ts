import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { customers } from '../../../../services/inventory/masters/party.model.ts'
import { customersOfAssociates } from '../../../../services/inventory/migrations/1.1.0-customers.ts'
import { catalog } from '../../../../shared/contract/catalog/catalog.ts'
import { inventory } from '../../../../shared/contract/inventory/inventory.ts'
import { migrate } from '../../../../shared/database/mongo.ts'
import { migrated } from '../../../support/migrated.ts'
import { anItem, unique } from '../../../support/records/factories.ts'
import { connectDatabase } from '../../../support/servers/database.ts'
import { type StockWorld, startStockWorld } from '../stock-world.ts'

let world: StockWorld
beforeAll(async () => {
  world = await startStockWorld()
})
afterAll(() => world[Symbol.asyncDispose]())

const kinds = [
  {
    kind: 'customer',
    create: inventory.createCustomer,
    update: inventory.updateCustomer,
    get: inventory.getCustomer,
    list: inventory.listCustomers,
    discontinue: inventory.discontinueCustomer,
  },
  {
    kind: 'vendor',
    create: inventory.createVendor,
    update: inventory.updateVendor,
    get: inventory.getVendor,
    list: inventory.listVendors,
    discontinue: inventory.discontinueVendor,
  },
] as const

describe.each(kinds)('A $kind', ({ kind, create, update, get, list, discontinue }) => {
  test('is created with every field, and found by its ShortID and in the list', async () => {
    const shortID = unique('P')
    const created = await world.call(create, { shortID, name: ' Acme Ltd ', city: 'Kiel', email: 'a@example.com' })
    expect(created).toMatchObject({
      shortID,
      name: 'Acme Ltd',
      city: 'Kiel',
      email: 'a@example.com',
      fax: '',
      active: true,
    })
    expect(created.id).toBeGreaterThan(0)
    expect(await world.call(get, { shortID })).toEqual(created)
    const { value, totalCount } = await world.call(list, { pageSize: 250 })
    expect(value).toContainEqual(created)
    expect(value.map((one) => one.shortID)).toEqual(value.map((one) => one.shortID).toSorted())
    expect(totalCount).toBe(value.length)
    const newer = await world.call(list, { modifiedSince: created.modified, sort: 'id', direction: 'DESC' })
    expect(newer.value).toEqual([created])
  })

  test('is found by words of its names in any case, each in one of them', async () => {
    const shortID = unique('FOUND')
    await world.call(create, { shortID, name: 'Bolts (and) Nuts' })
    const search = async (words: string) =>
      (await world.call(list, { search: words, pageSize: 250 })).value.map((one) => one.shortID)
    expect(await search(`nuts ${shortID.toLowerCase()}`)).toEqual([shortID])
    expect(await search(`(and) ${shortID}`)).toEqual([shortID])
    expect(await search(`washers ${shortID}`)).toEqual([])
  })

  test('has the number that is given, or else one that is free', async () => {
    const free = (await world.call(create, { shortID: unique('P'), name: 'A' })).id
    const given = await world.call(create, { id: free + 1, shortID: unique('P'), name: 'B' })
    expect(given.id).toBe(free + 1)
    expect((await world.call(create, { shortID: unique('P'), name: 'C' })).id).toBeGreaterThan(free + 1)
    await expect(world.call(create, { id: free + 1, shortID: unique('P'), name: 'D' })).rejects.toMatchObject({
      code: 'conflict',
      message: `Number ${free + 1} is taken by ${kind} ${given.shortID}.`,
    })
    await expect(world.call(create, { id: 0, shortID: unique('P'), name: 'D' })).rejects.toMatchObject({
      details: { id: ['The field id must be 1 or greater.'] },
    })
  })

  test('has a ShortID of its own, also if several requests at once want it', async () => {
    const shortID = unique('P')
    const outcomes = await Promise.allSettled(
      Array.from({ length: 6 }, (_, number) => world.call(create, { shortID, name: `Name ${number}` })),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected')
        expect(outcome.reason).toMatchObject({ code: 'conflict', message: expect.stringContaining(shortID) })
    }
    await expect(world.call(create, { shortID: 'All', name: 'A' })).rejects.toMatchObject({
      details: { shortID: ['The field shortID must not be "All".'] },
    })
  })

  test('changes the fields that are given, is discontinued and comes back', async () => {
    const shortID = unique('P')
    const created = await world.call(create, { shortID, name: 'Acme', city: 'Kiel' })
    const updated = await world.call(update, { shortID, phone: '+49', city: '' })
    expect(updated).toEqual({ ...created, phone: '+49', city: '', modified: updated.modified })
    expect(updated.modified > created.modified).toBe(true)
    const gone = await world.call(discontinue, { shortID })
    expect(gone).toEqual({ ...updated, active: false, modified: gone.modified })
    expect(await world.call(discontinue, { shortID })).toMatchObject({ active: false })
    expect(await world.call(update, { shortID, active: true })).toMatchObject({ active: true, phone: '+49' })
  })

  test('that is unknown is 404', async () => {
    const refusal = { code: 'not_found', message: `There is no ${kind} NO-SUCH-ONE.` }
    for (const operation of [get, update, discontinue])
      await expect(world.call(operation, { shortID: 'NO-SUCH-ONE' })).rejects.toMatchObject(refusal)
  })

  test('is created once however often the request arrives with one key', async () => {
    const input = { shortID: unique('P'), name: 'Acme' }
    const context = { operationId: unique('key'), hasClientKey: true }
    const first = await world.call(create, input, { ...context, attempt: 'one' })
    expect(await world.call(create, input, { ...context, attempt: 'two' })).toEqual(first)
  })
})

test('a vendor has a tolerance for receipts, of 0 per cent unless it is given', async () => {
  const shortID = unique('V')
  expect(await world.call(inventory.createVendor, { shortID, name: 'V' })).toMatchObject({ overReceipt: 0 })
  expect(await world.call(inventory.updateVendor, { shortID, overReceipt: 2.5 })).toMatchObject({ overReceipt: 2.5 })
  expect(await world.call(inventory.updateVendor, { shortID, city: 'Ulm' })).toMatchObject({ overReceipt: 2.5 })
  await expect(world.call(inventory.updateVendor, { shortID, overReceipt: 1001 })).rejects.toMatchObject({
    details: { overReceipt: ['The field overReceipt must be at most 1000.'] },
  })
})

test('associates of earlier versions become customers under the same numbers, once', async () => {
  const connection = await connectDatabase()
  const records = customers.model(connection)
  await migrate(connection)
  const modified = new Date('2026-01-31T09:30:00Z')
  await connection.collection<{ _id: number }>('associates').insertMany([
    { _id: 7, name: 'Acme', modified },
    { _id: 9, name: 'Acme', modified },
  ] as never)
  const copy = () => migrated(customersOfAssociates(connection))
  await Promise.all([copy(), copy()])
  await records.updateOne({ _id: 7 }, { $set: { name: 'Renamed' } })
  expect(await copy()).toBe(0)
  const found = await records.find().sort({ _id: 1 }).lean()
  expect(found).toMatchObject([
    { _id: 7, shortID: 'Acme', name: 'Renamed', active: true, created: modified },
    { _id: 9, shortID: 'Acme (9)', name: 'Acme', version: 1 },
  ])
})

test('lots name the owner of their item, sorted by its name too', async () => {
  const owners = await Promise.all(
    ['Zeta', 'Alpha'].map((name) => world.call(inventory.createCustomer, { shortID: unique('C'), name })),
  )
  const items = await Promise.all(
    owners.map(({ id: dfltOwner }) => world.call(catalog.createItem, anItem({ dfltOwner }))),
  )
  for (const { shortID } of items) await world.receive(shortID, 1)
  const { value } = await world.call(inventory.listLots, { sort: 'associate' })
  expect(value.map(({ associate }) => associate)).toEqual(['Alpha', 'Zeta'])
})
