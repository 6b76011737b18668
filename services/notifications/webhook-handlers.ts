import type { Connection } from 'mongoose'
import { AppError, validationError } from '../../shared/contract/core/errors.ts'
import { withoutSeed } from '../../shared/contract/core/outcomes.ts'
import { notifications } from '../../shared/contract/notifications/notifications.ts'
import type { Counters } from '../../shared/database/counters.ts'
import { isDatabaseUnavailable } from '../../shared/database/database-errors.ts'
import type { Idempotency } from '../../shared/database/idempotency/idempotency.ts'
import { createIdempotentWrite } from '../../shared/database/idempotency/idempotent-write.ts'
import { inUnitOfWork } from '../../shared/database/unit-of-work.ts'
import type { Handlers } from '../../shared/messaging/rpc/serve.ts'
import type { CallContext } from '../../shared/process/call-context.ts'
import type { Feed } from './feed/feed.ts'
import { type AttemptModel, listAttempts, resend } from './webhooks/delivery/attempts.ts'
import type { DeliveryModel } from './webhooks/delivery/delivery.model.ts'
import type { DeliveryOptions } from './webhooks/delivery/delivery-options.ts'
import type { SendTest } from './webhooks/delivery/test-message.ts'
import type { FindObstacle } from './webhooks/endpoints/address-guard.ts'
import type { WebhookModel } from './webhooks/endpoints/webhook.model.ts'
import type { WebhookSecrets } from './webhooks/endpoints/webhook-secrets.ts'
import {
  deleteWebhook,
  findWebhook,
  insertWebhook,
  listClientWebhooks,
  listWebhooks,
  rotateSecret,
  toClientWebhook,
  toWebhook,
  updateWebhook,
} from './webhooks/endpoints/webhooks.ts'
import { type Replays, toRange } from './webhooks/replay/replays.ts'

interface WebhookHandlerDeps {
  readonly connection: Connection
  readonly webhooks: WebhookModel
  readonly deliveries: DeliveryModel
  readonly attempts: AttemptModel
  readonly idempotency: Idempotency
  readonly counters: Counters
  readonly secrets: WebhookSecrets
  readonly sendTest: SendTest
  readonly findObstacle: FindObstacle
  readonly options: DeliveryOptions
  readonly feed: Feed
  readonly replays: Replays
  /** Called after a webhook was made or changed. */
  readonly onChange: () => void
}

/** For the record of a test that was sent, and left of the request's time then for its response. */
const RECORD_MS = 3_000
const REPLY_MS = 500

type WebhookHandlers = Omit<Handlers<typeof notifications>, 'listChanges' | 'readEvents' | 'readTimes'>

/** One function per operation on webhooks. No client sees or changes the webhooks of another; the operator sees all. */
export function createWebhookHandlers(deps: WebhookHandlerDeps): WebhookHandlers {
  const { connection, webhooks, deliveries, attempts, idempotency, counters, secrets, sendTest, findObstacle } = deps
  const { feed, replays, onChange, options } = deps
  const { now, schedule } = options
  const { giveUpAfterMs } = schedule
  const write = createIdempotentWrite(connection, idempotency)

  const nextRec = async () => {
    const [rec] = await counters.next('webhook', 1)
    if (rec === undefined) throw new Error('The counter returned no number')
    return rec
  }

  return {
    findOutcome: async ({ owner, operationId }, context) =>
      withoutSeed(await idempotency.find(owner, operationId, context)),
    listWebhooks: (query, context) => listWebhooks(webhooks, query, ownerOf(context)),
    getWebhook: async ({ rec }, context) => toWebhook(await findWebhook(webhooks, rec, ownerOf(context))),
    listWebhookLog: async (query, context) => {
      await findWebhook(webhooks, query.rec, ownerOf(context))
      return listAttempts(attempts, query)
    },

    listClientWebhooks: ({ clientId, ...query }) => listClientWebhooks(webhooks, query, clientId),
    getClientWebhook: async ({ rec }) => toClientWebhook(await findWebhook(webhooks, rec)),
    listClientWebhookLog: async (query) => {
      await findWebhook(webhooks, query.rec)
      return listAttempts(attempts, query)
    },

    async createWebhook(input, context) {
      const owner = ownerOf(context)
      const rec = await nextRec()
      const obstacle = await findObstacle(input.url)
      const since = await feed.end()
      const { seed, ...webhook } = await write(notifications.createWebhook, input, context, async ({ session }) => {
        refuse(obstacle)
        const seed = secrets.newSeed()
        const record = await insertWebhook(webhooks, { ...input, rec, owner, seed, since }, session)
        return { ...toWebhook(record), status: 'created' as const, seed }
      })
      onChange()
      return { ...webhook, secret: secrets.show(seed) }
    },
    async updateWebhook(input, context) {
      const obstacle = input.url === undefined ? undefined : await findObstacle(input.url)
      const since = input.active ? await feed.end() : undefined
      const output = await write(notifications.updateWebhook, input, context, async ({ session }) => {
        refuse(obstacle)
        const status = await updateWebhook(webhooks, { ...input, since }, ownerOf(context), session)
        return { rec: input.rec, status }
      })
      onChange()
      return output
    },
    async deleteWebhook({ rec }, context) {
      const output = await write(notifications.deleteWebhook, { rec }, context, async ({ session }) => {
        await deleteWebhook(webhooks, rec, ownerOf(context), session)
        await replays.remove(rec, session)
        return { rec, status: 'deleted' as const }
      })
      await deliveries.deleteMany({ rec }).catch((error: unknown) => {
        context.log.warn(
          { err: error, rec },
          'The deliveries of a deleted webhook stay in the database until they expire',
        )
      })
      return output
    },
    async rotateWebhookSecret({ rec }, context) {
      const { seed, ...rotated } = await write(
        notifications.rotateWebhookSecret,
        { rec },
        context,
        async ({ session }) => {
          const seed = secrets.newSeed()
          const until = await rotateSecret(webhooks, { rec, owner: ownerOf(context), seed, now: now() }, session)
          return { rec, previousValidUntil: until.toISOString(), status: 'rotated' as const, seed }
        },
      )
      return { ...rotated, secret: secrets.show(seed) }
    },
    resendWebhookDelivery: (input, context) =>
      write(notifications.resendWebhookDelivery, input, context, async ({ session }) => {
        const { rec, webhookId } = input
        const webhook = await findWebhook(webhooks, rec, ownerOf(context), session)
        await resend({ deliveries, attempts }, webhook, { webhookId, giveUpAfterMs, now: now() }, session)
        return { rec, webhookId, status: 'queued' as const }
      }),
    async replayWebhook(input, context) {
      const range = await toRange(feed, input)
      const output = await write(notifications.replayWebhook, input, context, async ({ session }) => {
        const webhook = await findWebhook(webhooks, input.rec, ownerOf(context), session)
        if ('refused' in range) throw validationError(range.refused)
        return replays.start(webhook, { ...range, types: input.types }, session)
      })
      onChange()
      return output
    },
    async getWebhookReplay({ rec }, context) {
      await findWebhook(webhooks, rec, ownerOf(context))
      return replays.get(rec)
    },
    stopWebhookReplay: ({ rec }, context) =>
      write(notifications.stopWebhookReplay, { rec }, context, async ({ session }) => {
        await findWebhook(webhooks, rec, ownerOf(context), session)
        return replays.end(rec, 'stopped', session)
      }),
    testWebhook: ({ rec }, context) =>
      idempotency.onceInParts(notifications.testWebhook, { rec }, context, async (entry) => {
        const { output, logged } = await sendTest(await findWebhook(webhooks, rec, ownerOf(context)), context)
        try {
          await attempts.insertMany([logged])
          const deadline = Math.min(context.deadline - REPLY_MS, Date.now() + RECORD_MS)
          await inUnitOfWork(connection, deadline, async (unit) => idempotency.recordApplied([{ entry, output }], unit))
        } catch (error) {
          if (!isUnavailable(error)) throw error
          context.log.warn({ err: error, rec }, 'A test was sent; the record of it could not be written')
        }
        return output
      }),
  }
}

/** A write that failed like this would be answered 503 or 504, but a test that was sent has a result. */
const isUnavailable = (error: unknown) =>
  isDatabaseUnavailable(error) ||
  (error instanceof AppError && (error.code === 'service_unavailable' || error.code === 'outcome_unknown'))

/** Called within the write: a repeated request gets its recorded response even if the name has other addresses by then. */
function refuse(obstacle: string | undefined): void {
  if (obstacle !== undefined) throw validationError({ url: [`The field url ${obstacle}`] })
}

/** Only clients have webhooks. */
function ownerOf({ caller }: CallContext): string {
  if (caller?.kind !== 'client') throw new AppError('forbidden', 'Insufficient permissions.')
  return caller.id
}
