import type { Change } from '../../../../shared/contract/notifications/changes.ts'
import type { Attempt } from '../../../../shared/contract/notifications/webhooks.ts'
import type { Post, PostResult } from '../http/post.ts'
import type { WebhookSecrets } from '../http/signature.ts'
import type { WebhookRecord } from '../webhook.model.ts'
import { validSeeds } from '../webhooks.ts'
import type { AttemptModel } from './attempt.model.ts'
import { createAttemptWriter } from './attempt-writer.ts'
import type { DeliveryModel, DeliveryRecord } from './delivery.model.ts'
import type { DeliveryOptions } from './delivery-options.ts'
import type { EndpointHealth } from './endpoint-health.ts'
import { toMessage } from './message.ts'
import { judge, type Outcome } from './outcome.ts'

export interface DeliveryParts {
  readonly deliveries: DeliveryModel
  readonly attempts: AttemptModel
  readonly standing: EndpointHealth
  readonly secrets: WebhookSecrets
  readonly post: Post
  readonly options: DeliveryOptions
  /** Told of each attempt, once it is on record. */
  readonly count: (outcome: Attempt['outcome']) => void
}

/** Tries a claimed delivery once, and puts on record what came of it. */
export type Deliver = (webhook: WebhookRecord, delivery: DeliveryRecord, change: Change) => Promise<void>

export function createDeliver(parts: DeliveryParts): Deliver {
  const { deliveries, attempts, standing, secrets, post, options, count } = parts
  const { schedule, timeoutMs, now } = options
  const record = createAttemptWriter(attempts, deliveries)

  const send = (webhook: WebhookRecord, { _id: id }: DeliveryRecord, change: Change, at: Date) => {
    const body = toMessage(change, webhook.payloadMode)
    const headers = secrets.sign(validSeeds(webhook, at.getTime()), { id, at, body })
    return post(webhook.url, { ...headers }, body, timeoutMs)
  }

  const account = async (webhook: WebhookRecord, { outcome, pausedUntil, isGone }: Outcome, at: number) => {
    if (isGone) return standing.gone(webhook)
    if (pausedUntil !== null) await standing.paused(webhook, pausedUntil)
    return outcome === 'delivered' ? standing.succeeded(webhook) : standing.failed(webhook, at)
  }

  return async (webhook, delivery, change) => {
    const at = new Date(now())
    const began = performance.now()
    const result = await send(webhook, delivery, change, at)
    const durationMs = Math.round(performance.now() - began)
    const outcome = judge(result, delivery, schedule, now())
    const { _id: webhookId, rec, sequence, type } = delivery
    const attempt = delivery.attempts + 1
    const logged = {
      rec,
      at,
      webhookId,
      type,
      sequence,
      attempt,
      durationMs,
      ...toAnswer(result),
      ...toLogged(outcome),
    }
    await record({ logged, delivery, due: logged.nextAttempt })
    await account(webhook, outcome, now())
    count(outcome.outcome)
  }
}

/** The receiver's answer, as the log has it. */
export function toAnswer(result: PostResult): Pick<Attempt, 'status' | 'error'> {
  return result.status === null ? result : { status: result.status, error: null }
}

const toLogged = ({ outcome, nextAttempt }: Outcome) => ({
  outcome,
  nextAttempt: nextAttempt === null ? null : new Date(nextAttempt),
})
