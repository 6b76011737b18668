import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { type CollectedSpan, createOtlpCollector, type OtlpCollector } from '../support/otlp-collector.ts'
import { anItem, unique } from '../support/records/factories.ts'
import { startWithItem } from '../support/system/system-with-item.ts'

const randomHex = (digits: number) =>
  Array.from({ length: digits }, () => Math.floor(Math.random() * 16).toString(16)).join('')

/** Spans arrive in batches, later than the responses. */
const soon = { timeout: 10_000 }

describe('With a collector', () => {
  let collector: OtlpCollector
  let world: Awaited<ReturnType<typeof startWithItem>>
  let database = ''
  /** The span of the command that writes a receipt. */
  let written = ''
  beforeAll(async () => {
    collector = await createOtlpCollector()
    const env = {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      LOG_LEVEL: 'debug',
      OTEL_BSP_SCHEDULE_DELAY: '50',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
    }
    world = await startWithItem({ env })
    database = `${world.system.system}-inventory`
    written = `bulkWrite ${database}`
    // The first receipt of an item into a warehouse makes its level row by a second command.
    const { status } = await world.receive()
    if (status !== 201) throw new Error(`The first receipt was answered with ${status}`)
  })
  afterAll(async () => {
    await world?.system[Symbol.asyncDispose]()
    await collector?.[Symbol.asyncDispose]()
  })

  const ofTrace = (traceId: string) => collector.spans.filter((span) => span.traceId === traceId)
  const called = (spans: readonly CollectedSpan[], kind: string, name: string) => {
    const found = spans.filter((span) => span.kind === kind && span.name === name)
    expect(found, `${kind} ${name}`).toHaveLength(1)
    return found[0] as CollectedSpan
  }
  /** Sends a receipt in a trace of its own; resolves when the spans of both servers have arrived. */
  async function traced(headers: Record<string, string> = {}, itemID?: string) {
    const [traceId, parentId] = [randomHex(32), randomHex(16)]
    const answer = await world.receive({ traceparent: `00-${traceId}-${parentId}-01`, ...headers }, itemID)
    const served = () => ofTrace(traceId).flatMap(({ kind, name }) => (kind === 'server' ? name : []))
    await expect
      .poll(served, soon)
      .toEqual(expect.arrayContaining(['POST /api/v1/Inventory/Receive', 'inventory.receive']))
    return { traceId, parentId, answer }
  }

  test("a receipt is one trace from the client's own span to the database", async () => {
    const { traceId, parentId, answer } = await traced()
    expect(answer.status).toBe(201)
    await expect.poll(() => ofTrace(traceId).map(({ name }) => name), soon).toContain('commitTransaction admin')
    const spans = ofTrace(traceId)

    const http = called(spans, 'server', 'POST /api/v1/Inventory/Receive')
    expect(http).toMatchObject({
      parentSpanId: parentId,
      isError: false,
      resource: { 'service.name': 'gateway', 'deployment.environment.name': 'test' },
      attributes: {
        'http.request.method': 'POST',
        'http.route': '/api/v1/Inventory/Receive',
        'http.response.status_code': 201,
        'url.path': '/api/v1/Inventory/Receive',
        'url.scheme': 'http',
      },
    })
    const rpc = { attributes: { 'rpc.method': 'inventory.receive', 'rpc.response.status_code': 'ok' }, isError: false }
    const call = called(spans, 'client', 'inventory.receive')
    expect(call).toMatchObject({ ...rpc, parentSpanId: http.spanId, resource: { 'service.name': 'gateway' } })
    const answering = called(spans, 'server', 'inventory.receive')
    expect(answering).toMatchObject({ ...rpc, parentSpanId: call.spanId, resource: { 'service.name': 'inventory' } })

    const write = called(spans, 'client', written)
    expect(write.attributes).toMatchObject({
      'db.system.name': 'mongodb',
      'db.operation.name': 'bulkWrite',
      'db.namespace': database,
    })
    // Not the catalog's, if its event about the item had not arrived yet, nor those of consumers of the event about the receipt.
    const consumers = new Set(spans.filter(({ kind }) => kind === 'consumer').map(({ spanId }) => spanId))
    const commands = spans.filter(
      ({ attributes, resource, parentSpanId = '' }) =>
        'db.system.name' in attributes && resource['service.name'] === 'inventory' && !consumers.has(parentSpanId),
    )
    // The item is in memory, if another receipt of it has come before.
    expect(commands.map(({ name }) => name)).toEqual(expect.arrayContaining([written, 'commitTransaction admin']))
    expect(new Set(commands.map(({ parentSpanId }) => parentSpanId))).toEqual(new Set([answering.spanId]))
  })

  test('requests whose calls share messages and transactions each have a trace of their own', async () => {
    const writesOf = (traceId: string) => ofTrace(traceId).filter(({ name }) => name === written).length
    const requests = await Promise.all(Array.from({ length: 20 }, () => traced()))
    for (const { traceId, parentId } of requests) {
      const spans = ofTrace(traceId)
      const http = called(spans, 'server', 'POST /api/v1/Inventory/Receive')
      const call = called(spans, 'client', 'inventory.receive')
      const answering = called(spans, 'server', 'inventory.receive')
      expect([http, call, answering].map(({ parentSpanId }) => parentSpanId)).toEqual([
        parentId,
        http.spanId,
        call.spanId,
      ])
      // A transaction of several requests is in the trace of one of them, so a trace has one or none.
      expect(writesOf(traceId)).toBeLessThanOrEqual(1)
    }
    await expect.poll(() => Math.max(...requests.map(({ traceId }) => writesOf(traceId))), soon).toBe(1)
  })

  test('an event continues the trace in the services that handle it', async () => {
    const [traceId, parentId] = [randomHex(32), randomHex(16)]
    const traceparent = `00-${traceId}-${parentId}-01`
    // A batch of the feed is written in the trace of its first event, so no other event may be on its way to the feed.
    const inFlight = () => {
      const inFeed = collector.spans.filter(({ resource }) => resource['service.name'] === 'notifications')
      const taken = new Set(inFeed.filter(({ kind }) => kind === 'consumer').map(({ parentSpanId }) => parentSpanId))
      const published = collector.spans.filter(({ kind }) => kind === 'producer')
      return published.filter(({ name, spanId }) => name !== 'publish catalog.item.changed' && !taken.has(spanId))
    }
    await expect.poll(inFlight, soon).toEqual([])
    expect((await world.api.catalog.createItem(anItem(), { headers: { traceparent } })).status).toBe(201)
    const numberOf = (kind: string) => ofTrace(traceId).filter((span) => span.kind === kind).length
    // An event may be handled before its publisher has the confirmation, which ends the publisher's span.
    await expect.poll(() => [numberOf('consumer'), numberOf('producer')], soon).toEqual([2, 2])
    for (const [service, subject] of [
      ['inventory', 'catalog.item.changed'],
      ['notifications', 'item.created'],
    ]) {
      const published = called(ofTrace(traceId), 'producer', `publish ${subject}`)
      expect(published.resource['service.name']).toBe('catalog')
      const processed = called(ofTrace(traceId), 'consumer', `process ${subject}`)
      expect(processed).toMatchObject({ parentSpanId: published.spanId, resource: { 'service.name': service } })
      // The command that stored it.
      expect(ofTrace(traceId).map(({ parentSpanId }) => parentSpanId)).toContain(processed.spanId)
    }
  })

  test("the gateway's and the service's log lines have the id of the trace", async () => {
    const requestId = unique('R')
    const { traceId } = await traced({ 'X-Request-Id': requestId }, 'NO-SUCH-ITEM')
    for (const name of ['gateway-1', 'inventory-1']) {
      const lines = readFileSync(join(world.system.dataDir, 'logs', `${name}.log`), 'utf8').split('\n')
      const about = lines.filter((line) => line.includes(requestId))
      expect(about).not.toEqual([])
      for (const line of about) expect(line).toContain(traceId)
    }
  })

  test('a refusal marks the span of the caller as an error, not that of the service that answered', async () => {
    const { traceId, answer } = await traced({}, 'NO-SUCH-ITEM')
    expect(answer.status).toBe(400)
    const spans = ofTrace(traceId)
    const asked = called(spans, 'client', 'catalog.findItemSnapshot')
    expect(asked.parentSpanId).toBe(called(spans, 'server', 'inventory.receive').spanId)
    expect(asked.resource['service.name']).toBe('inventory')
    expect(called(spans, 'server', 'catalog.findItemSnapshot').parentSpanId).toBe(asked.spanId)
    expect(called(spans, 'server', 'POST /api/v1/Inventory/Receive').isError).toBe(false)
    expect(called(spans, 'server', 'inventory.receive').isError).toBe(false)
    expect(called(spans, 'client', 'inventory.receive')).toMatchObject({
      isError: true,
      attributes: { 'error.type': 'validation_error' },
    })
  })

  test('503 and 504 mark the span of the gateway as an error', async () => {
    const catalog = world.system.processes.find(({ name }) => name === 'catalog-1')
    process.kill(catalog?.pid ?? 0, 'SIGSTOP')
    onTestFinished(() => void process.kill(catalog?.pid ?? 0, 'SIGCONT'))
    const traceId = randomHex(32)
    const headers = { traceparent: `00-${traceId}-${randomHex(16)}-01` }
    expect((await world.api.catalog.listItems({}, { headers })).status).toBe(503)
    await expect.poll(() => ofTrace(traceId).filter(({ kind }) => kind === 'server'), soon).toHaveLength(1)
    expect(called(ofTrace(traceId), 'server', 'GET /api/v1/Item')).toMatchObject({
      isError: true,
      attributes: { 'error.type': '503', 'http.response.status_code': 503 },
    })
    expect(called(ofTrace(traceId), 'client', 'catalog.listItems').attributes['error.type']).toBe('no-answer')
  })

  test('a request that the client does not sample sends no spans, and a request without a trace begins one', async () => {
    const traceId = randomHex(32)
    expect((await world.receive({ traceparent: `00-${traceId}-${randomHex(16)}-00` })).status).toBe(201)
    const before = collector.spans.length
    expect((await world.receive({ traceparent: 'nonsense' })).status).toBe(201)
    const roots = () => collector.spans.slice(before).filter(({ parentSpanId }) => !parentSpanId)
    await expect.poll(() => roots().map(({ name }) => name), soon).toContain('POST /api/v1/Inventory/Receive')
    expect(ofTrace(traceId)).toEqual([])
  })

  test('no span contains a secret, a token or a query', async () => {
    const { api, clientSecret, token } = world
    const before = collector.spans.length
    const query = unique('QUERY')
    const grant = { grant_type: 'client_credentials', client_id: 'nobody', client_secret: clientSecret }
    expect((await api.auth.issueToken(grant)).status).toBe(401)
    expect((await api.raw('GET', `/Item?access_token=${token}&q=${query}`)).status).toBe(200)
    const names = () => collector.spans.slice(before).map(({ name }) => name)
    await expect.poll(names, soon).toEqual(expect.arrayContaining(['POST /api/v1/Token', 'GET /api/v1/Item']))
    const told = JSON.stringify(collector.spans)
    for (const secret of [clientSecret, token, query, 'eyJ']) expect(told).not.toContain(secret)
  })

  test('a process sends its last spans when it stops', async () => {
    // The interval of batches is a minute here, so only the stop can have sent them.
    const late = await createOtlpCollector()
    onTestFinished(() => late[Symbol.asyncDispose]())
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: late.url, OTEL_BSP_SCHEDULE_DELAY: '60000', OTEL_SERVICE_NAME: 'mine' }
    const { system, receive } = await startWithItem({ env })
    expect((await receive()).status).toBe(201)
    expect(late.spans).toEqual([])
    await system[Symbol.asyncDispose]()
    const names = late.spans.map(({ name }) => name)
    const write = `bulkWrite ${system.system}-inventory`
    expect(names).toEqual(expect.arrayContaining(['POST /api/v1/Inventory/Receive', write]))
    expect(new Set(late.spans.map(({ resource }) => resource['service.name']))).toEqual(new Set(['mine']))
  })
})
