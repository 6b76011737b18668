import type { ClientSession, Connection } from 'mongoose'
import { AppError } from '../../../../shared/contract/core/errors.ts'
import { type PageQuery, requestedSort, toPage } from '../../../../shared/contract/core/paging.ts'
import { changeTypes } from '../../../../shared/contract/notifications/changes.ts'
import { Attempt } from '../../../../shared/contract/notifications/webhooks.ts'
import { readCountedPage } from '../../../../shared/database/read-page.ts'
import { defineSchema, field, type RecordOf } from '../../../../shared/database/record-fields.ts'
import { DAY_SECONDS } from '../../../../shared/day.ts'
import { createBatchWriter } from '../../../../shared/process/batch-writer.ts'
import type { WebhookRecord } from '../endpoints/webhook.model.ts'
import { type DeliveryModel, type DeliveryRecord, newDelivery } from './delivery.model.ts'

/** The log has the attempts of this time. */
const KEPT_SECONDS = 30 * DAY_SECONDS

const fields = {
  rec: field.number,
  at: field.date,
  webhookId: field.text,
  type: field.text,
  sequence: field.nullable(field.number),
  attempt: field.number,
  status: field.nullable(field.number),
  error: field.nullable(field.text),
  durationMs: field.number,
  outcome: field.oneOf<Attempt['outcome']>(),
  nextAttempt: field.nullable(field.date),
  /** True if a replay made it, else absent. */
  replay: field.optional(field.flag),
}

/** One attempt of the log. */
export type AttemptRecord = RecordOf<typeof fields>

const schema = defineSchema('webhook_attempts', fields)
schema.index({ rec: 1, at: -1, _id: -1 })
schema.index({ webhookId: 1 })
schema.index({ at: 1 }, { expireAfterSeconds: KEPT_SECONDS })

export const createAttemptModel = (connection: Connection) => connection.model('WebhookAttempt', schema)
export type AttemptModel = ReturnType<typeof createAttemptModel>

const sortable = Attempt.keyof().options

/** A page of a webhook's log, newest first unless the query has another sort. */
export async function listAttempts(attempts: AttemptModel, query: PageQuery & { readonly rec: number }) {
  const { rec, modifiedSince } = query
  const filter = { rec, ...(modifiedSince && { at: { $gte: new Date(modifiedSince) } }) }
  const { field, direction } = requestedSort(query, sortable) ?? ({ field: 'at', direction: -1 } as const)
  const sort = { [field]: direction, _id: direction }
  const { totalCount, found } = await readCountedPage<AttemptRecord>(attempts, { filter, sort }, query)
  return toPage(found.map(toAttempt), totalCount, query)
}

const toAttempt = ({ at, nextAttempt, replay = false, ...attempt }: AttemptRecord): Attempt => ({
  ...attempt,
  at: at.toISOString(),
  nextAttempt: nextAttempt?.toISOString() ?? null,
  replay,
})

const MAX_BATCH = 100

/** A finished attempt: its entry in the log, and when its delivery is due again; null: the delivery has ended. */
interface FinishedAttempt {
  readonly logged: AttemptRecord
  readonly delivery: DeliveryRecord
  readonly due: Date | null
}

/** Stores finished attempts in batches. The function that it returns resolves when its attempt is stored. */
export function createAttemptWriter(attempts: AttemptModel, deliveries: DeliveryModel) {
  const write = async (finished: readonly FinishedAttempt[]) => {
    // The log first: if this process dies in between, the delivery is attempted again, and the log has both attempts.
    await attempts.insertMany(finished.map(({ logged }) => logged))
    await deliveries.bulkWrite(finished.map(toUpdate), { ordered: false })
  }
  const writer = createBatchWriter(write, { maxBatch: MAX_BATCH })
  return (finished: FinishedAttempt) => writer.add([finished])
}

/** Applies only while the lease is this process's own: after it ends another process may have attempted the delivery. */
function toUpdate({ delivery: { _id, claim, attempts }, due }: FinishedAttempt) {
  const filter = { _id, claim }
  if (due === null) return { deleteOne: { filter } }
  return { updateOne: { filter, update: { $set: { due, claim: null, attempts: attempts + 1 } } } }
}

interface Resending {
  readonly webhookId: string
  readonly giveUpAfterMs: number
  readonly now: number
}

/**
 * Makes a delivery of the log due now. One that waits for its next attempt is brought forward; one whose attempt is under
 * way stays as it is.
 */
export async function resend(
  { deliveries, attempts }: { readonly deliveries: DeliveryModel; readonly attempts: AttemptModel },
  { _id: rec, active }: WebhookRecord,
  { webhookId, giveUpAfterMs, now }: Resending,
  session: ClientSession,
): Promise<void> {
  const ofDelivery = { rec, webhookId, sequence: { $ne: null } }
  // An attempt of a replay counts only if there is no other: the replay has deliveries of its own.
  const byAttempt = { replay: 1, attempt: -1 } as const
  const last = await attempts.findOne(ofDelivery, null, { session }).sort(byAttempt).lean<AttemptRecord>()
  const type = changeTypes.find((known) => known === last?.type)
  if (!last || last.sequence === null || !type) {
    throw new AppError('not_found', `The log of webhook ${rec} has no delivery ${webhookId}.`)
  }
  if (!active) throw new AppError('conflict', `Webhook ${rec} is not active.`)
  const { sequence, attempt, nextAttempt } = last
  if (nextAttempt !== null) {
    await deliveries.updateOne({ _id: webhookId, due: nextAttempt }, { due: new Date(now) }, { session })
  }
  const again = { ...newDelivery({ rec, sequence, type }, now, giveUpAfterMs), attempts: attempt }
  await deliveries.updateOne({ _id: webhookId }, { $setOnInsert: again }, { session, upsert: true })
}
