import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startSystem, type TestClient, type TestSystem } from '../support/system/system.ts'

let system: TestSystem
let client: TestClient

beforeAll(async () => {
  system = await startSystem({ services: ['auth', 'gateway'] })
  client = await system.createClient()
})
afterAll(() => system[Symbol.asyncDispose]())

/** All that the gateway says to these bytes until it closes the connection. */
async function exchange(...chunks: (string | Buffer)[]): Promise<string> {
  const socket = connect(Number(new URL(system.url).port), '127.0.0.1')
  const received: Buffer[] = []
  socket.on('data', (chunk) => received.push(chunk))
  socket.on('error', () => undefined)
  for (const chunk of chunks) socket.write(chunk)
  await once(socket, 'close')
  return Buffer.concat(received).toString()
}

const lines = (...given: string[]) => `${given.join('\r\n')}\r\n\r\n`
const path = '/api/v1/Nowhere'
const closing = 'Connection: close'
const notFound = { statusCode: 404, error: 'not_found', message: 'There is no such path.' }

function parse(answer: string) {
  const [head = '', body = ''] = answer.split('\r\n\r\n')
  return { status: Number(head.split(' ')[1]), head, body: JSON.parse(body) }
}

/** Each of these has one response: 400 in the error object, and the end of the connection. */
const vectors: [string, () => (string | Buffer)[]][] = [
  ['no HTTP at all', () => ['hello\r\n\r\n']],
  ['TLS', () => [Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00, 0x01, 0xfc, 0x03, 0x03])]],
  ['an unknown method', () => [lines(`BREW ${path} HTTP/1.1`, 'Host: a')]],
  ['a header without a colon', () => [lines(`GET ${path} HTTP/1.1`, 'Host: a', 'nonsense')]],
  ['a header with a blank before its colon', () => [lines(`GET ${path} HTTP/1.1`, 'Host: a', 'Content-Length : 5')]],
  ['headers over 16 kB', () => [lines(`GET ${path} HTTP/1.1`, 'Host: a', `X-Large: ${'x'.repeat(20_000)}`)]],
  ['a path over 16 kB', () => [lines(`GET /${'x'.repeat(20_000)} HTTP/1.1`, 'Host: a')]],
  ['a target of another scheme', () => [lines('GET foo://host/api/v1/Item HTTP/1.1', 'Host: a')]],
  ['a target that is no address', () => [lines('GET ws://[/ HTTP/1.1', 'Host: a')]],
  ['a target of http without a host', () => [lines('GET http:///api/v1/Item HTTP/1.1', 'Host: a')]],
  ['two Host headers', () => [lines(`GET ${path} HTTP/1.1`, 'Host: a', 'Host: b', closing)]],
  ['no Host header', () => [lines(`GET ${path} HTTP/1.1`, closing)]],
  [
    'more headers than are looked at',
    () => [lines(`GET ${path} HTTP/1.1`, 'Host: a', closing, ...Array.from({ length: 120 }, (_, n) => `X-${n}: 1`))],
  ],
  [
    'Content-Length and Transfer-Encoding (CL.TE)',
    () => [`${lines(`POST ${path} HTTP/1.1`, 'Host: a', 'Content-Length: 6', 'Transfer-Encoding: chunked')}0\r\n\r\nG`],
  ],
  [
    'two different Content-Lengths',
    () => [`${lines(`POST ${path} HTTP/1.1`, 'Host: a', 'Content-Length: 1', 'Content-Length: 2')}ab`],
  ],
  ['a Content-Length that is no number', () => [lines(`POST ${path} HTTP/1.1`, 'Host: a', 'Content-Length: +5')]],
  [
    'a transfer coding that hides chunked (TE.TE)',
    () => [`${lines(`POST ${path} HTTP/1.1`, 'Host: a', 'Transfer-Encoding: chunked, identity')}0\r\n\r\n`],
  ],
  [
    'a chunk size that is none',
    () => [
      `${lines('POST /api/v1/Token HTTP/1.1', 'Host: a', 'Content-Type: application/x-www-form-urlencoded', 'Transfer-Encoding: chunked')}zz\r\n`,
    ],
  ],
  ['a header name with a NUL', () => [lines(`GET ${path} HTTP/1.1`, 'Host: a', 'Bad\u0000Name: x')]],
]

describe('What is not quite HTTP', () => {
  it.each(vectors)('is refused in the error object: %s (S4)', async (_what, chunks) => {
    const { status, head, body } = parse(await exchange(...chunks()))
    expect(status).toBe(400)
    expect(body).toEqual({ statusCode: 400, error: 'bad_request', message: expect.any(String) })
    expect(head).toMatch(/content-type: application\/json; charset=utf-8/i)
    expect(head).toMatch(/x-request-id: [0-9a-f-]{36}/i)
    expect(head).toMatch(/connection: close/i)
  })

  it('is refused without a body after HEAD, which a client would take for the next response', async () => {
    const answer = await exchange(`${lines(`HEAD ${path} HTTP/1.1`, 'Host: a', 'Transfer-Encoding: chunked')}zz\r\n`)
    const [head, body] = answer.split('\r\n\r\n')
    expect(head).toMatch(/^HTTP\/1.1 400 /)
    expect(body).toBe('')
  })

  it.concurrent('keeps nobody else waiting: others are served while a client dawdles over its headers, until it is refused (S4)', async () => {
    const dawdler = exchange(`GET ${path} HTTP/1.1\r\nHost: a\r\nX-Slow:`)
    expect((await client.api.raw('GET', '/Nowhere')).status).toBe(404)
    const { status, body } = parse(await dawdler)
    expect(status).toBe(400)
    expect(body.message).toBe('The request did not arrive in time.')
  })

  it.concurrent('includes a body that does not come: it is refused as well (S4)', async () => {
    const head = lines('POST /api/v1/Token HTTP/1.1', 'Host: a', 'Content-Length: 100')
    const { status, body } = parse(await exchange(head, 'grant_type'))
    expect({ status, error: body.error }).toEqual({ status: 400, error: 'bad_request' })
  })

  it('does not end the gateway when the connection is reset in the middle', async () => {
    const socket = connect(Number(new URL(system.url).port), '127.0.0.1')
    await once(socket, 'connect')
    socket.write(`${lines('POST /api/v1/Token HTTP/1.1', 'Host: a', 'Content-Length: 100')}half`)
    socket.resetAndDestroy()
    await once(socket, 'close')
    expect((await client.api.raw('GET', '/Nowhere')).status).toBe(404)
  })
})

describe('What is unusual HTTP', () => {
  it('may come in version 1.0 without a Host', async () => {
    expect(parse(await exchange(lines(`GET ${path} HTTP/1.0`))).status).toBe(401)
  })

  it('may expect what nobody knows', async () => {
    const answer = await exchange(lines(`GET ${path} HTTP/1.1`, 'Host: a', 'Expect: the-unexpected', closing))
    expect(parse(answer).status).toBe(401)
  })

  it.each(['http://somewhere', 'HTTPS://somewhere:8443'])(
    'may name the whole address in its first line, and is served: %s',
    async (origin) => {
      const authorization = `Authorization: Bearer ${client.token}`
      const sendTo = (target: string) => exchange(lines(`GET ${target} HTTP/1.1`, 'Host: a', authorization, closing))
      expect(parse(await sendTo(`${origin}/api/v1/Health/Figures?x=1`)).status).toBe(200)
      expect(parse(await sendTo(origin)).body.error).toBe('not_found')
      const servers = parse(await sendTo(`${origin}/api/v1/openapi.json`)).body.servers
      expect(servers[0].url).toBe(`http://${origin.split('/')[2]}/api/v1`)
    },
  )

  it.each(['/API/v1/Token', '/api/V1/Token', '/api/v1/token', '/Console/session'])(
    'is 404 for %s, which is another path than in the other case',
    async (other) => {
      const head = lines(`POST ${other} HTTP/1.1`, 'Host: a', 'Content-Length: 0', closing)
      const { status, body } = parse(
        await exchange(head.replace('Host: a', `Host: a\r\nAuthorization: Bearer ${client.token}`)),
      )
      expect({ status, body }).toEqual({ status: 404, body: notFound })
    },
  )

  it('may send several requests at once, and gets their responses in order', async () => {
    const first = lines('GET /one HTTP/1.1', 'Host: a', 'X-Request-Id: one')
    const second = lines(`GET ${path} HTTP/1.1`, 'Host: a', 'X-Request-Id: two', closing)
    const answer = await exchange(first + second)
    const ids = [...answer.matchAll(/x-request-id: (\w+)/gi)].map(([, id]) => id)
    expect(ids).toEqual(['one', 'two'])
  })
})
