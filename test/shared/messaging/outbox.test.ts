import { type Connection, Schema } from 'mongoose'
import { expect, onTestFinished, test } from 'vitest'
import { migrate } from '../../../shared/database/mongo.ts'
import { inTransaction } from '../../../shared/database/transaction.ts'
import type { EventMessage } from '../../../shared/messaging/broker.ts'
import { createOutbox } from '../../../shared/messaging/events/outbox.ts'
import { createCapturedLog } from '../../support/checks/captured-log.ts'
import { aStockEvent } from '../../support/records/factories.ts'
import { aDatabase, connectDatabase } from '../../support/servers/database.ts'
import { createMemoryBroker } from '../../support/servers/memory-broker.ts'

const causeSchema = new Schema({ name: String }, { collection: 'causes', versionKey: false })

async function anOutbox(connection: Connection) {
  const broker = createMemoryBroker()
  const events: EventMessage[] = []
  await broker.subscribe('test', ['inventory.received'], async (event) => void events.push(event))
  const { log, lines } = createCapturedLog()
  const outbox = createOutbox(connection, broker, log)
  onTestFinished(() => outbox[Symbol.asyncDispose]())
  const causes = connection.models.Cause ?? connection.model('Cause', causeSchema)
  await migrate(connection)
  return { broker, events, outbox, lines, causes, stored: () => connection.collection('outbox').countDocuments() }
}

const soon = () => Date.now() + 8_000

test('an event is stored with its cause, published after it and then removed', async () => {
  const connection = await connectDatabase()
  const { outbox, events, causes, stored } = await anOutbox(connection)
  const kept = await inTransaction(connection, soon(), async (session) => {
    await causes.create([{ name: 'receipt' }], { session })
    return outbox.add([aStockEvent(1)], session)
  })
  expect([await stored(), await causes.countDocuments(), events]).toEqual([1, 1, []])
  outbox.send(kept)
  await expect.poll(stored).toBe(0)
  expect(events).toMatchObject([aStockEvent(1)])
})

test('an event is rolled back with its cause', async () => {
  const connection = await connectDatabase()
  const { outbox, causes, stored } = await anOutbox(connection)
  const failing = inTransaction(connection, soon(), async (session) => {
    await causes.create([{ name: 'receipt' }], { session })
    await outbox.add([aStockEvent(1)], session)
    throw new Error('changed its mind')
  })
  await expect(failing).rejects.toThrow('changed its mind')
  expect([await stored(), await causes.countDocuments()]).toEqual([0, 0])
})

test('an event that is not what the contract says undoes its cause', async () => {
  const connection = await connectDatabase()
  const { outbox, causes, stored } = await anOutbox(connection)
  const failing = inTransaction(connection, soon(), async (session) => {
    await causes.create([{ name: 'receipt' }], { session })
    return outbox.add([{ ...aStockEvent(1), payload: JSON.parse('{}') }], session)
  })
  await expect(failing).rejects.toThrow()
  expect([await stored(), await causes.countDocuments()]).toEqual([0, 0])
})

test('no events is no work, and holds up none that come later', async () => {
  const connection = await connectDatabase()
  const { outbox, events, stored } = await anOutbox(connection)
  outbox.send(await inTransaction(connection, soon(), (session) => outbox.add([], session)))
  expect(await stored()).toBe(0)
  outbox.send(await inTransaction(connection, soon(), (session) => outbox.add([aStockEvent(1)], session)))
  // Sooner than the sweep would find it.
  await outbox[Symbol.asyncDispose]()
  expect([await stored(), events.length]).toEqual([0, 1])
})

test('disposing waits for what is being sent', async () => {
  const connection = await connectDatabase()
  const { outbox, events, stored } = await anOutbox(connection)
  outbox.send(await inTransaction(connection, soon(), (session) => outbox.add([aStockEvent(1)], session)))
  await outbox[Symbol.asyncDispose]()
  expect([await stored(), events.length]).toEqual([0, 1])
})

test('an event that RabbitMQ did not take stays, with a word in the log', async () => {
  const connection = await connectDatabase()
  const { outbox, broker, stored, lines } = await anOutbox(connection)
  broker.setFaults({ lose: 1 })
  outbox.send(await inTransaction(connection, soon(), (session) => outbox.add([aStockEvent(1)], session)))
  await expect.poll(() => lines.some(({ msg }) => msg.includes('stay in the outbox'))).toBe(true)
  expect(await stored()).toBe(1)
})

test('the sweep of another process publishes what a crash has left, in order, and nothing newer', async () => {
  const database = aDatabase()
  const connection = await connectDatabase(database)
  const crashed = await anOutbox(connection)
  for (const number of [1, 2, 3]) {
    await inTransaction(connection, soon(), (session) => crashed.outbox.add([aStockEvent(number)], session))
  }
  const old = { $set: { at: new Date(Date.now() - 5_000) } }
  await connection.collection('outbox').updateMany({ 'events.payload.data.transactionNo': { $lt: 3 } }, old)
  await crashed.outbox[Symbol.asyncDispose]()
  const { events, stored } = await anOutbox(await connectDatabase(database))
  await expect.poll(() => events.length, { timeout: 10_000 }).toBe(2)
  expect(events.map(({ payload }) => payload)).toEqual([aStockEvent(1).payload, aStockEvent(2).payload])
  await expect.poll(stored).toBeLessThan(2)
})
