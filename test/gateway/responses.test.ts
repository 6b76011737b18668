import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAmqpBroker } from '../../shared/messaging/amqp/amqp-broker.ts'
import type { Broker, RpcReply, RpcRequest } from '../../shared/messaging/broker.ts'
import { createCapturedLog } from '../support/checks/captured-log.ts'
import { serverUrl } from '../support/servers/server-url.ts'
import { startSystem, type TestClient, type TestSystem } from '../support/system/system.ts'

/** A catalog that says what a test wants, so that each test sees what the gateway makes of it. */
let system: TestSystem
let client: TestClient
let broker: Broker
let catalog: AsyncDisposable
let reply: RpcReply
const requests: RpcRequest[] = []

beforeAll(async () => {
  system = await startSystem({ services: ['auth', 'gateway'] })
  client = await system.createClient()
  const { log } = createCapturedLog()
  broker = await createAmqpBroker({ url: serverUrl('RABBITMQ_URL'), system: system.system, name: 'stub', log })
  catalog = await broker.serve('catalog', async (request) => {
    requests.push(request)
    return reply
  })
})
afterAll(async () => {
  await catalog[Symbol.asyncDispose]()
  await broker[Symbol.asyncDispose]()
  await system[Symbol.asyncDispose]()
})

const send = (method: 'GET' | 'HEAD' | 'POST' | 'DELETE', path: string, answer: RpcReply) => {
  reply = answer
  requests.length = 0
  return client.api.raw(method, path)
}
const lastRequest = (): RpcRequest => {
  const request = requests.at(-1)
  if (!request) throw new Error('The service was not asked')
  return request
}
const input = (): unknown => JSON.parse(lastRequest().body.toString())
const page = { totalCount: 12_345, page: 2, pageSize: 250 }
const spaced = Buffer.from('{ "value" : [ ] ,"é":1.10 }')

describe('A response', () => {
  it('passes the bytes of the service through untouched', async () => {
    const { status, text, headers } = await send('GET', '/Item?page=2&pageSize=999', { body: spaced, page })
    expect(status).toBe(200)
    expect(text).toBe(spaced.toString())
    expect(headers['content-type']).toBe('application/json; charset=utf-8')
    expect(headers['content-length']).toBe(String(spaced.length))
    expect(headers.etag).toMatch(/^"[\w-]{27}"$/)
  })

  it('repeats the figures of a page as headers', async () => {
    const { headers } = await send('GET', '/Item?page=2&pageSize=999', { body: spaced, page })
    expect(headers).toMatchObject({
      'x-total-count': '12345',
      'x-page': '2',
      'x-page-size': '250',
      'x-api-version': 'v1',
    })
    const bare = await send('GET', '/Item/All', { body: spaced })
    expect(bare.headers).not.toHaveProperty('x-total-count')
  })

  it('to HEAD is that to GET without the body', async () => {
    const { status, headers, text } = await send('HEAD', '/Item', { body: spaced, page })
    expect({ status, text }).toEqual({ status: 200, text: undefined })
    expect(headers).toMatchObject({ 'x-total-count': '12345', 'content-length': String(spaced.length) })
  })

  it('has the status that the contract promises', async () => {
    const created = await send('POST', '/Item', { body: Buffer.from('{}') }).send({ shortID: 'A' })
    expect(created.status).toBe(201)
    expect((await send('DELETE', '/Item/A', { body: Buffer.from('{}') })).status).toBe(200)
  })

  it('says when it is one that was given before', async () => {
    const first = await send('POST', '/Item', { body: Buffer.from('{}') }).send({ shortID: 'A' })
    expect(first.headers).not.toHaveProperty('idempotent-replayed')
    const again = await send('POST', '/Item', { body: Buffer.from('{}'), replayed: true }).send({ shortID: 'A' })
    expect(again.headers['idempotent-replayed']).toBe('true')
  })

  it.each([
    ['not_found', 404, undefined],
    ['conflict', 409, undefined],
    ['internal_error', 500, undefined],
    ['service_unavailable', 503, '1'],
    ['outcome_unknown', 504, '1'],
  ] as const)('passes on the error %s as %i', async (error, status, retryAfter) => {
    const body = { statusCode: status, error, message: 'As the service says.' }
    const answer = await send('GET', '/Item', { error, body: Buffer.from(JSON.stringify(body)) })
    expect(answer.status).toBe(status)
    expect(answer.body).toEqual(body)
    expect(answer.headers['retry-after']).toBe(retryAfter)
  })
})

describe('A request', () => {
  it('reaches the service validated, in the contract’s terms, with what the client did not say left out', async () => {
    await send('GET', '/Item?PAGE=3&pageSize=999&sort=shortID&nonsense=1', { body: spaced })
    expect(lastRequest().operation).toBe('catalog.listItems')
    expect(input()).toEqual({ page: 3, pageSize: 250, sort: 'shortID' })
  })

  it.each([
    ['/Item?key=A', 'catalog.getItem', { key: 'A' }],
    ['/Item?key=A&type=alias&Category=1', 'catalog.getItem', { key: 'A', type: 'alias' }],
    ['/Item?Category=7', 'catalog.listCategory', { Category: 7 }],
    ['/Item?category=7', 'catalog.listCategory', { Category: 7 }],
    ['/Item?page=1', 'catalog.listItems', { page: 1 }],
    ['/Item/All', 'catalog.listAllItems', {}],
    ['/Item/A%2FB%20%C3%A9?page=1', 'catalog.getItemByShortID', { shortID: 'A/B é' }],
    ['/Item/A%2FB%20%C3%A9/Aliases', 'catalog.listAliases', { shortID: 'A/B é' }],
  ])('goes to the operation that its path and query name: %s', async (path, operation, fields) => {
    await send('GET', path, { body: spaced })
    expect(lastRequest().operation).toBe(operation)
    expect(input()).toEqual(fields)
  })

  it('cannot be sent elsewhere by its body: what the path says stands', async () => {
    await send('DELETE', '/Item/A?shortID=B', { body: spaced }).send({ shortID: 'C' })
    expect(input()).toEqual({ shortID: 'A' })
  })

  it('carries its token, its id and its deadline', async () => {
    await send('GET', '/Item', { body: spaced }).set('x-request-id', 'trace-1')
    const { requestId, token, deadline, hasClientKey } = lastRequest().context
    expect({ requestId, token, hasClientKey }).toEqual({
      requestId: 'trace-1',
      token: client.token,
      hasClientKey: false,
    })
    expect(deadline).toBeGreaterThan(Date.now())
    expect(deadline).toBeLessThanOrEqual(Date.now() + 5_000)
  })

  it.each([
    ['bare', 'order-4711/1'],
    ['quoted', '"order-4711/1"'],
  ])('is named by its Idempotency-Key, %s', async (_form, header) => {
    const create = () =>
      send('POST', '/Item', { body: Buffer.from('{}') })
        .set('idempotency-key', header)
        .send({ shortID: 'A' })
    await create()
    const { operationId, hasClientKey, attempt } = lastRequest().context
    expect({ operationId, hasClientKey }).toEqual({ operationId: 'order-4711/1', hasClientKey: true })
    await create()
    expect(lastRequest().context.attempt).not.toBe(attempt)
  })

  it('gets a name of its own without a key, another one each time', async () => {
    const names = new Set<string>()
    for (let sent = 0; sent < 2; sent++) {
      await send('POST', '/Item', { body: Buffer.from('{}') }).send({ shortID: 'A' })
      expect(lastRequest().context.hasClientKey).toBe(false)
      names.add(lastRequest().context.operationId)
    }
    expect(names.size).toBe(2)
  })

  it.each([
    '{"shortID":"A","__proto__":{"admin":true},"constructor":{"prototype":{"admin":true}}}',
    '{"shortID":"A","$where":"1","unknown":[[[[]]]]}',
  ])('loses members that nobody knows: %s', async (text) => {
    await send('POST', '/Item', { body: Buffer.from('{}') })
      .type('application/json')
      .send(text)
    expect(input()).toEqual({ shortID: 'A' })
    expect(({} as { admin?: boolean }).admin).toBeUndefined()
  })

  it('may be packed, up to the same 100 kB', async () => {
    const { gzipSync } = await import('node:zlib')
    const post = (text: string) =>
      send('POST', '/Item', { body: Buffer.from('{}') })
        .set({ 'content-type': 'application/json', 'content-encoding': 'gzip' })
        .serialize((bytes) => bytes)
        .send(gzipSync(text))
    expect((await post('{"shortID":"A"}')).status).toBe(201)
    const bomb = await post(JSON.stringify({ shortID: 'A', description: ' '.repeat(5_000_000) }))
    expect(bomb.status).toBe(400)
    expect(bomb.body.error).toBe('bad_request')
  })

  it('is logged in one line, whatever becomes of it', async () => {
    const id = randomUUID()
    await send('GET', '/Item/All?page=1', { body: spaced }).set('x-request-id', id)
    const lines = system.logLines.filter(({ requestId, level }) => requestId === id && level === 30)
    expect(lines).toEqual([
      expect.objectContaining({ method: 'GET', path: '/api/v1/Item/All', status: 200, ms: expect.any(Number) }),
    ])
    expect(JSON.stringify(system.logLines)).not.toContain(client.token)
  })
})
