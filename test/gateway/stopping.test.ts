import { EventEmitter, once } from 'node:events'
import { Agent, get } from 'node:http'
import { connect, createServer } from 'node:net'
import express from 'express'
import { describe, expect, it } from 'vitest'
import { createGateway, type Gateway } from '../../gateway/gateway.ts'
import type { Response } from '../../gateway/http/handler.ts'
import { startHttpServer } from '../../gateway/http/server.ts'
import { streamTexts } from '../../gateway/routes/send-export.ts'
import { createAuth } from '../../services/auth/service.ts'
import { createAmqpBroker } from '../../shared/messaging/amqp/amqp-broker.ts'
import { createCapturedLog } from '../support/checks/captured-log.ts'
import { keep } from '../support/keep.ts'
import { serverUrl } from '../support/servers/server-url.ts'
import { startSystem, type TestSystem } from '../support/system/system.ts'
import { head, openRawConnection } from './http/raw-client.ts'

const { log, lines } = createCapturedLog()
const waitsForAuth = () => lines.some(({ msg }) => msg === 'Waiting for auth')
const createAnother = ({ system, keysOf, storageSecret }: TestSystem, port = 0): Promise<Gateway> => {
  const servers = { rabbitUrl: serverUrl('RABBITMQ_URL'), redisUrl: serverUrl('REDIS_URL') }
  const keys = keysOf('gateway')
  const rest = { rateLimitPerMinute: 1_000, port, host: '127.0.0.1' }
  return createGateway({ ...servers, system, keys, storageSecret, ...rest }, log)
}

/** A catalog whose answers wait to be released. */
async function slowCatalog({ system }: TestSystem) {
  const broker = keep(await createAmqpBroker({ url: serverUrl('RABBITMQ_URL'), system, name: 'stub', log }))
  const steps = new EventEmitter()
  const asked = once(steps, 'asked')
  const released = once(steps, 'released')
  const serving = await broker.serve('catalog', async () => {
    steps.emit('asked')
    await released
    return { body: Buffer.from('[]') }
  })
  keep(serving)
  return { asked, release: () => steps.emit('released') }
}

async function isRefused(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return false
  } catch {
    return true
  } finally {
    socket.destroy()
  }
}

/** One connection that is kept, and the responses that come over it. */
function openConnection(port: number, token: string) {
  const socket = connect(port, '127.0.0.1')
  let received = ''
  socket.on('data', (chunk) => {
    received += chunk.toString()
  })
  const closed = once(socket, 'close')
  return {
    send: (path: string) =>
      socket.write(`GET /api/v1${path} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${token}\r\n\r\n`),
    received: () => received,
    closed,
  }
}

describe('A gateway that stops', () => {
  it('takes no new connection, answers what is under way, and closes connections after it (R8)', async () => {
    const system = keep(await startSystem({ services: ['auth'] }))
    const { token } = await system.createClient()
    const { asked, release } = await slowCatalog(system)
    const gateway = await createAnother(system)
    const busy = openConnection(gateway.port, token)
    const idle = openConnection(gateway.port, token)
    idle.send('/Nowhere')
    await expect.poll(idle.received).toMatch(/^HTTP\/1.1 404.*no such path/s)
    expect(idle.received()).toMatch(/connection: keep-alive/i)
    busy.send('/Item')
    await asked

    const stopped = gateway[Symbol.asyncDispose]()
    expect(await isRefused(gateway.port)).toBe(true)
    idle.send('/Nowhere')
    await idle.closed
    expect(idle.received()).toMatch(/HTTP\/1.1 404.*HTTP\/1.1 404.*connection: close/is)

    expect(busy.received()).toBe('')
    release()
    await busy.closed
    expect(busy.received()).toMatch(/^HTTP\/1.1 200 OK.*connection: close.*\[\]$/is)
    await stopped
  })

  /** More than the kernel takes for a client that does not read. */
  const large = Buffer.alloc(50_000_000, 'x')
  async function* inChunks() {
    for (let start = 0; start < large.length; start += 1_000_000) yield large.subarray(start, start + 1_000_000)
  }
  it.each([
    ['an export', (res: Response) => streamTexts(res, 'text/csv', inChunks())],
    ['a page', (res: Response) => res.end(large)],
  ])('sends all of %s of 50 MB to a client that takes it slowly, and has then stopped (R8)', async (_, answer) => {
    const { log: ownLog, lines: ownLines } = createCapturedLog()
    const app = express().get('/large', (_req, res) => {
      res.locals.log = ownLog
      // Of what the gateway puts into the locals of a response, streaming uses the log.
      void answer(res as Response)
    })
    const server = await startHttpServer(app, { port: 0, host: '127.0.0.1', log: ownLog, addressOf: () => 'client' })
    const idle = await openRawConnection(server.port)
    await idle.send(head('GET /nothing HTTP/1.1', 'Host: a'))
    await expect.poll(idle.statuses).toEqual([404])
    const agent = new Agent({ keepAlive: true })
    const [response] = await once(get({ port: server.port, path: '/large', agent }), 'response')
    const stopped = server[Symbol.asyncDispose]()
    // From now on, connections are ended that nothing is sent over.
    await idle.closed
    let taken = 0
    for await (const chunk of response) taken += chunk.length
    await stopped
    expect([taken, ownLines]).toEqual([large.length, []])
  })

  it('ends the connection of a client that does not take the rest of its response, and has stopped in time (R8)', async () => {
    const steps = new EventEmitter()
    const answered = once(steps, 'answered')
    const app = express().use((_req, res) => void steps.emit('answered', res.write('The rest waits for the client.')))
    const options = { port: 0, host: '127.0.0.1', log, addressOf: () => 'client', maxDrainMs: 1_500 }
    const server = await startHttpServer(app, options)
    const { socket, send, closed } = await openRawConnection(server.port, { reads: false })
    await send(head('GET / HTTP/1.1', 'Host: a'))
    await answered
    await server[Symbol.asyncDispose]()
    expect(lines).toContainEqual(
      expect.objectContaining({ responses: 1, msg: 'Responses that were not taken were given up' }),
    )
    socket.resume()
    await closed
  })
})

describe('A gateway that starts', () => {
  it('listens only when it can check tokens', async () => {
    const system = keep(await startSystem({ services: ['gateway'] }))
    const name = `${system.system}x`
    const free = createServer().listen(0, '127.0.0.1')
    await once(free, 'listening')
    const address = free.address()
    const port = typeof address === 'object' && address ? address.port : 0
    free.close()
    await once(free, 'close')

    const starting = createAnother({ ...system, system: name }, port)
    await expect.poll(() => waitsForAuth(), { timeout: 5_000 }).toBe(true)
    expect(await isRefused(port)).toBe(true)

    const { keysOf, storageSecret } = system
    const [rabbitUrl, mongoUri] = [serverUrl('RABBITMQ_URL'), serverUrl('MONGODB_URI')]
    keep(
      await createAuth(
        { system: name, keys: keysOf('auth'), storageSecret, rabbitUrl, mongoUri, tokenTtlSeconds: 60 },
        log,
      ),
    )
    keep(await starting)
    expect(await isRefused(port)).toBe(false)
  })
})
