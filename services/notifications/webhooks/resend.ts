import type { ClientSession } from 'mongoose'
import { AppError } from '../../../shared/contract/core/errors.ts'
import { changeTypes } from '../../../shared/contract/notifications/changes.ts'
import type { AttemptModel, AttemptRecord } from './delivery/attempt.model.ts'
import type { DeliveryModel } from './delivery/delivery.model.ts'
import { newDelivery } from './delivery/new-delivery.ts'
import type { WebhookRecord } from './endpoints/webhook.model.ts'

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
