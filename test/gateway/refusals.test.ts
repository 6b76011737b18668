import request, { type Test } from 'supertest'
import { beforeAll, describe, expect, it } from 'vitest'
import { permissions } from '../../shared/contract/core/access.ts'
import { errorCatalogue } from '../../shared/contract/core/errors.ts'
import { shareSystem } from '../support/shared/systems.ts'
import type { TestClient, TestSystem } from '../support/system/system.ts'

let system: TestSystem
let client: TestClient

beforeAll(async () => {
  system = await shareSystem({ services: ['auth', 'gateway'] })
  client = await system.createClient()
})

const post = (path: string) => client.api.raw('POST', path)
const receive = () => post('/Inventory/Receive')
const json = (text: string | Buffer) => receive().type('application/json').send(text.toString())
const raw = (body: Buffer, type = 'application/json') =>
  receive()
    .set('content-type', type)
    .serialize((bytes) => bytes)
    .send(body)
const oversized = JSON.stringify({ itemID: 'x'.repeat(102_400) })

const malformed: [string, () => Test][] = [
  ['JSON that does not parse', () => json('{"itemID": ')],
  ['a JSON array', () => json('[]')],
  ['JSON null', () => json('null')],
  ['a JSON string', () => json('"text"')],
  ['a bare number', () => json('5')],
  ['no body', () => receive()],
  ['an empty body', () => receive().type('application/json').set('content-length', '0')],
  ['another content type', () => receive().type('text/plain').send('{}')],
  ['no content type', () => raw(Buffer.from('{}'), '')],
  ['a form', () => receive().type('form').send({ itemID: 'A' })],
  ['another charset', () => raw(Buffer.from('{}', 'utf16le'), 'application/json; charset=utf-16')],
  ['invalid UTF-8', () => raw(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]))],
  ['a body over 100 kB', () => json(oversized)],
  ['an encoding that nobody knows', () => json('{}').set('content-encoding', 'rot13')],
  ['gzip that is none', () => json('{}').set('content-encoding', 'gzip')],
  ['an Idempotency-Key with blanks', () => json('{}').set('idempotency-key', 'two words')],
  ['an Idempotency-Key that is too long', () => json('{}').set('idempotency-key', 'k'.repeat(256))],
  ['an empty quoted Idempotency-Key', () => json('{}').set('idempotency-key', '""')],
  ['broken percent-encoding in a path', () => client.api.raw('DELETE', '/Item/%E0%A4%A')],
]

describe('What cannot be understood', () => {
  it.each(malformed)('is 400 bad_request in the error object: %s', async (_what, send) => {
    const { status, body, headers } = await send()
    expect(status).toBe(400)
    expect(body).toEqual({ statusCode: 400, error: 'bad_request', message: expect.any(String) })
    expect(headers['content-type']).toBe('application/json; charset=utf-8')
    expect(headers['x-request-id']).toMatch(/^[\w-]{36}$/)
  })

  it('is explained without quoting the request or showing code', async () => {
    for (const [, send] of malformed) {
      const { text } = await send()
      expect(text).not.toMatch(/rot13|itemID|two words|kkk|node_modules|\bat \w+/)
    }
  })
})

describe('Fields that are wrong', () => {
  it('are all named at once, under the names that the client knows', async () => {
    const { status, body } = await receive().send({ units: 0, wid: '1', reasonCode: null, rfidTag: 7, price: -1 })
    expect(status).toBe(400)
    expect(body).toEqual({
      statusCode: 400,
      error: 'validation_error',
      message: 'Model validation failed.',
      details: {
        itemID: ['The itemID field is required.'],
        units: ['The field units must be greater than 0.'],
        wid: ['The field wid must be an integer.'],
        reasonCode: ['The reasonCode field is required.'],
        rfidTag: ['The field rfidTag must be a string.'],
        price: ['The field price must be 0 or greater.'],
      },
    })
  })

  it('are named in queries too, also when a parameter comes twice', async () => {
    const { status, body } = await client.api.raw('GET', '/Inventory?page=x&modifiedSince=soon&spot=a&spot=b')
    expect(status).toBe(400)
    expect(Object.keys(body.details).sort()).toEqual(['modifiedSince', 'page', 'spot'])
  })

  it('are matched to the query in any case, the exact name first, then the first one', async () => {
    const details = async (query: string) => (await client.api.raw('GET', `/Item?${query}`)).body.details
    expect(await details('category=x')).toEqual({ Category: ['The field Category must be an integer.'] })
    expect(await details('PAGESIZE=x')).toEqual({ pageSize: ['The field pageSize must be an integer.'] })
    expect(await details('PAGE=x&page=1&pagesize=x')).toEqual({ pageSize: ['The field pageSize must be an integer.'] })
    expect(await details('PAGE=x&Page=1')).toEqual({ page: ['The field page must be an integer.'] })
  })
})

describe('Paths and methods', () => {
  const unknown = [
    '/Nowhere',
    '/item',
    '/Item/',
    '/Inventory/abc',
    '/Inventory/1.5',
    '/Inventory/+1',
    '/Inventory/%201',
    '/Inventory/-1',
    '/Inventory/99999999999',
    '/Inventory/stocklevels',
    '/Inventory/StockLevels/x',
    '/Inventory/1/2',
    `/Item/${'x'.repeat(65)}/Aliases`,
    '//Item',
  ]
  it.each(unknown)('that nobody promised are 404 not_found: %s', async (path) => {
    const { status, body } = await client.api.raw('GET', path)
    expect(status).toBe(404)
    expect(body).toEqual({ statusCode: 404, error: 'not_found', message: 'There is no such path.' })
  })

  it('outside of the base path are 404, with a token or without', async () => {
    const root = new URL(system.url).origin
    for (const path of ['/', '/favicon.ico', '/api/v2/Item', '/Token', '/api/v10/Item']) {
      const { status, body } = await request(root).get(path)
      expect({ path, status, error: body.error }).toEqual({ path, status: 404, error: 'not_found' })
    }
  })

  const methods: ['GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH' | 'OPTIONS' | 'HEAD', string, string][] = [
    ['PATCH', '/Item', 'GET, HEAD, POST, PUT'],
    ['DELETE', '/Item', 'GET, HEAD, POST, PUT'],
    ['OPTIONS', '/Inventory', 'GET, HEAD'],
    ['POST', '/Inventory/7', 'GET, HEAD'],
    ['POST', '/Inventory/StockLevels', 'GET, HEAD'],
    ['GET', '/Inventory/Receive', 'POST'],
    ['HEAD', '/Inventory/Receive', 'POST'],
    ['PUT', '/Item/All', 'GET, HEAD, DELETE'],
    ['PUT', '/Item/ABC', 'GET, HEAD, DELETE'],
    ['POST', '/Item/ABC/Aliases', 'GET, HEAD'],
    ['GET', '/Item/ABC/Aliases/X', 'PUT, DELETE'],
    ['DELETE', '/Transit', 'GET, HEAD, POST'],
    ['PUT', '/Transit/TR-1', 'GET, HEAD'],
    ['GET', '/Transit/TR-1/Receive', 'POST'],
    ['POST', '/Count/CC-1/Line', 'PUT'],
    ['GET', '/Inventory/Batch', 'POST'],
    ['GET', '/Token', 'POST'],
    ['OPTIONS', '/Token', 'POST'],
  ]
  it.each(methods)('that exist otherwise are 501 with Allow: %s %s', async (method, path, allow) => {
    const { status, body, headers } = await client.api.raw(method, path)
    expect(status).toBe(501)
    expect(headers.allow).toBe(allow)
    const message = 'This path does not support the method.'
    expect(body).toEqual(method === 'HEAD' ? {} : { statusCode: 501, error: 'not_implemented', message })
  })
})

describe('The checks', () => {
  const nobody = () => request(system.url)
  const unauthorized = {
    statusCode: 401,
    error: 'unauthorized',
    message: 'Authentication is missing, invalid or expired.',
  }

  it('require authentication before they show what exists', async () => {
    for (const path of ['/Nowhere', '/Inventory', '/Inventory/abc', '/Token', '/Item/%E0%A4%A']) {
      const { status, body, headers } = await nobody().get(path)
      expect({ path, status, body }).toEqual({ path, status: 401, body: unauthorized })
      expect(headers['www-authenticate']).toBe('Bearer realm="inventory"')
    }
  })

  it.each([
    ['nonsense', 'Bearer nonsense'],
    ['an empty token', 'Bearer '],
    ['another scheme', 'Basic YTpi'],
    ['no scheme', 'nonsense'],
  ])('answer %s as they answer nothing at all', async (_what, authorization) => {
    const { status, body } = await nobody().get('/Item').set('authorization', authorization)
    expect({ status, body }).toEqual({ status: 401, body: unauthorized })
  })

  it('give the reason in the challenge if the request has a token, as RFC 6750 requires', async () => {
    const { headers } = await nobody().get('/Item').set('authorization', 'Bearer nonsense')
    expect(headers['www-authenticate']).toBe('Bearer realm="inventory", error="invalid_token"')
  })

  it('know the path before they look at rights', async () => {
    const powerless = await system.createClient({ permissions: [], readOnly: true })
    expect((await powerless.api.raw('POST', '/Nowhere')).status).toBe(404)
    expect((await powerless.api.raw('PATCH', '/Item')).status).toBe(501)
  })

  it('refuse a read-only account, then a missing permission, then a bad body, then a foreign warehouse', async () => {
    const send = async (rights: object, body: string) => {
      const { api } = await system.createClient({ warehouses: [1], ...rights })
      return (await api.raw('POST', '/Inventory/Receive').type('application/json').send(body)).body.message
    }
    const foreign = JSON.stringify({ itemID: 'A', units: 1, wid: 2, reasonCode: 10 })
    expect(await send({ readOnly: true, permissions: [] }, '{')).toBe('Account is read-only.')
    expect(await send({ permissions: [] }, '{')).toBe('Insufficient permissions.')
    expect(await send({}, '{')).toBe('The body is not valid JSON.')
    expect(await send({}, foreign.replace('"units":1', '"units":0'))).toBe('Model validation failed.')
    expect(await send({}, foreign)).toBe("Warehouse is outside the client's authorized scope.")
  })

  it('let what passes them all on to a service, which is not there now: 503 with Retry-After', async () => {
    const { api } = await system.createClient({ permissions: [permissions.itemMasterList] })
    const { status, body, headers } = await api.raw('GET', '/Item')
    expect(status).toBe(503)
    expect(body.error).toBe('service_unavailable')
    expect(headers['retry-after']).toBe('1')
  })
})

describe('Every response', () => {
  it('has a status that the error table names, and shows nothing of the server software', async () => {
    for (const [, send] of malformed) {
      const { status, body, headers } = await send()
      expect(errorCatalogue).toHaveProperty([body.error, 'status'], status)
      expect(headers).not.toHaveProperty('x-powered-by')
      expect(headers).not.toHaveProperty('server')
      expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'x-api-version': 'v1' })
    }
  })

  it('carries the request id that the client gave, if it is sane, and the log has it', async () => {
    const { headers } = await client.api.raw('GET', '/Item?page=x').set('x-request-id', 'order-4711.a')
    expect(headers['x-request-id']).toBe('order-4711.a')
    const line = system.logLines.find(({ requestId, msg }) => requestId === 'order-4711.a' && msg === 'Request')
    expect(line).toMatchObject({ method: 'GET', path: '/api/v1/Item', status: 400, client: client.clientId })
    expect(line?.ms).toEqual(expect.any(Number))
  })

  it.each(['has blanks', 'x'.repeat(65), 'a;b', '<script>'])('gets an id of ours instead of: %s', async (given) => {
    const { headers } = await client.api.raw('GET', '/Item?page=x').set('x-request-id', given)
    expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
  })
})
