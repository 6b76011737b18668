import { randomUUID } from 'node:crypto'
import type { Connection } from 'mongoose'
import { keyIsRunning } from '../../contract/core/errors.ts'
import { createBatchLoader } from '../batch-loader.ts'
import { isDuplicateKey, isLockTimeout } from '../database-errors.ts'
import { insertDirectly } from '../unit-of-work.ts'
import {
  AlreadyRecorded,
  type IdempotencyRecord,
  idempotencyRecordSchema,
  isOver,
  type OperationEntry,
  refuseOtherRequest,
  toRecord,
} from './idempotency-record.ts'

export const idempotencyModel = (connection: Connection) => connection.model('Operation', idempotencyRecordSchema)

/** Time to wait for a transaction that holds a record's lock. */
const LOCK_WAIT_MS = 1_000

/** Leases of operation ids by requests that are running. */
export function createLeases(
  records: ReturnType<typeof idempotencyModel>,
  read: (id: string) => Promise<IdempotencyRecord | undefined>,
) {
  /** Leases an id; ids that are leased at once are inserted together. */
  const lease = async (entry: OperationEntry): Promise<void> => {
    if (!(await insertAtOnce(entry))) await takeOver(entry)
  }

  /** Leases ids that had no record just now; false if another request was faster for one of them. */
  const leaseTogether = async (entries: readonly OperationEntry[]): Promise<boolean> => {
    if (entries.length === 0) return true
    try {
      await insertDirectly(
        records,
        entries.map((entry) => toRecord(entry, 'running')),
      )
      return true
    } catch (error) {
      if (!isDuplicateKey(error)) throw error
      return false
    }
  }

  /** False for an id that may have a record; one that was inserted before a duplicate has one of its own attempt. */
  const insertAtOnce = createBatchLoader<OperationEntry, boolean>(async (entries) => {
    if (await leaseTogether(entries)) return entries.map(() => true)
    const existing = await Promise.all(entries.map(({ id }) => read(id)))
    const isLeased = await leaseTogether(entries.filter((_, index) => !existing[index]))
    return existing.map((record) => isLeased && !record)
  })

  const takeOver = async (entry: OperationEntry): Promise<void> => {
    const existing = await read(entry.id)
    if (!existing) return lease(entry)
    refuseOtherRequest(existing, entry)
    if (existing.state !== 'running') throw new AlreadyRecorded()
    if (existing.attempt === entry.context.attempt) return
    if (!isOver(existing)) throw keyIsRunning()
    const { attempt, runsUntil } = toRecord(entry, 'running')
    const taken = await records.updateOne(
      { _id: entry.id, attempt: existing.attempt, state: 'running' },
      { attempt, runsUntil },
    )
    if (taken.matchedCount === 0) return takeOver(entry)
  }

  const release = (entry: OperationEntry) =>
    records.deleteOne({ _id: entry.id, attempt: entry.context.attempt, state: 'running' })

  /** Takes a record from its request, which then cannot commit. False if that request's transaction holds or wrote it. */
  const revoke = async ({ _id, attempt }: IdempotencyRecord): Promise<boolean> => {
    try {
      const options = { maxTimeMS: LOCK_WAIT_MS }
      const taken = await records.updateOne({ _id, attempt, state: 'running' }, { attempt: randomUUID() }, options)
      return taken.matchedCount > 0
    } catch (error) {
      if (isLockTimeout(error)) return false
      throw error
    }
  }

  return { lease, leaseTogether, release, revoke }
}
