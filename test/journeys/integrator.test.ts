import request from 'supertest'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inventory } from '../../shared/contract/inventory/inventory.ts'
import { unique } from '../support/records/factories.ts'
import { type RunningProcesses, startProcesses } from '../support/system/processes.ts'
import { registerBasics } from '../support/system/registries.ts'

let system: RunningProcesses
beforeAll(async () => {
  system = await startProcesses()
  await registerBasics(system.call)
})
afterAll(() => system[Symbol.asyncDispose]())

test('an integrator gets a token, creates an item, receives, moves and issues stock, and reads all of it back', async () => {
  const { clientId, clientSecret } = await system.createClient()
  const base = request(system.gateways[0] ?? '')
  const granted = await base
    .post('/Token')
    .type('form')
    .send({ grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret })
  expect(granted.status).toBe(200)
  expect(granted.body).toEqual({ access_token: expect.any(String), token_type: 'bearer', expires_in: 14_400 })
  expect(granted.headers).toMatchObject({ 'cache-control': 'no-store' })

  const api = system.api(granted.body.access_token)
  const shortID = unique('BOLT')
  const created = await api.catalog.createItem({ shortID, description: 'Hex bolt' })
  expect(created.status).toBe(201)
  expect(created.body).toMatchObject({
    shortID,
    uOM: 'EA',
    discontinued: false,
    status: 'created',
    partNo: expect.any(Number),
  })

  const received = await api.inventory.receive({ itemID: shortID, units: 10, wid: 1, reasonCode: 10, spot: 'A' })
  expect(received.status).toBe(201)
  const moved = await api.inventory.move({ itemID: shortID, units: 4, wid: 1, shipToWid: 2, toSpot: 'B' })
  expect(moved.status).toBe(200)
  const issued = await api.inventory.issue({ itemID: shortID, units: 1.5, wid: 2, reasonCode: 20 })
  expect(issued.body).toMatchObject({
    status: 'issued',
    lots: [{ recNo: moved.body.recNo, units: 1.5, remaining: 2.5 }],
  })

  const lots = await api.inventory.listLots({ itemID: shortID })
  expect(lots.headers).toMatchObject({
    'x-total-count': '2',
    'x-page': '1',
    'x-page-size': '25',
    'x-api-version': 'v1',
  })
  expect(lots.body.value.map(({ recNo, wID, units }) => [recNo, wID, units])).toEqual([
    [moved.body.recNo, 2, 2.5],
    [received.body.recNo, 1, 6],
  ])
  const levels = await api.inventory.listStockLevels({})
  expect(levels.body.value).toContainEqual(
    expect.objectContaining({ partNo: created.body.partNo, inStock: 8.5, available: 8.5 }),
  )

  expect((await api.catalog.discontinueItem({ shortID })).body).toEqual({ shortID, status: 'discontinued' })
  expect((await api.catalog.listItems({})).body.value.map((item) => item.shortID)).not.toContain(shortID)
  expect((await api.catalog.listAllItems({})).body.value.map((item) => item.shortID)).toContain(shortID)
})

test('every request is answered and reconciliation finds no difference when inventory is killed during 200 parallel writes', async () => {
  const { token } = await system.createClient()
  const api = system.api(token)
  const items = await Promise.all(
    Array.from({ length: 8 }, async () => {
      const { body } = await api.catalog.createItem({ shortID: unique('ITEM') })
      await api.inventory.receive({ itemID: body.shortID, units: 1000, wid: 1, reasonCode: 10, spot: 'A' })
      return body.shortID
    }),
  )
  const victim = system.processes.find(({ name }) => name === 'inventory-1')
  const killed = victim?.pid
  let answered = 0
  const write = async (index: number) => {
    const itemID = items[index % items.length] ?? ''
    const answer = await [
      () => api.inventory.receive({ itemID, units: 3, wid: 1, reasonCode: 10 }),
      () => api.inventory.move({ itemID, units: 2, wid: 1, toSpot: `S-${index}` }),
      () => api.inventory.issue({ itemID, units: 1, wid: 1, reasonCode: 20 }),
    ][index % 3]?.()
    answered++
    if (answered === 20 && killed !== undefined) process.kill(killed, 'SIGKILL')
    return answer?.status ?? 0
  }
  const statuses = await Promise.all(Array.from({ length: 200 }, (_, index) => write(index)))
  expect(statuses).toHaveLength(200)
  expect([...new Set(statuses)].filter((status) => ![200, 201, 503, 504].includes(status))).toEqual([])
  await expect
    .poll(() => system.reports, { timeout: 30_000 })
    .toContainEqual(expect.stringContaining('inventory-1 ended (signal SIGKILL), starting it again'))
  await victim?.whenReady()
  expect((await system.call(inventory.reconcile, {})).differences).toEqual([])
}, 60_000)
