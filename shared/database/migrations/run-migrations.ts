import { setTimeout as delay } from 'node:timers/promises'
import type { Connection, mongo } from 'mongoose'
import { DAY_MS } from '../../day.ts'
import type { Logger } from '../../process/log.ts'
import { createRepeatingTask } from '../../process/repeating-task.ts'
import { present, presentMs } from '../../process/time/clock.ts'
import { isDuplicateKey } from '../database-errors.ts'
import { createLease, type Lease } from '../lease.ts'
import type { Migration, Position } from './migration.ts'

const WAIT_MS = 500
const RENEWAL_MS = 2_000
const PROGRESS_MS = 5_000
/** An update lasts no longer: what the version before may have stored meanwhile is then complete. */
export const LONGEST_UPDATE_MS = DAY_MS

/**
 * Where in an update a migration runs: `before` processes of the version before are replaced, `after` the last of them has
 * ended, or `unknown`, when a process starts.
 */
export type UpdateStep = 'before' | 'after' | 'unknown'

/** How far a migration has come. */
interface Progress {
  readonly _id: string
  readonly position?: Position
  /** Records that it has changed. */
  readonly changed: number
  readonly doneAt?: Date
  /** It is never run again. */
  readonly isFinal?: boolean
}

const progressIn = (connection: Connection) => connection.collection<Progress>('migrations')

interface MigrationRun {
  readonly log: Logger
  readonly step: UpdateStep
}

/** Runs the migrations that are due, one after the other. Another process that starts meanwhile waits for their end. */
export async function runMigrations(
  connection: Connection,
  migrations: readonly Migration[],
  { log, step }: MigrationRun,
): Promise<void> {
  if ((await findDue(connection, migrations, step)).length === 0) return
  const lease = createLease(connection, 'migrations')
  await lease.prepare()
  if (!(await lease.hold())) log.info('Waiting for another process, which migrates')
  while (!(await lease.hold())) await delay(WAIT_MS)
  const options = { intervalMs: RENEWAL_MS, log, failure: 'The lease of the migrations was not renewed' }
  const renewal = createRepeatingTask(async () => void (await lease.hold()), options)
  try {
    for (const due of await findDue(connection, migrations, step)) await run(connection, due, { lease, log, step })
  } finally {
    await renewal[Symbol.asyncDispose]()
    await lease.release()
  }
}

interface Due {
  readonly migration: Migration
  readonly progress: Progress | undefined
}

async function findDue(connection: Connection, migrations: readonly Migration[], step: UpdateStep): Promise<Due[]> {
  const names = migrations.map(({ name }) => name)
  const known = await progressIn(connection)
    .find({ _id: { $in: names } })
    .toArray()
  return migrations
    .map((migration) => ({ migration, progress: known.find(({ _id }) => _id === migration.name) }))
    .filter(({ progress }) => isDue(progress, step))
}

function isDue(progress: Progress | undefined, step: UpdateStep): boolean {
  if (!progress?.doneAt) return true
  if (progress.isFinal) return false
  return step === 'after' || progress.doneAt.getTime() < presentMs() - LONGEST_UPDATE_MS
}

async function run(
  connection: Connection,
  { migration, progress }: Due,
  { lease, log, step }: MigrationRun & { readonly lease: Lease },
): Promise<void> {
  const { name, isRepeated = false } = migration
  const begun = performance.now()
  let saidAt = begun
  let changed = progress?.changed ?? 0
  const save = (position: Position | undefined, done: Partial<Progress> = {}) => {
    const set = { $set: { changed, ...(position !== undefined && { position }), ...done } }
    return upsert(connection, name, position === undefined ? { ...set, ...BEGIN } : set)
  }
  for await (const batch of migration.run(progress?.position)) {
    if (!(await lease.hold())) throw new Error(`Another process has taken over the migration ${name}`)
    changed += batch.changed
    await save(batch.position)
    if (performance.now() - saidAt < PROGRESS_MS) continue
    saidAt = performance.now()
    log.info({ migration: name, changed, position: batch.position }, 'Migrating')
  }
  const isFinal = !isRepeated || step === 'after' || progress?.doneAt !== undefined
  await save(undefined, { doneAt: present(), isFinal })
  log.info({ migration: name, changed, seconds: Math.round((performance.now() - begun) / 1_000) }, 'Migrated')
}

const BEGIN = { $unset: { position: 1 } } as const

async function upsert(connection: Connection, _id: string, update: mongo.UpdateFilter<Progress>): Promise<void> {
  const write = () => progressIn(connection).updateOne({ _id }, update, { upsert: true })
  try {
    await write()
  } catch (error) {
    // Another process has just made the record, of a database that was new when it started.
    if (!isDuplicateKey(error)) throw error
    await write()
  }
}

/** Logs how many records each migration that is due would change; changes nothing. */
export async function planMigrations(
  connection: Connection,
  migrations: readonly Migration[],
  { log, step }: MigrationRun,
): Promise<void> {
  const due = await findDue(connection, migrations, step)
  for (const { migration } of due)
    log.info({ migration: migration.name, records: await migration.count() }, 'Would migrate')
  log.info({ due: due.length, done: migrations.length - due.length }, 'Nothing was changed')
}

/** Of a new database: nothing that an earlier version has stored is in it. */
export async function skipMigrations(connection: Connection, migrations: readonly Migration[]): Promise<void> {
  const doneAt = present()
  for (const { name } of migrations)
    await upsert(connection, name, { $setOnInsert: { changed: 0, doneAt, isFinal: true } })
}
