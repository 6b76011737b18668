import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { createApp } from '../../../gateway/app.ts'
import { type Caller, permissions } from '../../../shared/contract/core/access.ts'
import type { RpcReply } from '../../../shared/messaging/broker.ts'
import type { WireContext } from '../../../shared/process/call-context.ts'
import { createMonitor } from '../../../shared/process/monitor.ts'
import { createHttpClient } from '../../faults/load/http-client.ts'
import { createCapturedLog } from '../../support/checks/captured-log.ts'
import { parsePrometheusText } from '../../support/checks/prometheus-text.ts'
import { keep } from '../../support/keep.ts'

const caller: Caller = {
  kind: 'client',
  id: 'c',
  permissions: Object.values(permissions),
  warehouses: 'all',
  readOnly: false,
  active: true,
}
const page = { totalCount: 0, page: 1, pageSize: 25 }

/** A gateway whose services answer nothing until they are let, and who counts what it does for each request. */
async function startGateway() {
  const { log } = createCapturedLog()
  const monitor = createMonitor('gateway')
  const calls: { operation: string; context: WireContext; answer(): void }[] = []
  const work = { tokens: 0, counted: 0 }
  let isOpen = false
  const app = createApp({
    callBytes: ({ name: operation }, _body, context) =>
      new Promise<RpcReply>((resolve) => {
        const answer = () => resolve({ page, body: Buffer.from('{}') })
        calls.push({ operation, context, answer })
        if (isOpen) answer()
      }),
    tokenVerifier: {
      identify: () => {
        work.tokens++
        return caller
      },
      confirmedAt: 0,
      [Symbol.asyncDispose]: async () => undefined,
    },
    rateLimit: {
      perMinute: 1_000_000,
      isDegraded: false,
      count: async () => {
        work.counted++
        return { limit: 1_000_000, remaining: 1_000_000, resetMs: 1, exceeded: false }
      },
    },
    trustProxy: undefined,
    log,
    monitor,
  })
  const server = createServer(app).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const http = createHttpClient()
  keep({
    async [Symbol.asyncDispose]() {
      http.close()
      server.closeAllConnections()
      server.close()
    },
  })
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const send = (method: string, path: string) =>
    http.send({ method, origin, path: `/api/v1${path}`, headers: { authorization: 'Bearer x' } })
  const figure = async (name: string, labels: Readonly<Record<string, string>>) =>
    parsePrometheusText(await monitor.registry.metrics()).find(
      (sample) =>
        sample.name === name && Object.entries(labels).every(([label, value]) => sample.labels[label] === value),
    )?.value
  return {
    origin,
    calls,
    work,
    send,
    figure,
    /** Answers what has been called, and everything from now on. */
    open() {
      isOpen = true
      for (const { answer } of calls) answer()
    },
  }
}

type Gateway = Awaited<ReturnType<typeof startGateway>>
const sendMany = ({ send }: Gateway, count: number, method = 'GET', path = '/Inventory') =>
  Array.from({ length: count }, () => send(method, path))

/** What the limit allows at the start. */
const LIMIT = 16

test('64 requests of one moment are answered by a cold gateway, and none is refused', async () => {
  const gateway = await startGateway()
  const answers = sendMany(gateway, 64)
  await expect.poll(() => gateway.calls.length).toBe(LIMIT)
  gateway.open()
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(Array(64).fill(200))
})

test('beyond what a service can do the rest is refused with 503, before anything is done for it (R11)', async () => {
  const gateway = await startGateway()
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
  const gateway = await startGateway()
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
  const gateway = await startGateway()
  const held = sendMany(gateway, LIMIT)
  await expect.poll(() => gateway.calls.length).toBe(LIMIT)
  const labels = { target: 'inventory', effect: 'read' }
  const queued = () => gateway.figure('inventory_concurrency_queued', labels)
  const leaving = request(`${gateway.origin}/api/v1/Inventory`, { headers: { authorization: 'Bearer x' } })
  leaving.on('error', () => undefined).end()
  await expect.poll(queued).toBe(1)
  leaving.destroy()
  await expect.poll(queued).toBe(0)
  gateway.open()
  await Promise.all(held)
  expect(gateway.calls).toHaveLength(LIMIT)
  expect(await gateway.figure('inventory_concurrency_in_flight', labels)).toBe(0)
})

test('a request that is refused for another reason gives its slot back', async () => {
  const gateway = await startGateway()
  const answers = await Promise.all(sendMany(gateway, 3 * LIMIT, 'GET', '/Inventory/NoSuchPath/At/All'))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([404]))
  expect(await gateway.figure('inventory_concurrency_in_flight', { target: 'inventory', effect: 'read' })).toBe(0)
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
