import { type Connection, Schema } from 'mongoose'
import { expect, onTestFinished, test } from 'vitest'
import { migrate } from '../../../shared/database/mongo.ts'
import { inUnitOfWork, type UnitOfWork } from '../../../shared/database/unit-of-work.ts'
import type { EventMessage } from '../../../shared/messaging/broker.ts'
import { createOutbox } from '../../../shared/messaging/events/outbox.ts'
import { createCapturedLog } from '../../support/checks/captured-log.ts'
import { aStockEvent } from '../../support/records/factories.ts'
import { aDatabase, connectDatabase } from '../../support/servers/database.ts'
import { createMemoryBroker } from '../../support/servers/memory-broker.ts'

const causeSchema = new Schema({ name: String }, { collection: 'causes', versionKey: false })

async function anOutbox(connection: Connection, options = {}) {
  const broker = createMemoryBroker()
  const events: EventMessage[] = []
  await broker.subscribe('test', ['inventory.received'], async (event) => void events.push(event))
  const { log, lines } = createCapturedLog()
  const outbox = createOutbox(connection, broker, log, options)
  onTestFinished(() => outbox[Symbol.asyncDispose]())
  const causes = connection.models.Cause ?? connection.model('Cause', causeSchema)
  await migrate(connection)
  return { broker, events, outbox, lines, causes, stored: () => connection.collection('outbox').countDocuments() }
}

const inUnit = (connection: Connection, work: (unit: UnitOfWork) => Promise<void>) =>
  inUnitOfWork(connection, Date.now() + 8_000, work)

test('an event is stored with its cause, published after it and then removed', async () => {
  const connection = await connectDatabase()
  const { outbox, events, causes, stored } = await anOutbox(connection)
  let publish: (() => void) | undefined
  await inUnit(connection, async (unit) => {
    await causes.create([{ name: 'receipt' }], { session: unit.session })
    outbox.add([aStockEvent(1)], { ...unit, afterCommit: (run) => (publish = run) })
  })
  expect([await stored(), await causes.countDocuments(), events]).toEqual([1, 1, []])
  publish?.()
  await expect.poll(stored).toBe(0)
  expect(events).toMatchObject([aStockEvent(1)])
})

test('an event is rolled back with its cause', async () => {
  const connection = await connectDatabase()
  const { outbox, events, causes, stored } = await anOutbox(connection)
  const failing = inUnit(connection, async (unit) => {
    await causes.create([{ name: 'receipt' }], { session: unit.session })
    outbox.add([aStockEvent(1)], unit)
    await unit.send()
    throw new Error('changed its mind')
  })
  await expect(failing).rejects.toThrow('changed its mind')
  expect([await stored(), await causes.countDocuments(), events]).toEqual([0, 0, []])
})

test('an event that is not what the contract says undoes its cause', async () => {
  const connection = await connectDatabase()
  const { outbox, causes, stored } = await anOutbox(connection)
  const failing = inUnit(connection, async (unit) => {
    await causes.create([{ name: 'receipt' }], { session: unit.session })
    outbox.add([{ ...aStockEvent(1), payload: JSON.parse('{}') }], unit)
  })
  await expect(failing).rejects.toThrow()
  expect([await stored(), await causes.countDocuments()]).toEqual([0, 0])
})

test('no events is no work, and holds up none that come later', async () => {
  const connection = await connectDatabase()
  const { broker, outbox, events, stored } = await anOutbox(connection)
  await inUnit(connection, async (unit) => outbox.add([], unit))
  expect(await stored()).toBe(0)
  await inUnit(connection, async (unit) => outbox.add([aStockEvent(1)], unit))
  // Sooner than the sweep would find it.
  await outbox[Symbol.asyncDispose]()
  await broker.idle()
  expect([await stored(), events.length]).toEqual([0, 1])
})

test('events that are published one after the other are removed by one command, in the end at the latest', async () => {
  const connection = await connectDatabase(aDatabase(), { monitorCommands: true })
  const { outbox, events, stored } = await anOutbox(connection, { removalIntervalMs: 600_000 })
  const removals: number[] = []
  connection.getClient().on('commandStarted', ({ commandName, command }) => {
    if (commandName === 'delete') removals.push(command.deletes[0].q._id.$in.length)
  })
  for (const number of [1, 2, 3, 4]) {
    await inUnit(connection, async (unit) => outbox.add([aStockEvent(number)], unit))
    await expect.poll(() => events.length).toBe(number)
  }
  await outbox[Symbol.asyncDispose]()
  expect(await stored()).toBe(0)
  expect(removals).toEqual([1, 3])
})

test('the first event after a pause is published at once, those that follow soon are published together', async () => {
  const connection = await connectDatabase()
  const { broker, outbox, events } = await anOutbox(connection, { publishIntervalMs: 600_000 })
  const published: number[] = []
  const publish = broker.publish
  broker.publish = (batch) => {
    published.push(batch.length)
    return publish(batch)
  }
  for (const number of [1, 2, 3, 4]) {
    await inUnit(connection, async (unit) => outbox.add([aStockEvent(number)], unit))
    await expect.poll(() => events.length).toBe(1)
  }
  await outbox[Symbol.asyncDispose]()
  await broker.idle()
  expect(events).toHaveLength(4)
  expect(published).toEqual([1, 3])
})

test('an event that RabbitMQ did not take stays, with a word in the log', async () => {
  const connection = await connectDatabase()
  const { outbox, broker, stored, lines } = await anOutbox(connection)
  broker.setFaults({ lose: 1 })
  await inUnit(connection, async (unit) => outbox.add([aStockEvent(1)], unit))
  await expect.poll(() => lines.some(({ msg }) => msg.includes('stay in the outbox'))).toBe(true)
  expect(await stored()).toBe(1)
})

test('the sweep of another process publishes what a crash has left, in order, and nothing newer', async () => {
  const database = aDatabase()
  const connection = await connectDatabase(database)
  const crashed = await anOutbox(connection)
  for (const number of [1, 2, 3])
    await inUnit(connection, async (unit) =>
      crashed.outbox.add([aStockEvent(number)], { ...unit, afterCommit: () => undefined }),
    )
  const old = { $set: { at: new Date(Date.now() - 5_000) } }
  await connection.collection('outbox').updateMany({ 'events.payload.data.transactionNo': { $lt: 3 } }, old)
  await crashed.outbox[Symbol.asyncDispose]()
  const { events, stored } = await anOutbox(await connectDatabase(database))
  await expect.poll(() => events.length, { timeout: 10_000 }).toBe(2)
  expect(events.map(({ payload }) => payload)).toEqual([aStockEvent(1).payload, aStockEvent(2).payload])
  await expect.poll(stored).toBeLessThan(2)
})
