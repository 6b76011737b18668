import { afterAll, beforeAll, expect, test } from 'vitest'
import { MAX_EVENTS, notifications } from '../../../shared/contract/notifications/notifications.ts'
import { connectDatabase } from '../../support/servers/database.ts'
import { startSystem, type TestSystem } from '../../support/system/system.ts'

let system: TestSystem
beforeAll(async () => {
  system = await startSystem({ services: ['notifications'] })
})
afterAll(() => system[Symbol.asyncDispose]())

const QUARTER_MEGABYTE = 250_000

test('events are read in parts that fit into a message, without a gap', async () => {
  const database = await connectDatabase(`${system.system}-notifications`)
  const changes = Array.from({ length: 12 }, (_, index) => ({
    _id: index + 1,
    eventId: `event-${index + 1}`,
    type: 'item.updated',
    at: new Date(index),
    wids: [-1],
    data: { shortID: `ITEM-${index + 1}`, description: 'x'.repeat(QUARTER_MEGABYTE) },
  }))
  await database.collection<(typeof changes)[number]>('changes').insertMany(changes)
  await database.collection<{ _id: string }>('sequences').updateOne({ _id: 'changes' }, { $set: { last: 12 } })

  const read: number[] = []
  let deps = 0
  for (let since = 0, hasMore = true; hasMore; deps++) {
    const part = await system.call(notifications.readEvents, { since, limit: MAX_EVENTS })
    read.push(...part.value.map(({ sequence }) => sequence))
    since = part.next
    hasMore = part.hasMore
  }
  expect(read).toEqual(changes.map(({ _id }) => _id))
  expect(deps).toBe(3)
  const { value, next, hasMore } = await system.call(notifications.readEvents, { since: 11, limit: MAX_EVENTS })
  expect(value).toMatchObject([{ sequence: 12, id: 'event-12', type: 'item.updated', at: new Date(11).toISOString() }])
  expect({ next, hasMore }).toEqual({ next: 12, hasMore: false })
  expect(await system.call(notifications.readEvents, { since: 12, limit: 1 })).toEqual({
    value: [],
    next: 12,
    hasMore: false,
  })
})
