import { request } from 'node:http'
import { expect, test } from 'vitest'
import { type StubGateway, startStubGateway } from '../../support/system/stub-gateway.ts'

const sendMany = ({ send }: StubGateway, count: number, method = 'GET', path = '/Inventory') =>
  Array.from({ length: count }, () => send(method, path))

/** What the limit allows at the start. */
const LIMIT = 16

test('64 requests of one moment are answered by a cold gateway, and none is refused', async () => {
  const gateway = await startStubGateway()
  const answers = sendMany(gateway, 64)
  await expect.poll(() => gateway.calls.length).toBe(LIMIT)
  gateway.open()
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(Array(64).fill(200))
})

test('beyond what a service can do the rest is refused with 503, before anything is done for it (R11)', async () => {
  const gateway = await startStubGateway()
  const answers = sendMany(gateway, 200)
  const refused = (await firstOf(answers, 200 - LIMIT)).toSorted()
  expect(gateway.calls).toHaveLength(LIMIT)
  expect(gateway.work).toEqual({ tokens: LIMIT, counted: LIMIT })
  for (const { status, text, headers } of refused) {
    expect(status).toBe(503)
    expect(JSON.parse(text)).toMatchObject({ statusCode: 503, error: 'service_unavailable' })
    expect(headers['x-request-id']).toBeTruthy()
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(Number(headers['retry-after'])).toBeGreaterThanOrEqual(1)
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(10)
  }
  expect(new Set(refused.map(({ headers }) => headers['retry-after'])).size).toBeGreaterThan(1)
  const labels = { target: 'inventory', effect: 'read' }
  expect(await gateway.figure('inventory_concurrency_refused_total', labels)).toBe(refused.length)
  expect(await gateway.figure('inventory_concurrency_in_flight', labels)).toBe(LIMIT)
  expect(await gateway.figure('inventory_concurrency_limit', labels)).toBe(LIMIT)
  expect(await gateway.figure('inventory_concurrency_queued', labels)).toBe(0)
  gateway.open()
  const statuses = (await Promise.all(answers)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(LIMIT)
})

test('reads and writes of each service have limits of their own, and other paths have none', async () => {
  const gateway = await startStubGateway()
  const held = sendMany(gateway, LIMIT + 1)
  await expect.poll(() => gateway.calls.length).toBe(LIMIT)
  const paths = ['/Item?key=A', '/Changes?since=0', '/Webhook', '/Operations/1', '/Warehouse?page=1', '/Inventory/7']
  const others = [...paths.map((path) => gateway.send('GET', path)), gateway.send('DELETE', '/Item/A')]
  const called = () => gateway.calls.slice(LIMIT).map(({ operation }) => operation)
  const unlimited = [
    'catalog.getItem',
    'notifications.listChanges',
    'notifications.listWebhooks',
    'catalog.discontinueItem',
  ]
  await expect.poll(called).toEqual(expect.arrayContaining(unlimited))
  expect((await gateway.send('GET', '/NoSuchPath')).status).toBe(404)
  expect((await gateway.send('GET', '/InventoryOf')).status).toBe(404)
  gateway.open()
  await Promise.all([...held, ...others])
})

test('a request whose client has gone is not called', async () => {
  const gateway = await startStubGateway()
  const held = sendMany(gateway, LIMIT)
  await expect.poll(() => gateway.calls.length).toBe(LIMIT)
  const labels = { target: 'inventory', effect: 'read' }
  const queued = () => gateway.figure('inventory_concurrency_queued', labels)
  const leaving = request(`${gateway.origin}/api/v1/Inventory`, { headers: { authorization: 'Bearer x' } })
  leaving.on('error', () => undefined).end()
  await expect.poll(queued).toBe(1)
  // Ended, it would be half-closed: its client may wait for the response.
  leaving.socket?.resetAndDestroy()
  await expect.poll(queued).toBe(0)
  gateway.open()
  await Promise.all(held)
  expect(gateway.calls).toHaveLength(LIMIT)
  expect(await gateway.figure('inventory_concurrency_in_flight', labels)).toBe(0)
})

test('a request that is refused for another reason gives its slot back', async () => {
  const gateway = await startStubGateway()
  const answers = await Promise.all(sendMany(gateway, 3 * LIMIT, 'GET', '/Inventory?modifiedSince=never'))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([400]))
  expect(await gateway.figure('inventory_concurrency_in_flight', { target: 'inventory', effect: 'read' })).toBe(0)
})

test('a call whose client has gone keeps its slot until it ends, and not longer', async () => {
  const gateway = await startStubGateway()
  const labels = { target: 'inventory', effect: 'read' }
  const leaving = request(`${gateway.origin}/api/v1/Inventory`, { headers: { authorization: 'Bearer x' } })
  leaving.on('error', () => undefined).end()
  await expect.poll(() => gateway.calls.length).toBe(1)
  leaving.socket?.resetAndDestroy()
  await expect.poll(() => gateway.figure('inventory_http_requests_in_flight')).toBe(0)
  expect(await gateway.figure('inventory_concurrency_in_flight', labels)).toBe(1)
  gateway.open()
  await expect.poll(() => gateway.figure('inventory_concurrency_in_flight', labels)).toBe(0)
})

/** The results of those that end first. */
async function firstOf<T>(works: readonly Promise<T>[], count: number): Promise<T[]> {
  const results: T[] = []
  await new Promise<void>((resolve) => {
    for (const work of works)
      void work.then((result) => {
        if (results.length < count) results.push(result)
        if (results.length === count) resolve()
      })
  })
  return results
}
