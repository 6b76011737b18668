import { createHash, randomUUID } from 'node:crypto'
import type { Connection } from 'mongoose'
import type { Caller } from '../../contract/core/access.ts'
import { keyIsRunning, keyWasUsed, serviceUnavailable } from '../../contract/core/errors.ts'
import type { Operation } from '../../contract/core/operation.ts'
import { midnightOf } from '../../day.ts'
import type { CallContext } from '../../process/call-context.ts'
import { defineSchema, field, type RecordOf } from '../record-fields.ts'

/** Lifetime of a record; clients are promised 48 h (docs/decisions/writes.md#39). */
const LIFETIME_MS = 72 * 3_600_000
/** A commit that began just before the deadline may end this much later. */
const COMMIT_GRACE_MS = 10_000
/** More than any write may take. */
const LONGEST_WRITE_MS = 60_000

const fields = {
  /** Owner and operation id. */
  _id: field.text,
  /** Name of the operation, such as `inventory.receive`. */
  operation: field.text,
  /** Digest of operation and input: the same id with another request is refused. */
  fingerprint: field.text,
  /** The request that wrote the record; of a fence, a name of its own. */
  attempt: field.text,
  /** Running: a fence, or the lease of a request of an earlier version. */
  state: field.oneOf<'running' | 'applied' | 'refused'>(),
  /** The output or ErrorBody as it was sent, as JSON text; absent while running. */
  answer: field.optional(field.text),
  /** Deadline of the request; of a fence, the arrival of the last request that it stops. */
  runsUntil: field.date,
  expires: field.date,
}

/** The outcome of one operation id of one caller, or what keeps requests from having one. */
export type IdempotencyRecord = RecordOf<typeof fields>

export type RecordedOutcome = IdempotencyRecord & { readonly answer: string }

export const hasOutcome = (record: IdempotencyRecord | undefined): record is RecordedOutcome =>
  record?.answer !== undefined

const idempotencyRecordSchema = defineSchema('operations', fields)
idempotencyRecordSchema.index({ expires: 1 }, { expireAfterSeconds: 0 })

export const idempotencyModel = (connection: Connection) => connection.model('Operation', idempotencyRecordSchema)

/** A write that is about to run, under its operation id. */
export interface OperationEntry {
  readonly id: string
  readonly operation: string
  readonly fingerprint: string
  readonly context: CallContext
  /** The attempt of the record without an outcome that this write replaces. */
  readonly replaces?: string
}

/** The prefix of a caller's operation ids; each caller has its own. */
export function ownerOf(caller: Caller | undefined): string {
  return `${caller?.kind ?? 'public'}:${caller?.id ?? ''}`
}

/** Whether the request of an earlier version that leased an id can no longer begin to commit. */
function isOver({ runsUntil }: IdempotencyRecord): boolean {
  const leftMs = runsUntil.getTime() - Date.now()
  // No request runs for longer: the clock was set back since this one began.
  return leftMs < -COMMIT_GRACE_MS || leftMs > LONGEST_WRITE_MS
}

/** Dates of writes, at any depth, that earlier versions have recorded as midnight in UTC of a day. */
const DAYS = /"(at|expires)":"(\d{4}-\d\d-\d\d)"/g
const DAYS_OF_AMENDMENTS = /"(expires|received)":"(\d{4}-\d\d-\d\d)"/g

/** The input as earlier versions have recorded it: a repeat may come after an update. */
function textOf({ name }: Operation, input: unknown): string {
  const days = name === 'inventory.amend' ? DAYS_OF_AMENDMENTS : DAYS
  return JSON.stringify(input).replace(days, (_, field: string, day: string) => `"${field}":"${midnightOf(day)}"`)
}

export function toEntry(operation: Operation, input: unknown, context: CallContext): OperationEntry {
  const fingerprint = createHash('sha256').update(operation.name).update(textOf(operation, input)).digest('base64url')
  return { id: `${ownerOf(context.caller)}/${context.operationId}`, operation: operation.name, fingerprint, context }
}

export function toRecord(entry: OperationEntry, state: 'applied' | 'refused', answer: string): IdempotencyRecord {
  const { id: _id, operation, fingerprint, context } = entry
  return {
    _id,
    operation,
    fingerprint,
    attempt: context.attempt,
    state,
    answer,
    runsUntil: new Date(context.deadline),
    expires: new Date(Date.now() + LIFETIME_MS),
  }
}

/**
 * A fence stops the requests with an id that arrived by a moment: their transactions meet its record, and cannot commit.
 * A later one replaces it.
 */
export function toFence(id: string, arrivedAt: number): IdempotencyRecord {
  return {
    _id: id,
    operation: '',
    fingerprint: '',
    attempt: randomUUID(),
    state: 'running',
    runsUntil: new Date(arrivedAt),
    expires: new Date(Date.now() + LONGEST_WRITE_MS),
  }
}

const isFence = ({ fingerprint }: IdempotencyRecord) => fingerprint === ''

/** Whether a request of an earlier version has leased the id, and may still commit. */
export const isLeased = (record: IdempotencyRecord) => !isFence(record) && !isOver(record)

/** The write as it replaces a record without an outcome. Throws 503 for one that a fence stops, 409 while it is leased. */
export function replacing(entry: OperationEntry, existing: IdempotencyRecord): OperationEntry {
  const { arrivedAt = 0, attempt } = entry.context
  if (isFence(existing)) {
    if (arrivedAt <= existing.runsUntil.getTime()) throw serviceUnavailable()
  } else {
    refuseOtherRequest(existing, entry)
    if (existing.attempt !== attempt && isLeased(existing)) throw keyIsRunning()
  }
  return { ...entry, replaces: existing.attempt }
}

/** Thrown inside a write's transaction if its operation id has a record already. */
export class AlreadyRecorded extends Error {
  override readonly name = 'AlreadyRecorded'
}

/** 409 if the id was used for another request. */
export function refuseOtherRequest(existing: Pick<OperationEntry, 'fingerprint'>, entry: OperationEntry): void {
  if (existing.fingerprint !== entry.fingerprint) throw keyWasUsed('with another request')
}
