import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendArrivals } from './send-arrivals.ts'

const tokensSeen: string[] = []
const server = createServer((request, response) => {
  tokensSeen.push(request.headers.authorization ?? '')
  response.writeHead(request.url === '/api/v1/refused' ? 503 : 200).end('{}')
})
beforeAll(() => once(server.listen(0, '127.0.0.1'), 'listening'))
afterAll(() => server.close())

test('arrivals are sent by the clients in turn, and every response is counted once, refusals by their status', async () => {
  // The address of a TCP server is an AddressInfo.
  const { port } = server.address() as AddressInfo
  const paths = ['/allowed', '/refused', '/allowed', '/allowed']
  const { acceptedMs, refusedMs, failed } = await sendArrivals({
    url: `http://127.0.0.1:${port}/api/v1`,
    tokens: ['one', 'two', 'three'],
    perSecond: 200,
    seconds: 0.5,
    ignoredSeconds: 0,
    requests: paths.map((path) => ({ method: 'GET', path })),
  })
  expect(acceptedMs.length + refusedMs.length).toBe(tokensSeen.length)
  expect(failed).toEqual({ 503: refusedMs.length })
  expect(refusedMs.length).toBe(Math.floor((tokensSeen.length + 2) / 4))
  for (const token of ['one', 'two', 'three']) {
    const sent = tokensSeen.filter((seen) => seen === `Bearer ${token}`).length
    expect(Math.abs(sent - tokensSeen.length / 3)).toBeLessThan(1)
  }
})
