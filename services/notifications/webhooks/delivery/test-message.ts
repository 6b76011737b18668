import { randomUUID } from 'node:crypto'
import type { Output } from '../../../../shared/contract/core/operation.ts'
import { TEST_TYPE } from '../../../../shared/contract/notifications/changes.ts'
import type { webhooks } from '../../../../shared/contract/notifications/webhooks.ts'
import { type CallContext, timeLeftMs } from '../../../../shared/process/call-context.ts'
import { present } from '../../../../shared/process/time/clock.ts'
import type { Post } from '../endpoints/post.ts'
import type { WebhookRecord } from '../endpoints/webhook.model.ts'
import { validSeeds, type WebhookSecrets } from '../endpoints/webhook-secrets.ts'
import type { AttemptRecord } from './attempts.ts'
import { toResponse } from './delivery.ts'
import { isDelivered } from './outcome.ts'

/** Shorter than for a change: a client waits for the response. */
const TEST_TIMEOUT_MS = 5_000
/** Left of the request's time for writing the log. */
const MARGIN_MS = 1_500

/** A test that was sent: its result, and the attempt for the log. */
interface SentTest {
  readonly output: Output<(typeof webhooks)['testWebhook']>
  readonly logged: AttemptRecord
}

/** Sends a test message once. It does not count as a success or failure of the receiver. */
export type SendTest = (webhook: WebhookRecord, context: CallContext) => Promise<SentTest>

export function createSendTest(secrets: WebhookSecrets, post: Post): SendTest {
  return async (webhook, context) => {
    const { _id: rec, url } = webhook
    const [at, startedMs] = [present(), performance.now()]
    const webhookId = `msg_${rec}_test_${randomUUID()}`
    const body = JSON.stringify({ type: TEST_TYPE, timestamp: at.toISOString(), data: { rec } })
    const headers = secrets.sign(validSeeds(webhook, at.getTime()), { id: webhookId, at, body })
    const timeoutMs = Math.max(1, Math.min(TEST_TIMEOUT_MS, timeLeftMs(context) - MARGIN_MS))
    const result = await post(url, { ...headers }, body, timeoutMs)
    const measured = { webhookId, ...toResponse(result), durationMs: Math.round(performance.now() - startedMs) }
    const delivered = isDelivered(result)
    const outcome = delivered ? ('delivered' as const) : ('failed' as const)
    const logged = { rec, at, type: TEST_TYPE, sequence: null, attempt: 1, ...measured, outcome, nextAttempt: null }
    return { output: { rec, ...measured, delivered }, logged }
  }
}
