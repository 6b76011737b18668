import { randomUUID } from 'node:crypto'
import { calculateObjectSize } from 'bson'
import { expect, onTestFinished, test } from 'vitest'
import { createChangeModel } from '../../../services/notifications/feed/change.model.ts'
import { createSequence } from '../../../services/notifications/feed/sequence.model.ts'
import { createSequencer } from '../../../services/notifications/feed/sequencer.ts'
import { createNotifications } from '../../../services/notifications/service.ts'
import { deadLetterQueueOf, eventQueues } from '../../../shared/contract/events.ts'
import { migrate } from '../../../shared/database/mongo.ts'
import { createMonitor } from '../../../shared/process/monitor.ts'
import { createCtlWorld } from '../../ctl/ctl-world.ts'
import { createCapturedLog } from '../../support/checks/captured-log.ts'
import { parsePrometheusText } from '../../support/checks/prometheus-text.ts'
import { keep } from '../../support/keep.ts'
import { aStockEvent } from '../../support/records/factories.ts'
import { connectBroker, openChannel } from '../../support/servers/amqp.ts'
import { connectDatabase } from '../../support/servers/database.ts'
import { serverUrl, startSystem } from '../../support/system/system.ts'

/** The largest document of MongoDB (https://www.mongodb.com/docs/manual/reference/limits/). */
const MAX_DOCUMENT_BYTES = 16_777_216
/** Most levels of documents and arrays in a record (src/mongo/bson/bson_depth.h). */
const MAX_LEVELS = 180
/** Deeper than JSON.stringify can write. */
const LEVELS = 100_000

/** The feed of a system, its metrics, and an operator. */
async function startFeed() {
  const system = keep(await startSystem({ services: ['gateway'] }))
  const monitor = createMonitor('notifications')
  const { log, lines } = createCapturedLog()
  const [rabbitUrl, mongoUri] = [serverUrl('RABBITMQ_URL'), serverUrl('MONGODB_URI')]
  const { system: name, storageSecret } = system
  const config = { system: name, rabbitUrl, mongoUri, storageSecret, keys: system.keysOf('notifications') }
  keep(await createNotifications({ ...config, allowedNetworks: [] }, log, monitor))
  const { api } = await system.createClient()
  const { broker } = await connectBroker(name)
  const channel = await openChannel()
  const deadLetters = deadLetterQueueOf(`${name}.${eventQueues.changes}`)
  onTestFinished(async () => void (await channel.deleteQueue(deadLetters)))
  return {
    broker,
    ctl: keep(createCtlWorld(system)),
    /** Publishes a message with this body, as no process of the system does. */
    publishRaw: (subject: string, body: string) => channel.publish(`${name}.events`, subject, Buffer.from(body)),
    inFeed: async () => (await api.notifications.listChanges({})).body.value.map(({ id }) => id),
    waiting: async () => (await channel.checkQueue(`${name}.${eventQueues.changes}`)).messageCount,
    parked: async () => (await channel.checkQueue(deadLetters)).messageCount,
    async counted() {
      const samples = parsePrometheusText(await monitor.registry.metrics())
      return samples.find((sample) => sample.name === 'inventory_events_dead_lettered_total')?.value
    },
    lines,
  }
}

const anEvent = (id: string = randomUUID()) => ({ id, ...aStockEvent(1) })

/** An event whose record in the feed has a byte more than the database takes, and whose message has fewer. */
function tooLarge() {
  const event = anEvent()
  const { payload } = event
  const wids = Array.from({ length: 600_000 }, () => 1)
  const at = new Date(payload.at)
  const record = { _id: 1, eventId: event.id, type: event.subject, at, wids, data: payload.data }
  const remark = 'x'.repeat(MAX_DOCUMENT_BYTES + 1 - calculateObjectSize(record))
  return { ...event, payload: { ...payload, wids, data: { ...payload.data, remark } } }
}

test.each([
  ['whose record would be larger than 16 MB', tooLarge],
  [
    'that no answer could hold',
    () => {
      const event = anEvent()
      const data = { ...event.payload.data, remark: 'x'.repeat(14.1 * 1024 * 1024) }
      return { ...event, payload: { ...event.payload, data } }
    },
  ],
  [
    'whose date no Date can have',
    () => {
      const event = anEvent()
      return { ...event, payload: { ...event.payload, at: '+275760-09-14T00:00:00.000Z' } }
    },
  ],
])(
  'an event %s is set aside, counted, shown and repeated; the others of its batch are in the feed',
  async (_, make) => {
    const { broker, ctl, inFeed, waiting, parked, counted, lines } = await startFeed()
    const bad = make()
    const good = [anEvent(), anEvent(), anEvent()]
    const [first, ...others] = good
    await broker.publish([first, bad, ...others].flatMap((event) => event ?? []))
    const ids = good.map(({ id }) => id)
    await expect.poll(inFeed).toEqual(ids)
    await expect.poll(parked).toBe(1)
    await expect.poll(waiting).toBe(0)
    await expect.poll(counted).toBe(1)
    await expect.poll(() => lines.filter(({ level }) => level >= 50)).toMatchObject([{ eventId: bad.id }])
    const letter = { queue: eventQueues.changes, id: bad.id, subject: bad.subject }
    expect(await ctl.json('dead-letter', 'list')).toMatchObject([letter])
    // It fails, since there are no other services.
    const { stdout } = await ctl.run('status', '--json')
    const reasons = expect.arrayContaining([expect.stringContaining('1 events could not be handled')])
    const shown = { service: 'notifications', change_dead_letters: 1, reasons }
    expect(JSON.parse(stdout)).toContainEqual(expect.objectContaining(shown))
    expect(await ctl.json('dead-letter', 'repeat', bad.id)).toEqual({ repeated: 1 })
    await expect.poll(counted).toBe(2)
    await expect.poll(parked).toBe(1)
    expect(await inFeed()).toEqual(ids)
  },
)

test('an event with the last possible date is in the feed', async () => {
  const { broker, inFeed } = await startFeed()
  const event = anEvent()
  await broker.publish([{ ...event, payload: { ...event.payload, at: '+275760-09-13T00:00:00.000Z' } }])
  await expect.poll(inFeed).toEqual([event.id])
})

test('an event nested too deeply to be written as JSON is set aside with its message, whose others are in the feed once', async () => {
  const { publishRaw, ctl, inFeed, parked, counted, waiting, lines } = await startFeed()
  const good = [anEvent(), anEvent()]
  const bad = anEvent()
  const deep = `${'{"a":'.repeat(LEVELS)}1${'}'.repeat(LEVELS)}`
  const events = [good[0], { ...bad, payload: { at: 0 } }, good[1]]
  publishRaw(bad.subject, JSON.stringify(events).replace('"at":0', `"at":${deep}`))
  const ids = good.map(({ id }) => id)
  await expect.poll(parked).toBe(1)
  await expect.poll(waiting).toBe(0)
  await expect.poll(inFeed).toEqual(ids)
  await expect.poll(() => lines.filter(({ level }) => level >= 50)).toMatchObject([{ eventId: bad.id }])
  expect(await ctl.json('dead-letter', 'list')).toMatchObject([{ queue: eventQueues.changes }])
  expect(await ctl.json('dead-letter', 'repeat')).toEqual({ repeated: 1 })
  await expect.poll(counted).toBe(2)
  await expect.poll(parked).toBe(1)
  expect(await inFeed()).toEqual(ids)
})

// No event of the contract is nested so deeply: what it does not name is left out.
test('a record nested more deeply than the database takes is refused alone, also in a batch with others', async () => {
  const connection = await connectDatabase()
  const changes = createChangeModel(connection)
  const sequence = createSequence(connection)
  await migrate(connection)
  await sequence.prepare()
  const { append } = createSequencer(connection, changes, sequence)
  const nested = (levels: number): unknown => (levels === 0 ? 1 : { a: nested(levels - 1) })
  // With the record itself, one level more.
  const events = [1, MAX_LEVELS - 1, MAX_LEVELS, 1].map((levels) => {
    const event = anEvent()
    // Other data than the type of the event has.
    return { ...event, payload: { ...event.payload, data: nested(levels) as typeof event.payload.data } }
  })
  const outcomes = await Promise.allSettled(events.map(append))
  const done = { status: 'fulfilled' }
  expect(outcomes).toMatchObject([done, done, { status: 'rejected', reason: { code: 15 } }, done])
  const stored = await changes.find().sort({ _id: 1 }).lean()
  expect(stored.map(({ _id, eventId }) => [_id, eventId])).toEqual(
    [0, 1, 3].map((index, position) => [position + 1, events[index]?.id]),
  )
})
