import { randomUUID } from 'node:crypto'
import mongoose from 'mongoose'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { catalog, type ItemSnapshot } from '../../../shared/contract/catalog/catalog.ts'
import { createAmqpBroker } from '../../../shared/messaging/amqp/amqp-broker.ts'
import type { Broker } from '../../../shared/messaging/broker.ts'
import { subscribe } from '../../../shared/messaging/events/subscribe.ts'
import type { Call } from '../../../shared/messaging/rpc/call.ts'
import { createCapturedLog } from '../../support/checks/captured-log.ts'
import { anItem, unique } from '../../support/records/factories.ts'
import { serverUrl, startSystem, type TestSystem } from '../../support/system/system.ts'

let system: TestSystem
let broker: Broker
let call: Call
const received: ItemSnapshot[] = []

beforeAll(async () => {
  system = await startSystem({ services: ['catalog'] })
  call = system.call
  const { log } = createCapturedLog()
  broker = await createAmqpBroker({ url: serverUrl('RABBITMQ_URL'), system: system.system, name: 'listener', log })
  await subscribe(broker, 'test.items', 'catalog.item.changed', async (snapshot) => void received.push(snapshot))
})
afterAll(async () => {
  await broker?.[Symbol.asyncDispose]()
  await system?.[Symbol.asyncDispose]()
})

/** The published snapshots of an item, oldest version first, once so many have arrived. */
async function snapshotsOf(shortID: string, count: number): Promise<ItemSnapshot[]> {
  const published = () =>
    received.filter((snapshot) => snapshot.shortID === shortID).toSorted((a, b) => a.version - b.version)
  await vi.waitFor(() => expect(published().length).toBeGreaterThanOrEqual(count), { timeout: 10_000, interval: 20 })
  return published()
}

it('every change is published with the whole item and a version that rises by one', async () => {
  const { shortID, partNo } = await call(catalog.createItem, anItem({ description: 'first', dfltOwner: 7 }))
  const alias = unique('ALIAS')
  await call(catalog.updateItem, { shortID, description: 'second' })
  await call(catalog.putAlias, { shortID, alias })
  await call(catalog.discontinueItem, { shortID })
  await call(catalog.deleteAlias, { shortID, alias })
  await call(catalog.updateItem, { shortID, discontinued: false })
  const item = { partNo, shortID, dfltOwner: 7, wholeUnits: false }
  const states = [
    { description: 'first', aliases: [], discontinued: false },
    { description: 'second', aliases: [], discontinued: false },
    { description: 'second', aliases: [alias], discontinued: false },
    { description: 'second', aliases: [alias], discontinued: true },
    { description: 'second', aliases: [], discontinued: true },
    { description: 'second', aliases: [], discontinued: false },
  ]
  const versions = states.map((state, index) => {
    const version = index + 1
    return { ...item, ...state, version, packaging: { version, units: expect.any(Number), ofAliases: [] } }
  })
  expect(await snapshotsOf(shortID, 6)).toEqual(versions)
})

it('a refused write, and one that changes nothing, is not published', async () => {
  const { shortID } = await call(catalog.createItem, anItem())
  const alias = unique('ALIAS')
  await call(catalog.putAlias, { shortID, alias })
  await call(catalog.putAlias, { shortID, alias })
  await call(catalog.discontinueItem, { shortID })
  await call(catalog.discontinueItem, { shortID })
  await expect(call(catalog.createItem, { shortID })).rejects.toThrow()
  await expect(call(catalog.deleteAlias, { shortID, alias: unique('NONE') })).rejects.toThrow()
  await call(catalog.updateItem, { shortID, discontinued: true })
  await call(catalog.updateItem, { shortID, description: 'Another one' })
  expect((await snapshotsOf(shortID, 4)).map(({ version }) => version)).toEqual([1, 2, 3, 4])
})

it('an operation id takes effect once, also when it arrives 10 times in parallel', async () => {
  const item = anItem()
  const context = { operationId: randomUUID(), attempt: randomUUID() }
  const answers = await Promise.all(Array.from({ length: 10 }, () => call(catalog.createItem, item, context)))
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
  expect((await call(catalog.listItems, { search: item.shortID })).totalCount).toBe(1)
})

it('a repeated write with the same key gets the first response and changes nothing', async () => {
  const { shortID } = await call(catalog.createItem, anItem())
  const operationId = randomUUID()
  const send = () => call(catalog.updateItem, { shortID, description: 'once' }, { operationId, hasClientKey: true })
  expect(await send()).toEqual(await send())
  expect(await call(catalog.findItemSnapshot, { itemID: shortID })).toMatchObject({ version: 2 })
})

it('a refusal is answered again under the same key, and the key is refused for another request', async () => {
  const shortID = unique('LATER')
  const context = { operationId: randomUUID(), hasClientKey: true }
  await expect(call(catalog.updateItem, { shortID }, context)).rejects.toMatchObject({ code: 'not_found' })
  await call(catalog.createItem, { shortID })
  await expect(call(catalog.updateItem, { shortID }, context)).rejects.toMatchObject({ code: 'not_found' })
  await expect(call(catalog.discontinueItem, { shortID }, context)).rejects.toMatchObject({ code: 'conflict' })
})

it('modified moves with every change of the item and its aliases', async () => {
  const { shortID, created } = await call(catalog.createItem, anItem())
  const alias = unique('ALIAS')
  const moments: string[] = []
  const changes = [
    () => call(catalog.updateItem, { shortID, putUp: 'Bag' }),
    () => call(catalog.putAlias, { shortID, alias }),
    () => call(catalog.deleteAlias, { shortID, alias }),
    () => call(catalog.discontinueItem, { shortID }),
  ]
  for (const change of changes) {
    const before = new Date().toISOString()
    await change()
    const item = await call(catalog.getItem, { key: shortID })
    expect(item.modified >= before).toBe(true)
    expect(item.created).toBe(created)
    moments.push(item.modified)
  }
  expect(moments).toEqual(moments.toSorted())
})

it('a renamed item publishes its former name and its aliases as aliases of the new name', async () => {
  const told: { readonly alias: string; readonly shortID: string }[] = []
  await subscribe(broker, 'test.aliases', 'alias.created', async ({ data }) => void told.push(data))
  const { shortID } = await call(catalog.createItem, anItem())
  const [alias, newShortID] = [unique('ALIAS'), unique('ITEM')]
  await call(catalog.putAlias, { shortID, alias, units: 12 })
  const before = new Date().toISOString()
  await call(catalog.renameItem, { shortID, newShortID })
  const renamed = [
    { alias, shortID: newShortID, units: 12 },
    { alias: shortID, shortID: newShortID },
  ]
  await expect.poll(() => told.filter((one) => one.shortID === newShortID)).toHaveLength(2)
  expect(told).toEqual(expect.arrayContaining(renamed))
  const { value } = await call(catalog.listAliases, { shortID: newShortID, modifiedSince: before })
  expect(value).toEqual(renamed)
})

it('the creator of an item is stored and not sent', async () => {
  const client = await system.createClient()
  const { shortID } = await client.call(catalog.createItem, anItem())
  expect(await call(catalog.getItem, { key: shortID })).not.toHaveProperty('createdBy')
  const connection = await mongoose
    .createConnection(serverUrl('MONGODB_URI'), { dbName: `${system.system}-catalog` })
    .asPromise()
  try {
    const record = await connection.collection('items').findOne({ shortID })
    expect(record).toMatchObject({ createdBy: client.clientId })
  } finally {
    await connection.close()
  }
})

it('the outbox is empty after its events are published', async () => {
  const { shortID } = await call(catalog.createItem, anItem())
  await snapshotsOf(shortID, 1)
  const connection = await mongoose
    .createConnection(serverUrl('MONGODB_URI'), { dbName: `${system.system}-catalog` })
    .asPromise()
  try {
    await vi.waitFor(async () => expect(await connection.collection('outbox').countDocuments()).toBe(0), 10_000)
  } finally {
    await connection.close()
  }
})

it('a client needs permission 11 to read and 116 to write, and may not be read-only', async () => {
  const reader = await system.createClient({ permissions: [11] })
  const writer = await system.createClient({ permissions: [116] })
  const frozen = await system.createClient({ permissions: [11, 116], readOnly: true })
  const item = anItem()
  await expect(reader.call(catalog.createItem, item)).rejects.toMatchObject({ message: 'Insufficient permissions.' })
  await expect(frozen.call(catalog.createItem, item)).rejects.toMatchObject({ message: 'Account is read-only.' })
  await writer.call(catalog.createItem, item)
  await expect(writer.call(catalog.getItem, { key: item.shortID })).rejects.toMatchObject({ code: 'forbidden' })
  expect(await frozen.call(catalog.getItem, { key: item.shortID })).toMatchObject({ shortID: item.shortID })
  await expect(reader.call(catalog.findItemSnapshot, { itemID: 'X' })).rejects.toMatchObject({ code: 'forbidden' })
})
