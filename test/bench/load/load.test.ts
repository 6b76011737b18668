import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import type { LoadRequest } from '../load-job.ts'
import { putLoad } from './put-load.ts'
import { ResponseReader } from './response-reader.ts'

const RESPONSE = 'HTTP/1.1 201 Created\r\nX-Request-Id: 7\r\nContent-Length: 5\r\nVary: Origin\r\n\r\nfives'

test('a response with a length ends after it, wherever its bytes are split', () => {
  const reader = new ResponseReader()
  for (let split = 1; split < RESPONSE.length; split++) {
    expect(reader.take(Buffer.from(RESPONSE.slice(0, split)))).toBeUndefined()
    expect(reader.take(Buffer.from(RESPONSE.slice(split)))).toBe(201)
  }
  expect(reader.take(Buffer.from(RESPONSE))).toBe(201)
})

test('a chunked answer ends with the empty chunk, wherever its bytes are split', () => {
  const answer = 'HTTP/1.1 500 Oops\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nfive0\r\n0\r\n\r\n'
  const reader = new ResponseReader()
  for (let split = 1; split < answer.length; split++) {
    expect(reader.take(Buffer.from(answer.slice(0, split)))).toBeUndefined()
    expect(reader.take(Buffer.from(answer.slice(split)))).toBe(500)
  }
})

test('a response without a body ends with its head', () => {
  expect(new ResponseReader().take(Buffer.from('HTTP/1.1 204 No Content\r\ncontent-length: 0\r\n\r\n'))).toBe(204)
})

test('a response without a length, and bytes after the end of a response, are errors', () => {
  expect(() => new ResponseReader().take(Buffer.from('HTTP/1.1 200 OK\r\nx: y\r\n\r\n'))).toThrow('no length')
  expect(() => new ResponseReader().take(Buffer.from(`${RESPONSE}!`))).toThrow('after the end')
})

test('responses are counted by status, and requests arrive unchanged', async () => {
  const seen: string[] = []
  const answered: Record<number, number> = {}
  await using server = await listen(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    seen.push(`${request.method} ${request.url} ${request.headers.authorization} ${body}`)
    response.statusCode = request.method === 'POST' ? 201 : 429
    answered[response.statusCode] = (answered[response.statusCode] ?? 0) + 1
    response.end('{}')
  })
  const { statuses, errors, latencyMs } = await putLoad(
    loadOf(server.url, [
      { method: 'GET', path: '/Item?key=A' },
      { method: 'POST', path: '/Inventory/Receive', body: { spot: 'ä' } },
    ]),
  )
  // The response to the last request of a connection may arrive after the connection was closed.
  for (const status of [201, 429]) {
    expect(statuses[status]).toBeLessThanOrEqual(answered[status] ?? 0)
    expect(statuses[status]).toBeGreaterThanOrEqual((answered[status] ?? 0) - CONNECTIONS)
  }
  expect(errors).toBe(0)
  expect(new Set(seen)).toEqual(
    new Set(['GET /api/v1/Item?key=A Bearer secret ', 'POST /api/v1/Inventory/Receive Bearer secret {"spot":"ä"}']),
  )
  expect(latencyMs.p50).toBeLessThanOrEqual(latencyMs.max)
})

test('a broken connection counts as an error and is opened again', async () => {
  let requests = 0
  await using server = await listen((request, response) => {
    if (requests++ === 0) request.socket.destroy()
    else response.end('{}')
  })
  const { statuses, errors } = await putLoad({ ...loadOf(server.url, [{ method: 'GET', path: '/' }]), connections: 1 })
  expect(errors).toBe(1)
  expect(statuses[200]).toBeGreaterThan(0)
})

test('connections go to several addresses in turn, and accepted responses are counted by their second', async () => {
  await using one = await listen((_, response) => response.end('{}'))
  await using refusing = await listen((_, response) => response.writeHead(503).end('{}'))
  const load = loadOf(one.url, [{ method: 'GET', path: '/' }])
  const otherUrls = [`${refusing.url}/api/v1`]
  const { statuses, acceptedPerSecond } = await putLoad({ ...load, otherUrls, seconds: 1 })
  expect(statuses[503]).toBeGreaterThan(0)
  // The load may take a moment longer than its seconds.
  const [accepted = 0, ...more] = acceptedPerSecond
  expect(more).toEqual([])
  expect(accepted).toBeGreaterThan(0)
  expect(accepted).toBeLessThanOrEqual(statuses[200] ?? 0)
})

const CONNECTIONS = 2

const loadOf = (url: string, requests: readonly LoadRequest[]) => ({
  url: `${url}/api/v1`,
  token: 'secret',
  connections: CONNECTIONS,
  seconds: 0.5,
  requests,
})

async function listen(answer: RequestListener) {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
