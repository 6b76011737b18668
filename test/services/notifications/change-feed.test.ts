import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Change } from '../../../shared/contract/notifications/changes.ts'
import { aMove, anIssue, anItem, aReceipt } from '../../support/records/factories.ts'
import { connectDatabase } from '../../support/servers/database.ts'
import { registerBasics } from '../../support/system/registries.ts'
import { startSystem, type TestClient, type TestSystem } from '../../support/system/system.ts'

const inTime = { timeout: 20_000 }

let system: TestSystem
let client: TestClient
beforeAll(async () => {
  system = await startSystem()
  await registerBasics(system.call)
  client = await system.createClient()
})
afterAll(() => system[Symbol.asyncDispose]())

/** The sequence of the last change. */
async function feedEnd({ api }: TestClient = client): Promise<number> {
  const { status, body } = await api.notifications.listChanges({ since: 'latest' })
  expect(status).toBe(200)
  return body.next
}

/** The changes after a position, once there are `count` of them. */
async function changesAfter(since: number, count: number, { api }: TestClient = client): Promise<Change[]> {
  const read = async () => (await api.notifications.listChanges({ since, limit: 1_000 })).body.value
  await expect.poll(async () => (await read()).length, inTime).toBeGreaterThanOrEqual(count)
  return read()
}

test('every change of items, aliases and stock is in the feed once, in sequence, with the data of the lists', async () => {
  const { api } = client
  const since = await feedEnd()
  const { shortID } = (await api.catalog.createItem(anItem())).body
  await api.catalog.updateItem({ shortID, description: 'Another' })
  await api.catalog.putAlias({ shortID, alias: `${shortID}-A` })
  const received = (await api.inventory.receive(aReceipt({ itemID: shortID, units: 5 }))).body
  await api.inventory.move(aMove({ itemID: shortID, units: 2, shipToWid: 2 }))
  await api.inventory.issue(anIssue({ itemID: shortID, units: 1 }))
  await api.inventory.hold({ recno: received.recNo })
  const released = (await api.inventory.release({ recno: received.recNo })).body
  await api.inventory.reverse({ transactionNo: String(released.transactionNo) })
  await api.catalog.deleteAlias({ shortID, alias: `${shortID}-A` })
  await api.catalog.discontinueItem({ shortID })

  const changes = await changesAfter(since, 11)
  expect(changes.map(({ sequence }) => sequence)).toEqual(changes.map((_, index) => since + index + 1))
  expect(new Set(changes.map(({ id }) => id)).size).toBe(11)
  const types = changes.map(({ type }) => type)
  expect(types.filter((type) => !type.startsWith('inventory.'))).toEqual([
    'item.created',
    'item.updated',
    'alias.created',
    'alias.deleted',
    'item.discontinued',
  ])
  expect(types.filter((type) => type.startsWith('inventory.'))).toEqual([
    'inventory.received',
    'inventory.moved',
    'inventory.issued',
    'inventory.held',
    'inventory.released',
    'inventory.reversed',
  ])
  const listed = (await api.inventory.listTransactions({ shortID, sort: 'transactionNo' })).body.value
  // An entry's event is sent before anything can reverse it (docs/decisions/lists.md#82).
  const entries = listed.map(({ reversedBy: _, ...entry }) => entry)
  const told = changes.filter(({ type }) => type.startsWith('inventory.'))
  expect(told.map(({ data }) => data)).toEqual(expect.arrayContaining(entries))
  expect(told.map(({ at }) => at)).toEqual(told.map(({ data }) => 'at' in data && data.at))
  const last = changes.find(({ type }) => type === 'item.discontinued')
  expect(last?.data).toEqual((await api.catalog.getItem({ key: shortID })).body)
})

test('a PUT that discontinues an item or brings it back has its own type of change, and a repeated write changes nothing', async () => {
  const { api } = client
  const since = await feedEnd()
  const { shortID } = (await api.catalog.createItem(anItem())).body
  await api.catalog.updateItem({ shortID, discontinued: true })
  await api.catalog.updateItem({ shortID, discontinued: true })
  await api.catalog.updateItem({ shortID, discontinued: false })
  await api.catalog.putAlias({ shortID, alias: `${shortID}-B` })
  await api.catalog.putAlias({ shortID, alias: `${shortID}-B` })
  const headers = { 'Idempotency-Key': `discontinue-${shortID}` }
  for (let time = 0; time < 2; time++) await api.catalog.discontinueItem({ shortID }, { headers })
  await api.catalog.discontinueItem({ shortID })
  await api.catalog.updateItem({ shortID, description: 'The last' })
  const changes = await changesAfter(since, 6)
  expect(changes.map(({ type }) => type)).toEqual([
    'item.created',
    'item.discontinued',
    'item.updated',
    'alias.created',
    'item.discontinued',
    'item.updated',
  ])
})

test('a client gets the changes of its own warehouses, as in the ledger, and its position passes over the others', async () => {
  const { api } = client
  const since = await feedEnd()
  const { shortID } = (await api.catalog.createItem(anItem())).body
  await api.inventory.receive(aReceipt({ itemID: shortID, units: 5, wid: 1 }))
  await api.inventory.move(aMove({ itemID: shortID, units: 2, wid: 1, shipToWid: 2 }))
  await api.inventory.receive(aReceipt({ itemID: shortID, units: 5, wid: 3 }))
  const isCreation = ({ type }: Change) => type === 'item.created'
  const creation = (await changesAfter(since, 4)).filter(isCreation)

  for (const [warehouses, lotsIn] of [
    [[1], [1, 1]],
    [[2], [2]],
    [
      [2, 3],
      [2, 3],
    ],
  ] as const) {
    const other = await system.createClient({ warehouses: [...warehouses] })
    const { body } = await other.api.notifications.listChanges({ since })
    expect(body.next).toBe(since + 4)
    // Catalog and inventory publish each for itself.
    expect(body.value.filter(isCreation)).toEqual(creation)
    const told = body.value.filter((change) => !isCreation(change))
    const entries = (await other.api.inventory.listTransactions({ shortID, sort: 'transactionNo' })).body.value
    expect(told.map(({ data }) => data)).toEqual(entries)
    expect(told.flatMap(({ data }) => ('lots' in data ? data.lots : [])).map(({ wid }) => wid)).toEqual(lotsIn)
  }
  const nowhere = await system.createClient({ warehouses: [] })
  const { body } = await nowhere.api.notifications.listChanges({ since })
  expect(body).toEqual({ since, next: since + 4, hasMore: false, value: creation })
})

test('dry runs, refused writes and repeated writes leave nothing in the feed', async () => {
  const { api } = client
  const { shortID } = (await api.catalog.createItem(anItem())).body
  const receipt = aReceipt({ itemID: shortID, units: 5 })
  const headers = { 'Idempotency-Key': `receipt-${shortID}` }
  expect((await api.inventory.receive(receipt, { headers })).status).toBe(201)
  await expect.poll(async () => (await changesAfter(0, 1)).some(({ data }) => isOf(data, shortID)), inTime).toBe(true)
  const since = await feedEnd()
  const outbox = (await connectDatabase(`${system.system}-inventory`)).collection('outbox')
  await expect.poll(() => outbox.countDocuments(), inTime).toBe(0)
  expect((await api.inventory.previewReceive({ ...receipt, dryRun: true })).status).toBe(200)
  const move = { ...aMove({ itemID: shortID, units: 2, shipToWid: 2 }), dryRun: true } as const
  expect((await api.inventory.previewMove(move)).status).toBe(200)
  const issue = { ...anIssue({ itemID: shortID, units: 1 }), dryRun: true } as const
  expect((await api.inventory.previewIssue(issue)).status).toBe(200)
  expect(await outbox.countDocuments()).toBe(0)
  expect((await api.inventory.issue(anIssue({ itemID: shortID, units: 99 }))).status).toBe(409)
  expect((await api.inventory.receive({ ...receipt, reasonCode: 4711 })).status).toBe(400)
  expect((await api.catalog.createItem(anItem({ shortID }))).status).toBe(409)
  expect((await api.inventory.receive(receipt, { headers })).headers['idempotent-replayed']).toBe('true')
  const issued = (await api.inventory.issue(anIssue({ itemID: shortID, units: 1 }))).body
  const changes = await changesAfter(since, 1)
  expect(changes.map(({ data }) => 'transactionNo' in data && data.transactionNo)).toEqual([issued.transactionNo])
})

const isOf = (data: Change['data'], shortID: string) => 'itemID' in data && data.itemID === shortID

test('consecutive answers continue each other without a gap, from any position', async () => {
  const { api } = client
  const since = await feedEnd()
  for (let count = 0; count < 5; count++) await api.catalog.createItem(anItem())
  const all = await changesAfter(since, 5)
  const stretches: { next: number; hasMore: boolean; value: readonly Change[] }[] = []
  for (let position = since, hasMore = true; hasMore; ) {
    const { body } = await api.notifications.listChanges({ since: position, limit: 2 })
    expect(body.since).toBe(position)
    stretches.push(body)
    position = body.next
    hasMore = body.hasMore
  }
  expect(stretches.map(({ next, hasMore }) => [next - since, hasMore])).toEqual([
    [2, true],
    [4, true],
    [5, false],
  ])
  expect(stretches.flatMap(({ value }) => value)).toEqual(all)
  const whole = (await api.notifications.listChanges({ since, limit: 5 })).body
  expect(whole).toEqual({ since, next: since + 5, hasMore: false, value: all })
  const end = { since: since + 5, next: since + 5, hasMore: false, value: [] }
  expect((await api.notifications.listChanges({ since: since + 5 })).body).toEqual(end)
  expect((await api.notifications.listChanges({ since: 'latest' })).body).toEqual(end)
  expect((await api.notifications.listChanges({ since, limit: 0 })).body.value).toEqual(all.slice(0, 1))
})

test('a position beyond the end of the feed is refused, and so is anything that is not a position', async () => {
  const { api } = client
  const end = await feedEnd()
  const beyond = await api.notifications.listChanges({ since: end + 1 })
  expect(beyond.status).toBe(409)
  expect(beyond.body).toEqual({ statusCode: 409, error: 'conflict', message: `The feed ends at ${end}.` })
  for (const [query, field, message] of [
    ['since=-1', 'since', 'must be 0 or greater.'],
    ['since=soon', 'since', 'must be an integer of 0 or more, or latest.'],
    ['since=1.5', 'since', 'must be an integer of 0 or more, or latest.'],
    ['limit=many', 'limit', 'must be an integer.'],
  ] as const) {
    const { status, body } = await api.raw('GET', `/Changes?${query}`)
    expect(status).toBe(400)
    expect(body).toMatchObject({ error: 'validation_error', details: { [field]: [`The field ${field} ${message}`] } })
  }
})
