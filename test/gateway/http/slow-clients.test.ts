import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { MAX_SLOW_PER_ADDRESS } from '../../../gateway/http/slow-clients.ts'
import { keep } from '../../support/keep.ts'
import { type StubGateway, type StubGatewayOptions, startStubGateway } from '../../support/system/stub-gateway.ts'
import { head, openRawConnection } from './raw-client.ts'

const SENDERS = 180
/** More than the slots of the reads of a service. */
const READERS = 20
const AUTHORIZED = ['Host: a', 'Authorization: Bearer x']
const beginBody = (path: string) =>
  `${head(`POST /api/v1${path} HTTP/1.1`, ...AUTHORIZED, 'Content-Type: application/json', 'Content-Length: 90')}{`
const receipt = { itemID: 'A', wid: 1, units: 1, reasonCode: 1 }

/** The calls end at once; `held` is what the gateway keeps for others: slots, and answers that are not closed. */
async function startGateway(options?: StubGatewayOptions) {
  const gateway = await startStubGateway(options)
  gateway.open()
  const sum = async (name: string) =>
    (await gateway.samples()).reduce((sum, one) => sum + (one.name === name ? one.value : 0), 0)
  return {
    ...gateway,
    slots: () => sum('inventory_concurrency_in_flight'),
    answers: () => sum('inventory_http_requests_in_flight'),
  }
}

async function connectMany({ port }: StubGateway, count: number, text: string, options?: { reads: boolean }) {
  const connections = await Promise.all(Array.from({ length: count }, () => openRawConnection(port, options)))
  keep({
    async [Symbol.asyncDispose]() {
      for (const { socket } of connections) socket.destroy()
    },
  })
  for (const { send } of connections) void send(text)
  return connections
}

const post = (gateway: StubGateway, path: string, body: object) =>
  gateway.send('POST', path, {
    headers: { authorization: 'Bearer x', 'content-type': 'application/json' },
    body: Buffer.from(JSON.stringify(body)),
  })

it('200 connections of one address that send or read slowly take no slot, others are answered, and they are ended (S6)', async () => {
  // More than the kernel takes for a client that does not read.
  const lots = Buffer.from(JSON.stringify(randomBytes(3_000_000).toString('hex')))
  const gateway = await startGateway({ lots, maxUntakenMs: 3_000 })
  const senders = await connectMany(gateway, SENDERS, beginBody('/Inventory/Receive'))
  const readers = await connectMany(gateway, READERS, head('GET /api/v1/Inventory HTTP/1.1', ...AUTHORIZED), {
    reads: false,
  })
  await expect.poll(() => gateway.calls.length).toBe(READERS)
  await expect.poll(gateway.slots).toBe(0)
  const others = await Promise.all([
    ...Array.from({ length: 50 }, () => post(gateway, '/Inventory/Receive', receipt)),
    ...Array.from({ length: 50 }, () => gateway.send('HEAD', '/Inventory')),
  ])
  expect(new Set(others.map(({ status }) => status))).toEqual(new Set([201, 200]))
  expect(gateway.calls).toHaveLength(READERS + 100)

  await Promise.all(senders.map(({ closed }) => closed))
  await expect.poll(gateway.answers).toBe(0)
  // Those beyond the limit of their address at once, the others because they have not arrived in time.
  expect(new Set(senders.flatMap(({ statuses }) => statuses()))).toEqual(new Set([503, 400]))
  const refused = senders.find(({ statuses }) => statuses()[0] === 503)
  expect(refused?.received()).toMatch(/retry-after: 1.*"error":"service_unavailable"/is)
  // What the kernel had for them, and the end of the connection.
  for (const { socket } of readers) socket.resume()
  await Promise.all(readers.map(({ closed }) => closed))
})

it('a body that ends in time is served as ever, however many of its address are slow', async () => {
  const gateway = await startGateway()
  await connectMany(gateway, SENDERS, beginBody('/Inventory/Receive'))
  const [last] = await connectMany(gateway, 1, beginBody('/Inventory/Receive'))
  await expect.poll(gateway.answers).toBe(MAX_SLOW_PER_ADDRESS)
  await last?.send(`${JSON.stringify(receipt).slice(1).padEnd(89)}`)
  await expect.poll(() => last?.statuses()).toEqual([201])
})
