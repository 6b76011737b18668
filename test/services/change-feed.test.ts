import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Change } from '../../shared/contract/changes.ts'
import { aMove, anIssue, anItem, aReceipt } from '../support/factories.ts'
import { registerBasics } from '../support/registries.ts'
import { startSystem, type TestClient, type TestSystem } from '../support/system.ts'

let system: TestSystem
let client: TestClient
beforeAll(async () => {
  system = await startSystem()
  await registerBasics(system.call)
  client = await system.createClient()
})
afterAll(() => system[Symbol.asyncDispose]())

/** Where the feed ends now. */
async function feedEnd({ api }: TestClient = client): Promise<number> {
  const { status, body } = await api.notifications.listChanges({ since: 'latest' })
  expect(status).toBe(200)
  return body.next
}

/** The changes after a position, as soon as there are so many. */
async function changesAfter(since: number, count: number, { api }: TestClient = client): Promise<Change[]> {
  let value: Change[] = []
  await expect
    .poll(async () => {
      const { body } = await api.notifications.listChanges({ since, limit: 1_000 })
      value = body.value
      return value.length
    })
    .toBeGreaterThanOrEqual(count)
  return value
}

test('every change of items, aliases and stock is told once, in one sequence, as the lists show it', async () => {
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
  const entries = (await api.inventory.listTransactions({ shortID, sort: 'transactionNo' })).body.value
  const told = changes.filter(({ type }) => type.startsWith('inventory.'))
  expect(told.map(({ data }) => data)).toEqual(expect.arrayContaining(entries))
  expect(told.map(({ at }) => at)).toEqual(told.map(({ data }) => 'at' in data && data.at))
  const last = changes.find(({ type }) => type === 'item.discontinued')
  expect(last?.data).toEqual((await api.catalog.getItem({ key: shortID })).body)
})
