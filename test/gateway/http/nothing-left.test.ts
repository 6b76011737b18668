import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createRandom } from '../../support/records/seeded.ts'
import { startStubGateway } from '../../support/system/stub-gateway.ts'
import { head, openRawConnection } from './raw-client.ts'

const seed = Date.now() % 1_000_000
const random = createRandom(seed)
const oneOf = <T>(values: readonly T[]) => values[Math.floor(random() * values.length)] as T

const HOST = 'Host: a'
const BEARER = 'Authorization: Bearer x'
const read = head('GET /api/v1/Inventory HTTP/1.1', HOST, BEARER)
const write = head(
  'POST /api/v1/Inventory/Receive HTTP/1.1',
  HOST,
  BEARER,
  'Content-Type: application/json',
  'Content-Length: 2',
)

/** What a client can send: whole requests in line, a body or a head that stays unfinished, or something else. */
const texts = {
  pipelined: () => read.repeat(1 + Math.floor(random() * 60)),
  written: () => `${write}{}`.repeat(1 + Math.floor(random() * 4)),
  'with half a body': () => `${read}${write}{`,
  'with half a head': () => `${read}POST /api/v1/Tok`,
  'that are no HTTP': () => `${read}nonsense\r\n\r\n`,
} as const
const ends = ['destroy', 'resetAndDestroy', 'end', 'stay'] as const

test(`after any mixture of connections slots, responses, sockets and timers are back to rest, seed ${seed} (R16)`, async () => {
  const gateway = await startStubGateway()
  const state = async () => {
    const samples = await gateway.samples()
    const sum = (name: string) => samples.reduce((total, one) => total + (one.name === name ? one.value : 0), 0)
    const resources = process.getActiveResourcesInfo()
    const count = (name: string) => resources.filter((resource) => resource === name).length
    return {
      slots: sum('inventory_concurrency_in_flight'),
      queued: sum('inventory_concurrency_queued'),
      answers: sum('inventory_http_requests_in_flight'),
      sockets: count('TCPSocketWrap'),
      timers: count('Timeout'),
    }
  }
  // Polls have a timer of their own, so the state before is taken in one too.
  let before = await state()
  await expect.poll(async () => (before = await state())).toBeDefined()

  const connections: Awaited<ReturnType<typeof openRawConnection>>[] = []
  for (let count = 0; count < 80; count++) {
    const connection = await openRawConnection(gateway.port)
    connections.push(connection)
    await connection.send(oneOf(Object.values(texts))())
    if (count === 40) gateway.open()
    if (random() < 0.5) await nextTurn()
    const end = oneOf(ends)
    if (end !== 'stay') connection.socket[end]()
  }
  // Clients that have stayed, with half a request or idle, leave with the last of them.
  for (const { socket } of connections) socket.end()
  await Promise.all(connections.map(({ closed }) => closed))
  await expect
    .poll(async () => {
      const { timers, ...rest } = await state()
      return { ...rest, hasNewTimers: timers > before.timers }
    })
    .toEqual({ slots: 0, queued: 0, answers: 0, sockets: before.sockets, hasNewTimers: false })
})
