import { Counter } from 'prom-client'
import { type Change, idsOf } from '../../../../shared/contract/notifications/changes.ts'
import type { Attempt, PayloadMode } from '../../../../shared/contract/notifications/webhooks.ts'
import type { Monitor } from '../../../../shared/process/monitor.ts'
import { addGauges } from '../../../../shared/process/monitor.ts'
import type { EndpointHealth } from '../endpoints/endpoint-health.ts'
import type { Post, PostResult } from '../endpoints/post.ts'
import type { WebhookRecord } from '../endpoints/webhook.model.ts'
import { validSeeds, type WebhookSecrets } from '../endpoints/webhook-secrets.ts'
import { type AttemptModel, createAttemptWriter } from './attempts.ts'
import { createdAt, type DeliveryModel, type DeliveryRecord } from './delivery.model.ts'
import type { DeliveryOptions } from './delivery-options.ts'
import { judge, type Outcome } from './outcome.ts'

export interface DeliveryDeps {
  readonly deliveries: DeliveryModel
  readonly attempts: AttemptModel
  readonly endpointHealth: EndpointHealth
  readonly secrets: WebhookSecrets
  readonly post: Post
  readonly options: DeliveryOptions
  /** Counts an attempt, once it is stored. */
  readonly count: (outcome: Attempt['outcome']) => void
  /** Of deliveries of replays: counts one that was accepted, before it is removed. */
  readonly countReplayed?: (delivery: DeliveryRecord) => Promise<void>
}

/** Makes one attempt of a leased delivery and stores its outcome. */
export type Deliver = (webhook: WebhookRecord, delivery: DeliveryRecord, change: Change) => Promise<void>

export function createDeliver(deps: DeliveryDeps): Deliver {
  const { deliveries, attempts, endpointHealth, secrets, post, options, count, countReplayed } = deps
  const { schedule, timeoutMs, now } = options
  const writeAttempt = createAttemptWriter(attempts, deliveries)

  const send = (webhook: WebhookRecord, { _id: id }: DeliveryRecord, change: Change, at: Date) => {
    const body = toMessage(change, webhook.payloadMode)
    const headers = secrets.sign(validSeeds(webhook, at.getTime()), { id, at, body })
    return post(webhook.url, { ...headers }, body, timeoutMs)
  }

  const updateHealth = async (webhook: WebhookRecord, delivery: DeliveryRecord, judged: Outcome) => {
    const { outcome, pausedUntil, isGone } = judged
    if (isGone) return endpointHealth.gone(webhook)
    if (pausedUntil !== null) await endpointHealth.paused(webhook, pausedUntil)
    if (outcome !== 'delivered') return endpointHealth.failed(webhook, now())
    // The webhook may have been read before an earlier attempt of this delivery recorded its failure.
    if (webhook.failingSince !== null || delivery.attempts > 0) await endpointHealth.succeeded(webhook)
  }

  return async (webhook, delivery, change) => {
    const at = new Date(now())
    const startedMs = performance.now()
    const result = await send(webhook, delivery, change, at)
    const durationMs = Math.round(performance.now() - startedMs)
    const judged = judge(result, delivery, schedule, now())
    const { outcome } = judged
    const nextAttempt = judged.nextAttempt === null ? null : new Date(judged.nextAttempt)
    const { _id: webhookId, rec, sequence, type } = delivery
    const attempt = delivery.attempts + 1
    const response = toResponse(result)
    const ofAttempt = { rec, at, webhookId, type, sequence, attempt, durationMs, ...response, outcome, nextAttempt }
    const logged = countReplayed ? { ...ofAttempt, replay: true } : ofAttempt
    // Before the delivery is due again: its next attempt may end the failing that this one records.
    await updateHealth(webhook, delivery, judged)
    if (outcome === 'delivered') await countReplayed?.(delivery)
    await writeAttempt({ logged, delivery, due: nextAttempt })
    count(outcome)
  }
}

/** The receiver's response, as logged. */
export function toResponse(result: PostResult): Pick<Attempt, 'status' | 'error'> {
  return result.status === null ? result : { status: result.status, error: null }
}

const MAX_COUNTED = 10_000
const READ_TIMEOUT_MS = 1_000

/** Registers the metrics of deliveries; returns the function that counts an attempt. */
export function monitorDeliveries(
  deliveries: DeliveryModel,
  { schedule, now }: DeliveryOptions,
  { registry }: Monitor,
) {
  const attempts = new Counter({
    name: 'inventory_webhook_attempts_total',
    help: 'Attempts to deliver a change to a webhook, by outcome: delivered, failed (is repeated) or given up',
    labelNames: ['outcome'],
    registers: [registry],
  })
  const readWaiting = async () => {
    const oldest = await deliveries.findOne().sort({ expires: 1 }).maxTimeMS(READ_TIMEOUT_MS).lean()
    if (!oldest) return { waiting: 0, ageMs: 0 }
    const waiting = await deliveries.countDocuments({}, { limit: MAX_COUNTED, maxTimeMS: READ_TIMEOUT_MS })
    return { waiting, ageMs: Math.max(0, now() - createdAt(oldest, schedule.giveUpAfterMs)) }
  }
  addGauges(registry, readWaiting, [
    {
      name: 'inventory_webhook_deliveries_waiting',
      help: 'Deliveries not yet made, counted up to 10,000; the same in every process of the service',
      of: ({ waiting }) => waiting,
    },
    {
      name: 'inventory_webhook_lag_seconds',
      help: 'Age of the oldest waiting delivery; 0 if no delivery waits',
      of: ({ ageMs }) => ageMs / 1_000,
    },
  ])
  return (outcome: Attempt['outcome']) => attempts.inc({ outcome })
}

/** The body of a delivery: type, timestamp and data as in Standard Webhooks, with the change's sequence and id. */
function toMessage(change: Change, mode: PayloadMode): string {
  const { type, at, sequence, id } = change
  return JSON.stringify({ type, timestamp: at, sequence, id, data: mode === 'full' ? change.data : idsOf(change) })
}
