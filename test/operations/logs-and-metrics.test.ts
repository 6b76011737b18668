import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auth } from '../../shared/contract/auth.ts'
import { monitorDatabase } from '../../shared/database/database-metrics.ts'
import { migrate } from '../../shared/database/mongo.ts'
import { TransactionConflict } from '../../shared/database/transaction.ts'
import { inUnitOfWork } from '../../shared/database/unit-of-work.ts'
import { createOutbox, measureOutbox } from '../../shared/messaging/events/outbox.ts'
import { createLog } from '../../shared/process/log.ts'
import { createMonitor } from '../../shared/process/monitor.ts'
import { createCapturedLog } from '../support/checks/captured-log.ts'
import { parsePrometheusText } from '../support/checks/prometheus-text.ts'
import { anItem, aReceipt, aStockEvent, unique } from '../support/records/factories.ts'
import { connectDatabase } from '../support/servers/database.ts'
import { createMemoryBroker } from '../support/servers/memory-broker.ts'
import { adminOf } from '../support/system/admin.ts'
import { createApi } from '../support/system/api.ts'
import { type RunningProcesses, startProcesses } from '../support/system/processes.ts'
import { registerBasics } from '../support/system/registries.ts'

let system: RunningProcesses
beforeAll(async () => {
  system = await startProcesses({ env: { LOG_LEVEL: 'trace' } })
})
afterAll(() => system?.[Symbol.asyncDispose]())

test('requests, errors and calls are counted by operation in the gateway and in the service', async () => {
  const { token } = await system.createClient()
  await registerBasics(system.call)
  const api = system.api(token)
  const item = anItem()
  await api.catalog.createItem(item)
  const received = await api.inventory.receive(aReceipt({ itemID: item.shortID }))
  expect(received.status).toBe(201)
  await api.inventory.receive(aReceipt({ itemID: 'NO-SUCH-ITEM-AT-ALL' }))
  await system.api('no token').catalog.listItems({})

  const gateway = adminOf(system, 'gateway-1')
  const inventory = adminOf(system, 'inventory-1')
  const operation = 'inventory.receive'
  const http = 'inventory_http_request_seconds_count'
  expect(await gateway.figure(http, { operation, status: '201' })).toBe(1)
  expect(await gateway.figure(http, { operation, status: '400' })).toBe(1)
  expect(await gateway.figure(http, { operation: 'none', status: '401' })).toBe(1)
  expect(await gateway.figure('inventory_rpc_call_seconds_count', { operation, outcome: 'ok' })).toBe(1)
  expect(await inventory.figure('inventory_rpc_answer_seconds_count', { operation, outcome: 'ok' })).toBe(1)
  const refused = { operation, outcome: 'validation_error' }
  expect(await inventory.figure('inventory_rpc_answer_seconds_count', refused)).toBe(1)
  expect(await gateway.figure('inventory_rpc_calls_in_flight')).toBeGreaterThanOrEqual(0)
  expect(await inventory.figure('inventory_database_pool_size')).toBeGreaterThan(0)
  const published = { subject: 'inventory.received', outcome: 'ok' }
  await expect.poll(() => inventory.figure('inventory_events_published_total', published)).toBe(1)
})

test('the metrics of every process are well formed and have the service as label', async () => {
  for (const name of ['auth', 'catalog', 'inventory', 'gateway']) {
    const response = await adminOf(system, `${name}-1`).get('/metrics')
    expect(response.headers.get('content-type')).toMatch(/^text\/plain/)
    const samples = parsePrometheusText(await response.text())
    expect(samples.some(({ name: figure }) => figure === 'process_resident_memory_bytes')).toBe(true)
    for (const { labels } of samples) expect(labels.service).toBe(name)
  }
})

test('metrics count repeated transactions, connections in use and waiting events', async () => {
  const connection = await connectDatabase()
  const monitor = createMonitor('test')
  const { log } = createCapturedLog()
  const broker = createMemoryBroker()
  const outbox = createOutbox(connection, broker, log)
  await migrate(connection)
  monitorDatabase(connection, monitor)
  measureOutbox(connection, monitor.registry)
  const figure = async (name: string) =>
    parsePrometheusText(await monitor.registry.metrics()).find((sample) => sample.name === name)?.value

  expect(await figure('inventory_outbox_waiting')).toBe(0)
  let tries = 0
  await inUnitOfWork(connection, Date.now() + 10_000, async (unit) => {
    if (++tries === 1) throw new TransactionConflict('Once')
    // As of a process that is lost after the commit.
    outbox.add([aStockEvent(1)], { ...unit, afterCommit: () => undefined })
    expect(await figure('inventory_database_pool_in_use')).toBeGreaterThanOrEqual(0)
  })
  expect(await figure('inventory_transaction_repeats_total')).toBe(1)
  expect(await figure('inventory_outbox_waiting')).toBe(1)
  expect(await figure('inventory_outbox_lag_seconds')).toBeGreaterThan(0)
  expect(await figure('inventory_database_pool_in_use')).toBe(0)
  await outbox[Symbol.asyncDispose]()
})

test('no log of any level contains a secret, a token or a wrong secret that a client sent', async () => {
  const { clientId, clientSecret, token } = await system.createClient()
  const { client_secret: rotated } = await system.call(auth.rotateClientSecret, { clientId })
  const wrongSecret = unique('wrong-secret')
  const forgedToken = `${token.slice(0, -8)}AAAAAAAA`
  const gateway = system.gateways[0] ?? ''
  const api = createApi(gateway)
  const basic = Buffer.from(`${clientId}:${rotated}`).toString('base64')

  const grant = { grant_type: 'client_credentials', client_id: clientId }
  expect((await api.auth.issueToken({ ...grant, client_secret: wrongSecret })).status).toBe(401)
  const granted = await api.auth.issueToken({ ...grant, client_secret: rotated })
  expect(granted.status).toBe(200)
  await api.raw('POST', '/Token').set('authorization', `Basic ${basic}`).type('form').send({ grant_type: 'other' })
  await api.raw('GET', `/Item?access_token=${token}&secret=${wrongSecret}`)
  await api.raw('POST', '/Token').type('json').send({ client_secret: wrongSecret })
  expect((await createApi(gateway, forgedToken).catalog.listItems({})).status).toBe(401)
  const item = anItem()
  const made = await createApi(gateway, token).catalog.createItem(item, { headers: { 'X-Request-Id': 'planted-1' } })
  expect(made.status).toBe(201)
  const again = await createApi(gateway, token).catalog.createItem(item, { headers: { 'X-Request-Id': 'planted-2' } })
  expect(again.status).toBe(409)

  const logs = join(system.dataDir, 'logs')
  // A line may be written after the response. These are of the last request: all others are in the logs by then.
  const about = (name: string) =>
    readFileSync(join(logs, `${name}.log`), 'utf8')
      .split('\n')
      .filter((line) => line.includes('"requestId":"planted-2"'))
  await expect.poll(() => about('gateway-1')).not.toEqual([])
  await expect.poll(() => about('catalog-1')).not.toEqual([])

  const text = readdirSync(logs)
    .map((file) => readFileSync(join(logs, file), 'utf8'))
    .join('\n')
  const read = (name: string): [string, string] => [name, readFileSync(join(system.dataDir, name), 'utf8').trim()]
  const stored = Object.fromEntries(['auth.secret', 'gateway.secret', 'notifications.secret'].map(read))
  const planted = { clientSecret, rotated, wrongSecret, token, forgedToken, basic, ...stored }
  for (const [name, secret] of Object.entries(planted)) expect(text.includes(secret), name).toBe(false)
  // Neither the whole nor a part of it. The header of a token is left out, since it is the same in all of them.
  expect(text).not.toContain('eyJ')
  expect(text).not.toContain('PRIVATE KEY')
})

test('a log redacts fields with the name of a secret, at the top level and one level below', () => {
  const secret = unique('planted')
  const written: string[] = []
  const log = createLog('test', 'info', { write: (line) => void written.push(line) })
  for (const name of ['token', 'secret', 'clientSecret', 'client_secret', 'access_token', 'authorization']) {
    const err = Object.assign(new Error('It failed'), { [name]: secret })
    log.info({ [name]: secret, request: { [name]: secret, path: '/Item' }, err }, 'Planted')
    log.child({ [name]: secret }).info('Planted')
    expect(err).toHaveProperty(name, secret)
  }
  expect(written).toHaveLength(12)
  expect(written.join()).not.toContain(secret)
  expect(JSON.parse(written[0] ?? '')).toMatchObject({
    request: { path: '/Item' },
    err: { type: 'Error', message: 'It failed', stack: expect.stringContaining('logs-and-metrics.test') },
  })
})
