import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { deadLetterQueueOf, eventQueues } from '../../../../shared/contract/events.ts'
import { keep } from '../../../support/keep.ts'
import { connectBroker, openChannel } from '../../../support/servers/amqp.ts'
import { connectDatabase } from '../../../support/servers/database.ts'
import { startSystem } from '../../../support/system/system.ts'

const anEvent = (partNo: number, more: object = {}) => {
  const item = { partNo, version: 1, shortID: `ITEM-${partNo}`, aliases: [], description: '', dfltOwner: 0 }
  return { id: randomUUID(), subject: 'catalog.item.changed', payload: { ...item, discontinued: false, ...more } }
}

/** News of an item whose copy is larger than a document may be, while its message is not. */
const tooLarge = (partNo: number, version: number) =>
  anEvent(partNo, { version, aliases: Array.from({ length: 150_000 }, () => 'a'.repeat(100)) })

test('news of items that the database refuses is set aside; that of the others is learned, of new ones too', async () => {
  const { system, logLines } = keep(await startSystem({ services: ['inventory'] }))
  const { broker } = await connectBroker(system)
  const channel = await openChannel()
  const deadLetters = deadLetterQueueOf(`${system}.${eventQueues.items}`)
  onTestFinished(async () => void (await channel.deleteQueue(deadLetters)))
  const items = (await connectDatabase(`${system}-inventory`)).collection<{ _id: number; version: number }>('items')
  const versions = async () => (await items.find().sort({ _id: 1 }).toArray()).map(({ _id, version }) => [_id, version])

  await broker.publish([anEvent(1), anEvent(2)])
  await expect.poll(versions).toEqual([
    [1, 1],
    [2, 1],
  ])
  const refused = [tooLarge(2, 2), tooLarge(4, 1)]
  await broker.publish([anEvent(1, { version: 2 }), ...refused, anEvent(3), anEvent(5)])
  await expect.poll(async () => (await channel.checkQueue(deadLetters)).messageCount).toBe(2)
  await expect.poll(versions).toEqual([
    [1, 2],
    [2, 1],
    [3, 1],
    [5, 1],
  ])
  const reported = () => logLines.filter(({ level }) => level >= 50).map(({ eventId }) => eventId)
  await expect.poll(() => reported().toSorted()).toEqual(refused.map(({ id }) => id).toSorted())
})
