import { expect, test } from 'vitest'
import { createRuns } from '../../../../services/reporting/runs/runs.ts'
import { createLog } from '../../../../shared/process/log.ts'
import { refusal } from '../../../support/checks/probe.ts'
import { unique } from '../../../support/records/factories.ts'
import { connectDatabase } from '../../../support/servers/database.ts'

const AT = new Date('2026-01-31T10:00:00Z')
const LONG_MS = 20_000
const soon = (ms = LONG_MS) => Date.now() + ms

async function open() {
  const connection = await connectDatabase(unique('runs'))
  const runs = createRuns(connection, createLog('test', 'silent'))
  const stored = async (collection: string) => (await connection.collection(collection).find().toArray()).length
  /** A report of one row that goes on when it is let. */
  const ask = (client: string, key: string, go: Promise<unknown> = Promise.resolve(), ms = LONG_MS, isWhole = true) => {
    const rows = async function* () {
      await go
      yield { day: '2026-01-31' }
    }
    const work = { client, rows: rows(), summed: [], isWhole: async () => isWhole }
    return runs.make({ key, generation: 1, sequence: 1, at: AT }, work, soon(ms))
  }
  return { connection, runs, stored, ask }
}

test('one client asks for many reports that take long, and the small one of another client is made at once (S8)', async () => {
  const { ask, stored } = await open()
  let finish = () => {}
  const slow = new Promise<void>((resolve) => {
    finish = resolve
  })
  const many = Array.from({ length: 9 }, (_, index) => ask('greedy', `slow ${index}`, slow, 1_000))
  const refused = Promise.allSettled(many)
  expect(await ask('other', 'small')).toMatchObject({ count: 1, client: 'other' })
  // Those that nobody waits for any more when their turn comes are not begun.
  expect((await refused).every(({ status }) => status === 'rejected')).toBe(true)
  finish()
  expect(await ask('greedy', 'last')).toMatchObject({ count: 1 })
  await expect.poll(() => stored('runs')).toBe(3)
})

test('a client for whom many rows are kept is refused more of them, others are not (S8)', async () => {
  const { ask, connection } = await open()
  const kept = { _id: 'kept' as never, client: 'greedy', key: 'k', count: 2_000_000, made: new Date() }
  await connection.collection('runs').insertOne(kept)
  expect(await refusal(ask('greedy', 'more'))).toMatchObject({
    code: 'conflict',
    message: 'The reports of this client have 2,000,000 rows, which are kept for 24 hours. Ask for less, or later.',
  })
  expect(await ask('other', 'more')).toMatchObject({ count: 1 })
})

test('a report that has read what was dropped meanwhile is not kept: its request may be repeated', async () => {
  const { ask, stored } = await open()
  expect(await refusal(ask('anna', 'stale', Promise.resolve(), LONG_MS, false))).toMatchObject({
    code: 'service_unavailable',
  })
  expect([await stored('runs'), await stored('runParts')]).toEqual([0, 0])
})
