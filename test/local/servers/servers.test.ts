import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect as connectAmqp } from 'amqplib'
import { Redis } from 'ioredis'
import mongoose, { type Connection } from 'mongoose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { SERVER_VERSIONS } from '../../../local/install/server-root.ts'
import { type Servers, startServers } from '../../../local/servers/servers.ts'
import { eventPolicy } from '../../../shared/messaging/amqp/accounts.ts'
import { listQueues } from '../../support/servers/rabbitmqctl.ts'
import { inTransaction, newSession, RawClient } from '../documentdb-gateway/raw-client.ts'
import { isRunning, until } from '../processes/until.ts'
import { programsOn } from './programs-on.ts'

const DB = 'faults'
/** As docs/promises.md#R6 says. */
const LIFETIME_SECONDS = 10
const dataDir = mkdtempSync(join(tmpdir(), 'servers-'))
const lines: string[] = []
let servers: Servers
let connection: Connection

async function start(given = {}): Promise<void> {
  servers = await startServers({ dataDir, given, report: (line) => lines.push(line) })
  const options = { dbName: DB, serverSelectionTimeoutMS: 10_000 }
  connection = await mongoose.createConnection(servers.urls.MONGODB_URI, options).asPromise()
}

function processNamed(name: string) {
  const found = servers.processes.find((process) => process.name === name)
  if (!found) throw new Error(`no process ${name}`)
  return found
}

async function killAndAwait(name: string): Promise<void> {
  const process_ = processNamed(name)
  const { pid = 0, restarts } = process_
  process.kill(pid, 'SIGKILL')
  await until(() => process_.restarts > restarts)
  await process_.whenReady()
}

const things = () => connection.collection<{ _id: string; n: number }>('things')

function increment(lsid: ReturnType<typeof newSession>) {
  return { update: 'things', updates: [{ q: { _id: 'a' }, u: { $inc: { n: 1 } } }], ...inTransaction(lsid, 1, true) }
}

beforeAll(async () => {
  await start()
  await things().insertOne({ _id: 'a', n: 0 })
})

afterAll(async () => {
  await connection.close()
  await servers.stop()
  rmSync(dataDir, { recursive: true })
})

// A mongod is one process; the pair that stands in for it has more ways to break.
const hasGateway = () => servers.processes.some(({ name }) => name === 'documentdb-gateway')

describe('the database', () => {
  test('keeps committed data when PostgreSQL is killed, and is back at the same address', async (context) => {
    context.skip(!hasGateway())
    await things().updateOne({ _id: 'a' }, { $set: { n: 1 } })
    await killAndAwait('postgres')
    await until(
      async () =>
        (
          await things()
            .findOne({ _id: 'a' })
            .catch(() => null)
        )?.n === 1,
    )
    await things().updateOne({ _id: 'a' }, { $inc: { n: 1 } })
    expect(await things().findOne({ _id: 'a' })).toMatchObject({ n: 2 })
  })

  test.each(['documentdb-gateway', 'postgres'])(
    'never calls a transaction committed that died with %s',
    async (name) => {
      if (!hasGateway()) return
      await things().updateOne({ _id: 'a' }, { $set: { n: 0 } })
      const lsid = newSession()
      const before = await RawClient.connect(servers.urls.MONGODB_URI)
      expect(await before.command(DB, increment(lsid))).toMatchObject({ ok: 1, n: 1 })
      await killAndAwait(name)
      before.close()
      const after = await RawClient.connect(servers.urls.MONGODB_URI)
      const answer = await after
        .command('admin', { commitTransaction: 1, ...inTransaction(lsid, 1) })
        .catch(() => ({ ok: 0 }))
      expect(answer.ok).toBe(0)
      after.close()
      await until(
        async () =>
          (
            await things()
              .findOne({ _id: 'a' })
              .catch(() => null)
          )?.n === 0,
      )
    },
  )

  test('knows which transactions were committed after a restart of the gateway', async (context) => {
    context.skip(!hasGateway())
    await things().updateOne({ _id: 'a' }, { $set: { n: 0 } })
    const [committed, open] = [newSession(), newSession()]
    const commit = (lsid: typeof open) => ({ commitTransaction: 1, ...inTransaction(lsid, 1) })
    const before = await RawClient.connect(servers.urls.MONGODB_URI)
    await before.command(DB, increment(committed))
    await before.command('admin', commit(committed))
    await before.command(DB, increment(open))
    await killAndAwait('documentdb-gateway')
    const after = await RawClient.connect(servers.urls.MONGODB_URI)
    expect(await after.command('admin', commit(committed))).toMatchObject({ ok: 1 })
    expect(await after.command('admin', commit(open))).toMatchObject({ ok: 0, code: 251 })
    after.close()
    expect(await things().findOne({ _id: 'a' })).toMatchObject({ n: 1 })
  })
})

test('a transaction that exceeds its lifetime is rolled back even while its client still uses it', async (context) => {
  context.skip(!hasGateway())
  await things().updateOne({ _id: 'a' }, { $set: { n: 0 } })
  const client = await RawClient.connect(servers.urls.MONGODB_URI)
  const limit = (seconds: number) =>
    client.command('admin', { setParameter: 1, transactionLifetimeLimitSeconds: seconds })
  expect(await limit(1)).toMatchObject({ ok: 1, was: LIFETIME_SECONDS })
  const lsid = newSession()
  await client.command(DB, increment(lsid))
  const read = { find: 'things', ...inTransaction(lsid, 1) }
  const expired = { ok: 0, code: 251, errorLabels: ['TransientTransactionError'] }
  await until(async () => (await client.command(DB, read)).ok === 0)
  expect(await client.command(DB, read)).toMatchObject(expired)
  expect(await client.command('admin', { commitTransaction: 1, ...inTransaction(lsid, 1) })).toMatchObject(expired)
  await limit(LIFETIME_SECONDS)
  client.close()
  await things().updateOne({ _id: 'a' }, { $inc: { n: 1 } })
  expect(await things().findOne({ _id: 'a' })).toMatchObject({ n: 1 })
})

test('RabbitMQ has the production policy for queues of events, whatever the name of the system is', async () => {
  const amqp = await connectAmqp(servers.urls.RABBITMQ_URL)
  const channel = await amqp.createChannel()
  const durable = { durable: true, arguments: { 'x-queue-type': 'quorum' } }
  for (const queue of ['of-test.notifications.changes', 'of-test.other']) await channel.assertQueue(queue, durable)
  await amqp.close()
  const queues = await listQueues(processNamed('rabbitmq').pid, ['name', 'policy'])
  const policyOf = (queue: string) => queues.find(({ name }) => name === queue)?.policy
  expect(policyOf('of-test.notifications.changes')).toBe(eventPolicy('local').name)
  expect(policyOf('of-test.other')).toBe('')
})

test('the servers have the versions of production', async () => {
  const amqp = await connectAmqp(servers.urls.RABBITMQ_URL)
  const { version } = z.object({ version: z.string() }).parse(amqp.connection.serverProperties)
  await amqp.close()
  const redis = new Redis(servers.urls.REDIS_URL)
  const [, redisVersion = ''] = /redis_version:(\S+)/.exec(await redis.info('server')) ?? []
  redis.disconnect()
  expect([version, redisVersion].map((text) => text.split('.')[0])).toEqual([
    SERVER_VERSIONS.rabbitmq,
    SERVER_VERSIONS.redis,
  ])
})

test.each(['rabbitmq', 'redis'])('%s is back at the same address after a kill', async (name) => {
  await killAndAwait(name)
  const { RABBITMQ_URL, REDIS_URL } = servers.urls
  const { hostname, port } = new URL(name === 'redis' ? REDIS_URL : RABBITMQ_URL)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  socket.destroy()
  expect(lines).toContain(`${name} is ready again`)
})

test('two systems run side by side and share nothing', async () => {
  const otherDir = mkdtempSync(join(tmpdir(), 'servers-other-'))
  const other = await startServers({ dataDir: otherDir, given: {}, report: () => undefined })
  const ports = [servers, other].flatMap(({ urls }) => Object.values(urls).map((url) => new URL(url).port))
  expect(new Set(ports).size).toBe(6)
  const mine = await mongoose.createConnection(other.urls.MONGODB_URI, { dbName: DB }).asPromise()
  expect(await mine.collection('things').countDocuments()).toBe(0)
  await mine.close()
  await other.stop()
  rmSync(otherDir, { recursive: true })
  expect(await things().countDocuments()).toBe(1)
})

test('stop ends every process; the next start finds their data, and RabbitMQ starts even if a power cut left some of its files empty', async () => {
  const pids = servers.processes.map(({ pid = 0 }) => pid)
  await things().updateOne({ _id: 'a' }, { $set: { n: 77 } })
  await connection.close()
  await servers.stop()
  expect(pids.filter(isRunning)).toEqual([])
  expect(programsOn(dataDir)).toEqual([])
  const home = join(dataDir, 'rabbitmq')
  const files = readdirSync(home, { recursive: true, encoding: 'utf8' })
  const emptied = files.filter((file) => /(\/\.config|\.erlang\.cookie|meta\.dets)$/.test(file))
  expect(emptied).toHaveLength(4)
  for (const file of emptied) truncateSync(join(home, file))
  await start()
  expect(await things().findOne({ _id: 'a' })).toMatchObject({ n: 77 })
  const model = await connectAmqp(servers.urls.RABBITMQ_URL)
  await model.createChannel()
  await model.close()
})

const NAMES = /\/(quorum|coordination)\/[^/]+\/names\.dets$/
const filesOfRabbitmq = () => readdirSync(join(dataDir, 'rabbitmq'), { recursive: true, encoding: 'utf8' })

const remove = (file: string) => rmSync(file, { recursive: true })
const clear = (file: string) => writeFileSync(file, Buffer.alloc(statSync(file).size))

test.each([
  ['without its table of queues', ['kept'], NAMES, remove],
  ['with zeros as its table of queues', ['kept'], NAMES, clear],
  ['without its table of queues and their folders', [], /\/quorum\/[^/]+\/[^/]+$/, remove],
])(
  'RabbitMQ that a power cut left %s has a leader for each queue, and what was kept of it',
  async (state, kept, lost, lose) => {
    const queue = `q ${state}`
    const options = { durable: true, arguments: { 'x-queue-type': 'quorum' } }
    const before = await connectAmqp(servers.urls.RABBITMQ_URL)
    const publisher = await before.createConfirmChannel()
    await publisher.assertQueue(queue, options)
    publisher.sendToQueue(queue, Buffer.from('kept'))
    await publisher.waitForConfirms()
    await before.close()
    await connection.close()
    await servers.stop()
    for (const file of filesOfRabbitmq().filter((path) => lost.test(path))) lose(join(dataDir, 'rabbitmq', file))
    await start()
    const after = await connectAmqp(servers.urls.RABBITMQ_URL)
    const channel = await after.createChannel()
    await channel.assertQueue(queue, options)
    const found: string[] = []
    await channel.consume(queue, (message) => void (message && found.push(message.content.toString())))
    await expect.poll(() => found).toEqual(kept)
    await after.close()
  },
)
