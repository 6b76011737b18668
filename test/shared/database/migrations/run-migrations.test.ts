import type { Connection } from 'mongoose'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createLease } from '../../../../shared/database/lease.ts'
import { inRanges, type Migration } from '../../../../shared/database/migrations/migration.ts'
import {
  planMigrations,
  runMigrations,
  skipMigrations,
  type UpdateStep,
} from '../../../../shared/database/migrations/run-migrations.ts'
import { createCapturedLog } from '../../../support/checks/captured-log.ts'
import { aDatabase, connectDatabase } from '../../../support/servers/database.ts'

interface Note {
  readonly _id: number
  readonly text?: string
  readonly words?: readonly string[]
  readonly times?: number
}

const ofOldShape = { words: { $exists: false } }
const NOTES = 10
const AT_ONCE = 3
class Killed extends Error {}

const notesIn = (connection: Connection) => connection.collection<Note>('notes')

/** Notes of an earlier version, whose text becomes a list of words. `killAfter` batches the process is killed. */
async function aWorld(connection?: Connection) {
  const database = connection ?? (await connectDatabase())
  const notes = notesIn(database)
  if (!connection)
    await notes.insertMany(Array.from({ length: NOTES }, (_, index) => ({ _id: index + 1, text: `note ${index}` })))
  const { log, lines } = createCapturedLog()
  const starts: unknown[] = []
  const migration = (killAfter = Number.POSITIVE_INFINITY, more: Partial<Migration> = {}): Migration => ({
    name: '1.1.0-words',
    removableIn: '3.0.0',
    count: () => notes.countDocuments(ofOldShape),
    async *run(after) {
      starts.push(after)
      const toWords = async (range: object) => {
        const change = [
          { $set: { words: { $split: ['$text', ' '] }, times: { $add: [{ $ifNull: ['$times', 0] }, 1] } } },
        ]
        return (await notes.updateMany({ ...range, ...ofOldShape }, change)).modifiedCount
      }
      let batches = 0
      for await (const batch of inRanges<number>(database, 'notes', after, toWords, AT_ONCE)) {
        // What was written last is not recorded.
        if (batches++ === killAfter) throw new Killed()
        yield batch
      }
    },
    ...more,
  })
  const run = (one: Migration, step: UpdateStep = 'before') => runMigrations(database, [one], { log, step })
  const old = () => notes.countDocuments(ofOldShape)
  return { database, notes, migration, run, old, starts, log, lines }
}

test('a migration changes each record once, says so, and is never run again', async () => {
  const { migration, run, notes, starts, lines } = await aWorld()
  await run(migration())
  await run(migration(), 'after')
  await run(migration(), 'unknown')
  expect(await notes.find({ words: ['note', '0'] }).toArray()).toHaveLength(1)
  expect(await notes.countDocuments({ times: 1 })).toBe(NOTES)
  expect(starts).toHaveLength(1)
  expect(lines).toContainEqual(expect.objectContaining({ msg: 'Migrated', migration: '1.1.0-words', changed: NOTES }))
})

test.each([0, 1, 2, 3])(
  'killed behind %i batches, it goes on behind what was recorded, and changes nothing twice',
  async (at) => {
    const { migration, run, notes, old, starts } = await aWorld()
    await expect(run(migration(at))).rejects.toThrow(Killed)
    expect(await old()).toBe(Math.max(0, NOTES - (at + 1) * AT_ONCE))
    await run(migration())
    expect(starts).toEqual([undefined, at === 0 ? undefined : at * AT_ONCE])
    expect(await notes.countDocuments({ times: 1 })).toBe(NOTES)
  },
)

test('of two processes that start together the second waits until the first is done', async () => {
  const database = aDatabase()
  const one = await connectDatabase(database)
  const first = await aWorld(one)
  await first.notes.insertMany([{ _id: 1, text: 'a b' }])
  const second = await aWorld(await connectDatabase(database))
  let finish: () => void = () => {}
  const held = new Promise<void>((resolve) => {
    finish = resolve
  })
  const migration = first.migration()
  const waiting: Migration = {
    ...migration,
    async *run(after) {
      await held
      yield* migration.run(after)
    },
  }
  const [running, other] = [first.run(waiting), second.run(second.migration())]
  const says = () => [...first.lines, ...second.lines].map(({ msg }) => msg)
  await expect.poll(says, { timeout: 10_000 }).toContain('Waiting for another process, which migrates')
  finish()
  await Promise.all([running, other])
  expect(await first.notes.findOne()).toMatchObject({ words: ['a', 'b'], times: 1 })
  expect([...first.starts, ...second.starts]).toHaveLength(1)
})

test('a process that was killed holds the next one up no longer than its lease lasts', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const { database, migration, run, old } = await aWorld()
  const killed = createLease(database, 'migrations')
  await killed.prepare()
  expect(await killed.hold()).toBe(true)
  vi.advanceTimersByTime(11_000)
  await run(migration())
  expect(await old()).toBe(0)
})

test('a process whose lease was taken over records nothing more', async () => {
  const { database, migration, run } = await aWorld()
  const one = migration()
  const robbed: Migration = {
    ...one,
    async *run(after) {
      const batches = one.run(after)
      await database
        .collection('leases')
        .updateOne({}, { $set: { holder: 'another', until: new Date(Date.now() + 8_000) } })
      // As long as it is sure of the lease it does not ask.
      vi.spyOn(performance, 'now').mockReturnValue(Number.MAX_SAFE_INTEGER)
      yield* batches
    },
  }
  onTestFinished(() => void vi.restoreAllMocks())
  await expect(run(robbed)).rejects.toThrow('Another process has taken over the migration 1.1.0-words')
  expect(await database.collection('migrations').countDocuments()).toBe(0)
})

test('what the version before stores too is changed again when the update is over, once', async () => {
  const { database, migration, run, notes, old, starts } = await aWorld()
  const repeated = migration(undefined, { isRepeated: true })
  await run(repeated, 'before')
  await notes.insertOne({ _id: 0, text: 'from the version before' })
  await run(repeated, 'before')
  await run(repeated, 'unknown')
  expect([await old(), starts.length]).toEqual([1, 1])
  await run(repeated, 'after')
  await run(repeated, 'after')
  expect([await old(), starts]).toEqual([0, [undefined, undefined]])
  expect(await database.collection('migrations').findOne()).toMatchObject({ changed: NOTES + 1, isFinal: true })
})

test('without word of the end of an update, that is taken for over after a day', async () => {
  const { database, migration, run, notes, old } = await aWorld()
  const repeated = migration(undefined, { isRepeated: true })
  await run(repeated, 'unknown')
  await notes.insertOne({ _id: 0, text: 'from the version before' })
  const dayAgo = new Date(Date.now() - 25 * 3_600_000)
  await database.collection('migrations').updateOne({}, { $set: { doneAt: dayAgo } })
  await run(repeated, 'unknown')
  expect(await old()).toBe(0)
})

test('a dry run says how many records would change, and changes nothing', async () => {
  const { database, migration, log, lines, old } = await aWorld()
  await planMigrations(database, [migration()], { log, step: 'before' })
  expect(lines).toContainEqual(
    expect.objectContaining({ msg: 'Would migrate', migration: '1.1.0-words', records: NOTES }),
  )
  expect(await old()).toBe(NOTES)
  expect((await database.listCollections()).map(({ name }) => name)).toEqual(['notes'])
})

test('nothing is migrated in a new database, not even later', async () => {
  const { database, migration, run, old, starts } = await aWorld()
  await skipMigrations(database, [migration()])
  await run(migration(), 'after')
  expect([await old(), starts]).toEqual([NOTES, []])
})
