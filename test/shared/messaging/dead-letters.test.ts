import { expect, onTestFinished, test } from 'vitest'
import { deadLetterQueueOf } from '../../../shared/contract/events.ts'
import { subscribe } from '../../../shared/messaging/events/subscribe.ts'
import { aStockEvent } from '../../support/records/factories.ts'
import { connectBroker, openChannel } from '../../support/servers/amqp.ts'
import { uniqueSystem } from '../../support/servers/system-name.ts'

const anEvent = (transactionNo: number) => ({ id: `event ${transactionNo}`, ...aStockEvent(transactionNo) })

/** The dead letters of the queue `stock`. */
async function deadLettersOf(system: string) {
  const channel = await openChannel()
  const queue = deadLetterQueueOf(`${system}.stock`)
  onTestFinished(async () => void (await channel.deleteQueue(queue)))
  return { channel, queue, count: async () => (await channel.checkQueue(queue)).messageCount }
}

test('an event that always fails is set aside, counted and logged; the others of its message are handled once', async () => {
  const system = uniqueSystem()
  let counted = 0
  const { broker, lines } = await connectBroker(system, undefined, { onDeadLetter: () => counted++ })
  const handled: number[] = []
  let isMended = false
  await subscribe(broker, 'stock', 'inventory.received', async ({ data: { transactionNo } }) => {
    if (transactionNo === 2 && !isMended) throw new Error('the database refuses it')
    handled.push(transactionNo)
  })
  await broker.publish([anEvent(1), anEvent(2), anEvent(3)])
  const { channel, queue, count } = await deadLettersOf(system)
  await expect.poll(count).toBe(1)
  await expect.poll(async () => (await channel.checkQueue(`${system}.stock`)).messageCount).toBe(0)
  await expect.poll(() => [handled, counted]).toEqual([[1, 3], 1])
  await expect.poll(() => lines.filter(({ level }) => level >= 50)).toMatchObject([{ eventId: 'event 2' }])

  // Put back when its cause is mended, it is handled.
  isMended = true
  const message = await channel.get(queue)
  if (!message) throw new Error('There is no dead letter')
  expect(message.properties.headers).toMatchObject({ error: 'Error: the database refuses it' })
  channel.sendToQueue(`${system}.stock`, message.content)
  channel.ack(message)
  await expect.poll(() => handled).toEqual([1, 3, 2])
})

test('an event that fails because something is away is tried again until it is back', async () => {
  const system = uniqueSystem()
  const { broker } = await connectBroker(system, undefined, { isUnavailable: () => true })
  let tries = 0
  await subscribe(broker, 'stock', 'inventory.received', async () => {
    if (++tries < 8) throw new Error('away')
  })
  await broker.publish([anEvent(1)])
  await expect.poll(() => tries).toBe(8)
  expect(await (await deadLettersOf(system)).count()).toBe(0)
})

test('what is no message of events is set aside as it is', async () => {
  const system = uniqueSystem()
  const { broker } = await connectBroker(system)
  await subscribe(broker, 'stock', 'inventory.received', async () => undefined)
  const { channel, queue, count } = await deadLettersOf(system)
  channel.sendToQueue(`${system}.stock`, Buffer.from('nonsense'))
  await expect.poll(count).toBe(1)
  expect(await channel.get(queue, { noAck: true })).toMatchObject({ content: Buffer.from('nonsense') })
})
