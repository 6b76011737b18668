import { describe, expect, test } from 'vitest'
import { createChangeModel } from '../../../../services/notifications/feed/change.model.ts'
import { firstSince, lastUntil, latestUpTo } from '../../../../services/notifications/feed/feed-times.ts'
import { insertDirectly } from '../../../../shared/database/unit-of-work.ts'
import { createRandom } from '../../../support/records/seeded.ts'
import { aDatabase, connectDatabase } from '../../../support/servers/database.ts'
import { useWebhookWorld } from '../webhook-world.ts'

const { world, client } = await useWebhookWorld()
const { replayWebhook, getWebhookReplay, listChanges } = client.api.notifications

/** A webhook, and the changes of the feed. */
async function prepare() {
  const receiver = await world.newReceiver()
  const { rec } = await world.newWebhook(client, receiver.url)
  for (let receipt = 0; receipt < 4; receipt++) await world.receive()
  const changes = (await receiver.take(4)).map(({ body }) => JSON.parse(body))
  changes.sort((one, other) => one.sequence - other.sequence)
  const { next: end } = (await listChanges({ since: 'latest' })).body
  return { rec, changes, end }
}

describe('The range of a replay', () => {
  test('is given by times, both included', async () => {
    const { rec, changes, end } = await prepare()
    const [, second, third] = changes
    const given = { rec, fromTime: second.timestamp, toTime: third.timestamp }
    const range = { fromSequence: second.sequence, toSequence: third.sequence }
    expect(await replayWebhook(given)).toMatchObject({ status: 200, body: range })
    const ended = async () => (await getWebhookReplay({ rec })).body
    await expect.poll(ended, { timeout: 10_000 }).toMatchObject({ status: 'done', delivered: 2 })
    const today = second.timestamp.slice(0, 10)
    const ofDay = (await replayWebhook({ rec, fromTime: today, toTime: today })).body
    expect(ofDay.toSequence).toBeGreaterThanOrEqual(third.sequence)
    await expect.poll(ended, { timeout: 10_000 }).toMatchObject({ status: 'done' })
    const later = { rec, fromTime: second.timestamp, toTime: '2100-01-01' }
    expect((await replayWebhook(later)).body).toMatchObject({ fromSequence: second.sequence, toSequence: end })
  })

  test('is empty between two changes', async () => {
    const { rec, changes, end } = await prepare()
    const between = new Date(Date.parse(changes[3].timestamp) + 1).toISOString()
    await world.receive()
    await expect.poll(async () => (await listChanges({ since: 'latest' })).body.next).toBeGreaterThan(end)
    const gap = { rec, fromTime: between, toTime: between }
    const { status, body } = await replayWebhook(gap)
    expect([status, body.toSequence]).toEqual([200, body.fromSequence - 1])
    const ended = async () => (await getWebhookReplay({ rec })).body
    await expect.poll(ended, { timeout: 10_000 }).toMatchObject({ status: 'done', delivered: 0 })
  })

  test('that makes no sense is refused by its fields', async () => {
    const { rec, changes, end } = await prepare()
    const { sequence: last, timestamp } = changes[3]
    const beyond = `must not be beyond the end of the feed, which is ${end}.`
    const cases: [Record<string, unknown>, Record<string, string[]>][] = [
      [{}, { fromSequence: ['The fromSequence field is required.'] }],
      [
        { fromSequence: 1, fromTime: timestamp },
        { fromTime: ['The field fromTime must not be given with fromSequence.'] },
      ],
      [
        { fromSequence: 1, toSequence: 2, toTime: timestamp },
        { toTime: ['The field toTime must not be given with toSequence.'] },
      ],
      [{ fromSequence: 0 }, { fromSequence: ['The field fromSequence must be 1 or greater.'] }],
      [{ fromSequence: 'one' }, { fromSequence: ['The field fromSequence must be an integer.'] }],
      [{ fromTime: 'yesterday' }, { fromTime: ['The field fromTime must be an ISO 8601 date or date-time.'] }],
      [{ fromSequence: 3, toSequence: 2 }, { toSequence: ['The field toSequence must not be before fromSequence.'] }],
      [{ fromTime: '2026-02-01', toTime: '2026-01-31' }, { toTime: ['The field toTime must not be before fromTime.'] }],
      [
        { fromTime: timestamp, toSequence: last - 1 },
        { toSequence: ['The field toSequence must not be before fromTime.'] },
      ],
      [
        { fromSequence: last, toTime: changes[0].timestamp },
        { toTime: ['The field toTime must not be before fromSequence.'] },
      ],
      [{ fromSequence: end + 1 }, { fromSequence: [`The field fromSequence ${beyond}`] }],
      [{ fromTime: '2100-01-01' }, { fromTime: [`The field fromTime ${beyond}`] }],
      [{ fromSequence: 1, toSequence: end + 1 }, { toSequence: [`The field toSequence ${beyond}`] }],
      [
        { fromSequence: 1, types: ['inventory.lent'] },
        { types: [expect.stringMatching(/must be one of inventory\./)] },
      ],
      [{ fromSequence: 1, types: [] }, { types: ['The field types must name at least one event type.'] }],
    ]
    for (const [given, details] of cases) {
      // Some of them do not fit the types.
      const { status, body } = await replayWebhook({ rec, ...given } as { rec: number })
      expect([status, body], JSON.stringify(given)).toEqual([
        400,
        { statusCode: 400, error: 'validation_error', message: 'Model validation failed.', details },
      ])
    }
    expect(await getWebhookReplay({ rec })).toMatchObject({ status: 404 })
  })
})

test('changes that entered the feed late are in the range of their times', async () => {
  const connection = await connectDatabase(aDatabase())
  const changes = createChangeModel(connection)
  const random = createRandom(7)
  const start = Date.parse('2026-01-31T09:30:00Z')
  const end = 60
  const times = Array.from({ length: end }, (_, index) => start + index * 200 - Math.floor(random() * 3_000))
  const records = times.map((at, index) => ({
    _id: index + 1,
    eventId: `event ${index}`,
    type: 'item.created' as const,
    at: new Date(at),
    wids: [1],
    data: {},
  }))
  await insertDirectly(changes, records)
  for (const moment of [start - 10_000, ...times.map((at, index) => at + (index % 2)), start + 10_000]) {
    const first = times.findIndex((at) => at >= moment)
    expect(await firstSince(changes, end, new Date(moment))).toBe(first < 0 ? undefined : first + 1)
    expect(await lastUntil(changes, end, new Date(moment))).toBe(times.findLastIndex((at) => at <= moment) + 1)
  }
  for (let sequence = 1; sequence <= end; sequence++)
    expect(await latestUpTo(changes, sequence)).toEqual(new Date(Math.max(...times.slice(0, sequence))))
  expect(await latestUpTo(changes, 0)).toBeUndefined()
})
