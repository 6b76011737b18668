import { createHash } from 'node:crypto'
import { Schema } from 'mongoose'
import type { Caller } from '../contract/core/access.ts'
import type { Operation } from '../contract/core/operation.ts'
import type { CallContext } from '../process/call-context.ts'

/** How long an outcome can be asked for again; at least the 48 h that clients are promised. */
const KEPT_MS = 72 * 3_600_000
/** A commit that began just before a deadline may land this much later. */
const COMMIT_GRACE_MS = 10_000

/** What became of one operation id of one caller. */
export interface IdempotencyRecord {
  /** Caller and operation id. */
  readonly _id: string
  readonly operation: string
  /** Digest of operation and input: the same id with another request is refused. */
  readonly fingerprint: string
  /** The request that owns the record while it runs. */
  readonly attempt: string
  readonly state: 'running' | 'applied' | 'refused'
  /** Output or ErrorBody as JSON text, exactly as it was answered. */
  readonly answer?: string
  readonly runsUntil: Date
  readonly expires: Date
}

export const operationSchema = new Schema<IdempotencyRecord>(
  {
    _id: { type: String, required: true },
    operation: { type: String, required: true },
    fingerprint: { type: String, required: true },
    attempt: { type: String, required: true },
    state: { type: String, required: true },
    answer: String,
    runsUntil: { type: Date, required: true },
    expires: { type: Date, required: true },
  },
  { collection: 'operations', versionKey: false, strict: 'throw' },
)
operationSchema.index({ expires: 1 }, { expireAfterSeconds: 0 })

/** A write that is about to happen. */
export interface OperationEntry {
  readonly id: string
  readonly operation: string
  readonly fingerprint: string
  readonly context: CallContext
}

/** Whose operation ids a caller's are. */
export function ownerOf(caller: Caller | undefined): string {
  return `${caller?.kind ?? 'public'}:${caller?.id ?? ''}`
}

/** A request that ran this long ago without an outcome will have none any more. */
export function isOver({ runsUntil }: IdempotencyRecord): boolean {
  return runsUntil.getTime() + COMMIT_GRACE_MS < Date.now()
}

/** The entry of a write under its context's operation id. */
export function toEntry(operation: Operation, input: unknown, context: CallContext): OperationEntry {
  const fingerprint = createHash('sha256').update(operation.name).update(JSON.stringify(input)).digest('base64url')
  return { id: `${ownerOf(context.caller)}/${context.operationId}`, operation: operation.name, fingerprint, context }
}

/** The record of an entry, kept for 72 h from now. */
export function toRecord(entry: OperationEntry, state: IdempotencyRecord['state'], answer?: string): IdempotencyRecord {
  const { id: _id, operation, fingerprint, context } = entry
  return {
    _id,
    operation,
    fingerprint,
    attempt: context.attempt,
    state,
    ...(answer !== undefined && { answer }),
    runsUntil: new Date(context.deadline),
    expires: new Date(Date.now() + KEPT_MS),
  }
}
