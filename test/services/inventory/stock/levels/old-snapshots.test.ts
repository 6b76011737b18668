import { mongo } from 'mongoose'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { inventory } from '../../../../../shared/contract/inventory/inventory.ts'
import { refusal } from '../../../../support/checks/probe.ts'
import { anIssue, anItem, aReceipt, unique } from '../../../../support/records/factories.ts'
import { registerBasics } from '../../../../support/system/registries.ts'
import { serverUrl, startSystem, type TestClient, type TestSystem } from '../../../../support/system/system.ts'

/** SnapshotTooOld: what a read needs is no longer kept. */
const errorCode = 239
/** The fail points of the database concern the programs of this name only. */
const appName = unique('old-snapshots')

let database: mongo.MongoClient
let system: TestSystem
let client: TestClient
let itemID: string
beforeAll(async () => {
  const uri = new URL(serverUrl('MONGODB_URI'))
  database = await new mongo.MongoClient(uri.href).connect()
  uri.searchParams.set('appName', appName)
  system = await startSystem({ services: ['catalog', 'inventory', 'gateway'], mongoUri: uri.href })
  await registerBasics(system.call)
  client = await system.createClient()
  itemID = (await client.api.catalog.createItem(anItem())).body.shortID
  await client.call(inventory.receive, aReceipt({ itemID, units: 100 }))
})
afterEach(() => fail('off'))
afterAll(async () => {
  await system[Symbol.asyncDispose]()
  await database.close()
})

/** Fails a command; a read only if it is of this collection. */
const fail = (mode: 'off' | 'alwaysOn' | { readonly times: number }, command = '', collection = '') => {
  const namespace = `${system.system}-inventory.${collection}`
  const isRead = command === 'find' || command === 'aggregate'
  const data = { appName, errorCode, failCommands: [command], ...(isRead && { namespace }) }
  return database.db('admin').command({ configureFailPoint: 'failCommand', mode, data })
}

const levels = (query: Parameters<TestClient['api']['inventory']['listStockLevels']>[0]) =>
  client.api.inventory.listStockLevels(query)
const inStock = async () => (await levels({ itemID })).body.value[0]?.inStock
const books = async () => ({
  inStock: Number(await inStock()),
  entries: (await client.api.inventory.listTransactions({ shortID: itemID })).body.totalCount,
})
const bugs = () => system.logLines.filter(({ level }) => level >= 50)

test.each([
  ['a page by partNo', 'find', {}],
  ['a page by another figure', 'aggregate', { sort: 'available' }],
])('%s whose snapshot is too old is 503, and answered again when it is not', async (_, command, query) => {
  await fail('alwaysOn', command, 'levels')
  const { status, body, headers } = await levels(query)
  const message = 'The service is temporarily unavailable. Nothing was changed.'
  expect([status, body]).toEqual([503, { statusCode: 503, error: 'service_unavailable', message }])
  expect(headers['retry-after']).toMatch(/^\d+$/)
  expect(bugs()).toEqual([])
  await fail('off')
  expect(await levels(query)).toMatchObject({ status: 200, body: { value: [{ inStock: await inStock() }] } })
})

test.each([['aggregate'], ['bulkWrite'], ['commitTransaction']])(
  'a write whose snapshot is too old at its %s is tried again, and done once',
  async (command) => {
    const before = await books()
    await fail({ times: 3 }, command, 'levels')
    expect((await client.api.inventory.issue(anIssue({ itemID, units: 7 }))).status).toBe(200)
    expect(await books()).toEqual({ inStock: before.inStock - 7, entries: before.entries + 1 })
    expect(bugs()).toEqual([])
  },
)

test.each([['aggregate'], ['bulkWrite']])(
  'a write whose snapshot is too old at its %s until its deadline is not done',
  async (command) => {
    const before = await books()
    await fail('alwaysOn', command, 'levels')
    const issue = client.call(inventory.issue, anIssue({ itemID, units: 7 }), { deadline: Date.now() + 2_000 })
    // The caller may reach its deadline before the service says that nothing was done.
    expect(['service_unavailable', 'outcome_unknown']).toContain((await refusal(issue)).code)
    await fail('off')
    expect(await books()).toEqual(before)
    expect(bugs()).toEqual([])
  },
)
