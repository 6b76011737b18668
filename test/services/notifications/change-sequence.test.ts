import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { createChangeModel } from '../../../services/notifications/feed/change.model.ts'
import { createFeed } from '../../../services/notifications/feed/feed.ts'
import { createSequence } from '../../../services/notifications/feed/sequence.model.ts'
import { createSequencer } from '../../../services/notifications/feed/sequencer.ts'
import { deadLetterQueueOf, eventQueues } from '../../../shared/contract/events.ts'
import { migrate } from '../../../shared/database/mongo.ts'
import { inUnitOfWork } from '../../../shared/database/unit-of-work.ts'
import type { Broker } from '../../../shared/messaging/broker.ts'
import { aStockEvent } from '../../support/records/factories.ts'
import { createRandom } from '../../support/records/seeded.ts'
import { connectBroker, openChannel } from '../../support/servers/amqp.ts'
import { aDatabase, connectDatabase } from '../../support/servers/database.ts'
import { startSystem } from '../../support/system/system.ts'

const inTime = { timeout: 20_000 }

async function startFeed() {
  const system = await startSystem({ services: ['notifications', 'gateway'] })
  onTestFinished(() => system[Symbol.asyncDispose]())
  const client = await system.createClient()
  const { broker } = await connectBroker(system.system)
  const read = async (since: number, limit?: number) =>
    (await client.api.notifications.listChanges({ since, ...(limit !== undefined && { limit }) })).body
  return { system, client, broker, read }
}

const publish = (broker: Broker, ids: readonly string[]) =>
  Promise.all(ids.map((id, index) => broker.publish([{ id, ...aStockEvent(index + 1) }])))

const newIds = (count: number) => Array.from({ length: count }, () => randomUUID())

/** The values in another sequence, the same for the same seed. */
function shuffled<T>(values: readonly T[], seed: number): T[] {
  const random = createRandom(seed)
  return values
    .map((value) => ({ value, rank: random() }))
    .sort((one, other) => one.rank - other.rank)
    .map(({ value }) => value)
}

test('an event that arrives again gets no second number and leaves no gap, at once or later', async () => {
  const { broker, read } = await startFeed()
  const ids = newIds(50)
  await publish(broker, [...ids, ...ids])
  await expect.poll(async () => (await read(0)).next, inTime).toBe(50)
  await publish(broker, ids)
  const last = randomUUID()
  await publish(broker, [last])
  await expect.poll(async () => (await read(0)).value.at(-1)?.id, inTime).toBe(last)
  const { value, next } = await read(0)
  expect(next).toBe(51)
  expect(value.map(({ sequence }) => sequence)).toEqual(Array.from({ length: 51 }, (_, index) => index + 1))
  expect(new Set(value.map(({ id }) => id))).toEqual(new Set([...ids, last]))
})

test('a response has 100 changes by default, and at most 1,000', async () => {
  const { broker, read } = await startFeed()
  await publish(broker, newIds(1_005))
  await expect.poll(async () => (await read(1_000)).value.length, inTime).toBe(5)
  expect((await read(0)).value).toHaveLength(100)
  expect(await read(0, 5_000)).toMatchObject({ next: 1_000, hasMore: true, value: { length: 1_000 } })
})

test('events that the database refuses do not hold up the others of their batch, and go to the dead-letter queue', async () => {
  const { system, broker, read } = await startFeed()
  const bad = aStockEvent(1)
  const refused = newIds(20).map((id) => ({ id, ...bad, payload: { ...bad.payload, at: 'the day after tomorrow' } }))
  await broker.publish(refused.flatMap((event, index) => [event, { id: randomUUID(), ...aStockEvent(index + 2) }]))
  await expect.poll(async () => (await read(0)).next, inTime).toBe(20)
  const { subject: type } = bad
  expect((await read(0)).value).toMatchObject(Array.from({ length: 20 }, (_, index) => ({ sequence: index + 1, type })))
  const channel = await openChannel()
  const deadLetters = deadLetterQueueOf(`${system.system}.${eventQueues.changes}`)
  await expect.poll(async () => (await channel.checkQueue(deadLetters)).messageCount, inTime).toBe(20)
  await expect.poll(() => system.logLines.filter(({ level }) => level >= 50), inTime).toHaveLength(20)
})

test('an event that does not have the shape of the contract is set aside and logged', async () => {
  const { system, broker, read } = await startFeed()
  await broker.publish([{ id: randomUUID(), subject: 'item.created', payload: { shortID: 'HALF' } }])
  await publish(broker, newIds(1))
  await expect.poll(async () => (await read(0)).next, inTime).toBe(1)
  expect((await read(0)).value).toMatchObject([{ sequence: 1, type: 'inventory.received' }])
  await expect.poll(() => system.logLines.filter(({ level }) => level >= 50).length, inTime).toBe(1)
})

/** A feed as one process has it. */
async function aFeed(database: string) {
  const connection = await connectDatabase(database, { monitorCommands: true })
  const changes = createChangeModel(connection)
  const sequence = createSequence(connection)
  await migrate(connection)
  await sequence.prepare()
  const { append } = createSequencer(connection, changes, sequence)
  const commands: string[] = []
  connection.getClient().on('commandStarted', ({ commandName }) => commands.push(commandName))
  const batchOf = async (ids: readonly string[]) => {
    commands.splice(0)
    await Promise.all(ids.map((id, index) => append({ id, ...aStockEvent(index + 1) })))
    return [...commands]
  }
  return { changes, sequence, batchOf }
}

test('a batch is two commands to the database, and reads only after another process has taken numbers', async () => {
  const database = aDatabase()
  const [one, other] = [await aFeed(database), await aFeed(database)]
  const ids = newIds(12)
  const write = ['bulkWrite', 'commitTransaction']
  expect(await one.batchOf(ids.slice(0, 3))).toEqual(['find', ...write])
  expect(await one.batchOf(ids.slice(3, 6))).toEqual(write)
  expect(await other.batchOf(ids.slice(6, 8))).toEqual(['find', ...write])
  // It writes two events of the other process again.
  const again = await one.batchOf(ids.slice(6, 12))
  expect(again.filter((name) => name !== 'abortTransaction')).toEqual(['bulkWrite', 'find', 'find', ...write])
  const stored = await one.changes.find().sort({ _id: 1 }).lean()
  expect(stored.map(({ _id, eventId }) => [_id, eventId])).toEqual(ids.map((id, index) => [index + 1, id]))
})

test('numbers that the database no longer has taken are taken again', async () => {
  const { changes, sequence, batchOf } = await aFeed(aDatabase())
  await batchOf(newIds(3))
  await changes.deleteMany({ _id: 3 })
  await changes.db.collection('sequences').updateOne({}, { $set: { last: 2 } })
  await batchOf(newIds(2))
  const stored = await changes.find().sort({ _id: 1 }).lean()
  expect(stored.map(({ _id }) => _id)).toEqual([1, 2, 3, 4])
  expect(await sequence.lagMs(1_000)).toBeTypeOf('number')
})

test('two processes that append the same events at once give each event one number, and a reader never sees a gap', async () => {
  const database = aDatabase()
  const ids = newIds(400)
  const start = async () => {
    const connection = await connectDatabase(database)
    const changes = createChangeModel(connection)
    const sequence = createSequence(connection)
    return { connection, sequence, feed: createFeed(connection, changes, sequence), changes }
  }
  const [one, other, reader] = [await start(), await start(), await start()]
  await migrate(one.connection)
  await Promise.all([one.sequence.prepare(), other.sequence.prepare()])

  const write = async ({ connection, changes, sequence }: typeof one, seed: number) => {
    const { append } = createSequencer(connection, changes, sequence)
    const events = shuffled(ids, seed).map((id, index) => ({ id, ...aStockEvent(index + 1) }))
    for (let at = 0; at < events.length; at += 20) await Promise.all(events.slice(at, at + 20).map(append))
  }
  const seen: string[] = []
  const follow = async () => {
    for (let since = 0; since < ids.length; ) {
      const { value, next } = await reader.feed.read(since, 7, { scope: 'all', hidden: [] })
      expect(value.map(({ sequence }) => sequence)).toEqual(value.map((_, index) => since + index + 1))
      expect(next).toBe(since + value.length)
      seen.push(...value.map(({ id }) => id))
      since = next
    }
  }
  await Promise.all([write(one, 1), write(other, 2), follow()])
  expect(await reader.feed.end()).toBe(400)
  expect(seen).toHaveLength(400)
  expect(new Set(seen)).toEqual(new Set(ids))
}, 60_000)

test('a client that sees almost nothing of a long feed advances with every response', async () => {
  const { system, broker } = await startFeed()
  const connection = await connectDatabase(`${system.system}-notifications`)
  const { payload, subject: type } = aStockEvent(1)
  const at = new Date(payload.at)
  // A long feed of other warehouses, of which a response covers 10,000 entries.
  const records = Array.from({ length: 10_500 }, (_, index) => {
    const _id = index + 1
    return { _id, eventId: `event ${_id}`, type, at, wids: _id === 10_234 ? [2] : [1], data: payload.data }
  })
  await connection.collection<{ _id: number }>('changes').insertMany(records)
  await connection.collection('sequences').updateOne({}, { $set: { last: 10_500 } })
  const { api } = await system.createClient({ warehouses: [2] })
  const steps: [number, number[], boolean][] = []
  for (let since = 0; since < 10_500; ) {
    const { body } = await api.notifications.listChanges({ since, limit: 1_000 })
    steps.push([body.next, body.value.map(({ sequence }) => sequence), body.hasMore])
    since = body.next
  }
  expect(steps).toEqual([
    [10_000, [], true],
    [10_500, [10_234], false],
  ])
  await publish(broker, newIds(1))
  await expect.poll(async () => (await api.notifications.listChanges({ since: 10_500 })).body.next, inTime).toBe(10_501)
}, 60_000)

test('a start does not wait for a transaction that is taking numbers', async () => {
  const connection = await connectDatabase(aDatabase())
  const sequence = createSequence(connection)
  await migrate(connection)
  await sequence.prepare()
  await inUnitOfWork(connection, Date.now() + 8_000, async (unit) => {
    sequence.move(0, 3, 0, unit)
    await unit.send()
    await sequence.prepare()
    expect(await sequence.last(unit.session)).toBe(3)
  })
})
