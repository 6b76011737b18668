import { type IncomingHttpHeaders, request } from 'node:http'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anItem } from '../../support/records/factories.ts'
import { startSystem, type TestClient, type TestSystem } from '../../support/system/system.ts'

let system: TestSystem
let client: TestClient
beforeAll(async () => {
  system = await startSystem({ services: ['catalog', 'gateway'] })
  client = await system.createClient()
  for (let count = 0; count < 25; count++) await client.api.catalog.createItem(anItem())
})
afterAll(() => system[Symbol.asyncDispose]())

interface RawResponse {
  readonly status: number | undefined
  readonly headers: IncomingHttpHeaders
  /** As it was on the wire. */
  readonly bytes: Buffer
}

/** Sends a request with exactly these headers, and leaves the response as it comes. */
function send(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    const sent = { authorization: `Bearer ${client.token}`, ...headers }
    request(`${system.url}${path}`, { method, headers: sent }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', () =>
        resolve({ status: answer.statusCode, headers: answer.headers, bytes: Buffer.concat(chunks) }),
      )
    })
      .on('error', reject)
      .end()
  })
}

const LONG = '/Item?sort=shortID'
const gzip = { 'accept-encoding': 'gzip, deflate, br' }

describe('A response of more than 1 kB', () => {
  it('is compressed when the request accepts gzip, and is the same when unpacked', async () => {
    const plain = await send(LONG)
    const packed = await send(LONG, gzip)
    expect(plain.bytes.length).toBeGreaterThan(1_024)
    expect(gunzipSync(packed.bytes)).toEqual(plain.bytes)
    expect(packed.bytes.length).toBeLessThan(plain.bytes.length / 3)
    expect(packed.headers).toMatchObject({
      'content-encoding': 'gzip',
      'content-length': String(packed.bytes.length),
      'content-type': 'application/json; charset=utf-8',
      vary: 'Accept-Encoding',
    })
  })

  it.each([
    ['nothing about encodings', {}],
    ['nothing in its Accept-Encoding', { 'accept-encoding': '' }],
    ['other encodings', { 'accept-encoding': 'br, deflate' }],
    ['that it refuses gzip', { 'accept-encoding': 'gzip;q=0, *' }],
    ['that it prefers identity', { 'accept-encoding': 'gzip;q=0.5, identity' }],
    ['nonsense', { 'accept-encoding': ';;q=gzip,,' }],
  ])('goes out as it is when the request says %s', async (_what, headers) => {
    const answer = await send(LONG, headers)
    expect(JSON.parse(answer.bytes.toString()).value).toHaveLength(25)
    expect(answer.headers).not.toHaveProperty('content-encoding')
    expect(answer.headers).toMatchObject({ vary: 'Accept-Encoding', 'content-length': String(answer.bytes.length) })
  })

  it('has another strong ETag when it is compressed, and each is answered 304 to a request of its kind', async () => {
    const tags = { plain: (await send(LONG)).headers.etag ?? '', packed: (await send(LONG, gzip)).headers.etag ?? '' }
    expect(tags.packed).not.toBe(tags.plain)
    for (const tag of Object.values(tags)) expect(tag).toMatch(/^"[\w-]+"$/)
    for (const known of [tags.packed, `W/${tags.packed}`, '*']) {
      const again = await send(LONG, { ...gzip, 'if-none-match': known })
      expect({ status: again.status, length: again.bytes.length }).toEqual({ status: 304, length: 0 })
      expect(again.headers).toMatchObject({ etag: tags.packed, vary: 'Accept-Encoding' })
      for (const name of ['content-encoding', 'content-length', 'content-type']) {
        expect(again.headers).not.toHaveProperty(name)
      }
    }
    expect((await send(LONG, { 'if-none-match': tags.plain })).status).toBe(304)
    expect((await send(LONG, { 'if-none-match': tags.packed })).status).toBe(200)
  })

  it('has the same headers by HEAD as by GET, and no body', async () => {
    for (const headers of [{}, gzip]) {
      const [head, get] = [await send(LONG, headers, 'HEAD'), await send(LONG, headers)]
      expect(head.bytes).toHaveLength(0)
      for (const name of ['content-encoding', 'content-length', 'content-type', 'etag', 'vary', 'x-total-count']) {
        expect([name, head.headers[name]]).toEqual([name, get.headers[name]])
      }
    }
  })
})

it('a response of at most 1 kB is never compressed', async () => {
  const answer = await send('/Item?pageSize=1', gzip)
  expect(answer.bytes.length).toBeLessThanOrEqual(1_024)
  expect(answer.headers).not.toHaveProperty('content-encoding')
  expect(answer.headers).not.toHaveProperty('vary')
  expect(JSON.parse(answer.bytes.toString()).pageSize).toBe(1)
})

it('the OpenAPI document and the files of the reference page are compressed too', async () => {
  const origin = new URL(system.url).origin
  const script = await fetch(`${origin}/docs/swagger-ui-bundle.js`, { headers: gzip })
  expect(Object.fromEntries(script.headers)).toMatchObject({ 'content-encoding': 'gzip', etag: expect.any(String) })
  expect(await script.text()).toContain('SwaggerUIBundle')
  const document = await send('/openapi.json', gzip)
  expect(document.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' })
  expect(JSON.parse(gunzipSync(document.bytes).toString())).toHaveProperty('openapi')
  expect(JSON.parse((await send('/openapi.json')).bytes.toString())).toHaveProperty('openapi')
})
