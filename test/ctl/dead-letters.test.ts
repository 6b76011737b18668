import { expect, onTestFinished, test } from 'vitest'
import { deadLetterQueueOf } from '../../shared/contract/events.ts'
import { subscribe } from '../../shared/messaging/events/subscribe.ts'
import { aStockEvent } from '../support/records/factories.ts'
import { connectBroker, openChannel } from '../support/servers/amqp.ts'
import { uniqueSystem } from '../support/servers/system-name.ts'
import { createKeys } from '../support/system/keys.ts'
import { createCtlWorld } from './ctl-world.ts'

const QUEUE = 'notifications.changes'
const anEvent = (transactionNo: number) => ({ id: `event ${transactionNo}`, ...aStockEvent(transactionNo) })

/** A consumer that fails on the transactions of `failing`, with those in its dead-letter queue; and an operator. */
async function aWorldWith(failing: Set<number>) {
  const system = uniqueSystem()
  const { broker } = await connectBroker(system)
  const handled: number[] = []
  const stop = await subscribe(broker, QUEUE, 'inventory.received', async ({ data: { transactionNo } }) => {
    if (failing.has(transactionNo)) throw new Error('the database refuses it')
    handled.push(transactionNo)
  })
  await broker.publish([...failing].map(anEvent))
  const ctl = createCtlWorld({ system, keysOf: createKeys() })
  onTestFinished(() => ctl[Symbol.asyncDispose]())
  const channel = await openChannel()
  const waiting = async () => (await channel.checkQueue(deadLetterQueueOf(`${system}.${QUEUE}`))).messageCount
  await expect.poll(waiting, { timeout: 20_000 }).toBe(failing.size)
  onTestFinished(async () => void (await channel.deleteQueue(deadLetterQueueOf(`${system}.${QUEUE}`))))
  return { system, ctl, channel, handled, waiting, stop }
}

test('the operator sees the events that could not be handled and the reasons, any number of times, and repeats one or all of them', async () => {
  const failing = new Set([1, 2, 3])
  const { system, ctl, channel, handled, waiting } = await aWorldWith(failing)
  channel.sendToQueue(deadLetterQueueOf(`${system}.${QUEUE}`), Buffer.from('nonsense'))
  await expect.poll(waiting).toBe(4)
  const letter = { queue: QUEUE, subject: 'inventory.received', error: 'Error: the database refuses it' }
  const expected = [1, 2, 3].map((no) => ({ ...letter, id: `event ${no}`, at: expect.stringMatching(/^\d{4}-.*Z$/) }))
  const unreadable = { queue: QUEUE, at: '', subject: null, id: null, error: '' }
  expect(await ctl.json('dead-letter', 'list')).toHaveLength(4)
  await expect.poll(waiting).toBe(4)
  const list = async () => (await ctl.json('dead-letter', 'list', '--queue', QUEUE)) as { id: string | null }[]
  expect((await list()).toSorted((a, b) => String(a.id).localeCompare(String(b.id)))).toEqual([...expected, unreadable])
  expect(await ctl.json('dead-letter', 'list', '--queue', 'inventory.items')).toEqual([])

  await expect.poll(waiting).toBe(4)
  failing.clear()
  expect(await ctl.json('dead-letter', 'repeat', 'event 2')).toEqual({ repeated: 1 })
  await expect.poll(() => handled).toEqual([2])
  await expect.poll(waiting).toBe(3)
  const again = await ctl.run('dead-letter', 'repeat', 'event 2', '--json')
  expect([again.exitCode, JSON.parse(again.stderr).message]).toEqual([
    1,
    'There is no dead letter event 2 among the oldest 200.',
  ])
  await expect.poll(waiting).toBe(3)
  expect(await ctl.json('dead-letter', 'repeat', '--queue', QUEUE)).toEqual({ repeated: 3 })
  await expect.poll(() => handled.toSorted()).toEqual([1, 2, 3])
  // What is no event is set aside again.
  await expect.poll(waiting).toBe(1)
})

test('a dead letter that was shown often is stored anew before RabbitMQ would drop it', async () => {
  const { system, ctl, channel, waiting } = await aWorldWith(new Set([1]))
  const failure = { error: 'Error: the database refuses it', at: expect.stringMatching(/^\d{4}-.*Z$/) }
  for (let count = 0; count < 12; count++) {
    await expect.poll(waiting).toBe(1)
    expect(await ctl.json('dead-letter', 'list')).toMatchObject([{ id: 'event 1', ...failure }])
  }
  await expect.poll(waiting).toBe(1)
  const message = await channel.get(deadLetterQueueOf(`${system}.${QUEUE}`))
  if (!message) throw new Error('There is no dead letter')
  expect(message.properties.headers?.['x-delivery-count']).toBeLessThan(10)
})

test('a dead letter stays where it is if its queue is gone', async () => {
  const { system, ctl, channel, waiting, stop } = await aWorldWith(new Set([1]))
  await stop[Symbol.asyncDispose]()
  await channel.deleteQueue(`${system}.${QUEUE}`)
  expect(await ctl.run('dead-letter', 'repeat')).toMatchObject({
    exitCode: 1,
    stderr: `There is no queue ${system}.${QUEUE}: start the service that takes from it.\n`,
  })
  await expect.poll(waiting).toBe(1)
})
