import { beforeEach, expect, test } from 'vitest'
import { createAttemptModel } from '../../../services/notifications/webhooks/delivery/attempts.ts'
import { createDeliveryModel, newDelivery } from '../../../services/notifications/webhooks/delivery/delivery.model.ts'
import { createDeliver } from '../../../services/notifications/webhooks/delivery/delivery.ts'
import { defaultDeliveryOptions } from '../../../services/notifications/webhooks/delivery/delivery-options.ts'
import { createEndpointHealth } from '../../../services/notifications/webhooks/endpoints/endpoint-health.ts'
import type { Post } from '../../../services/notifications/webhooks/endpoints/post.ts'
import {
  createWebhookModel,
  healthy,
  type WebhookRecord,
} from '../../../services/notifications/webhooks/endpoints/webhook.model.ts'
import { createWebhookSecrets } from '../../../services/notifications/webhooks/endpoints/webhook-secrets.ts'
import type { Change } from '../../../shared/contract/notifications/changes.ts'
import { connectDatabase } from '../../support/servers/database.ts'

const now = new Date()
const webhook: WebhookRecord = {
  ...{ _id: 1, owner: 'shop', slot: 0, name: 'Shop', url: 'https://shop.example/hook', events: ['item.created'] },
  ...{ payloadMode: 'id', active: true, seed: 'seed', previousSeed: null, previousUntil: null },
  ...{ created: now, modified: now },
  ...healthy,
}
const at = now.toISOString()
const item = {
  ...{ partNo: 1, shortID: 'BOLT', description: 'Bolt', category: 0, subCategory: 0, uOM: 'EA', putUp: '', units: 1 },
  ...{ dfltOwner: 0, created: at, modified: at, discontinued: false },
}
const change: Change = { type: 'item.created', sequence: 7, id: '7', at, data: item }
const leased = {
  ...newDelivery({ rec: 1, sequence: 7, type: 'item.created' }, now.getTime(), 86_400_000),
  claim: 'ours',
}

let world: Awaited<ReturnType<typeof open>>
beforeEach(async () => {
  world = await open()
})

/** Deliveries to a receiver that answers with `answer.status`, of a webhook that is read before what others record. */
async function open() {
  const connection = await connectDatabase()
  const [webhooks, deliveries] = [createWebhookModel(connection), createDeliveryModel(connection)]
  await webhooks.create([webhook])
  const answer = { status: 500 }
  const post: Post = Object.assign(async () => ({ status: answer.status, retryAfter: undefined }), {
    [Symbol.asyncDispose]: async () => undefined,
  })
  const health = createEndpointHealth(webhooks, defaultDeliveryOptions.failingDays)
  /** Whether the delivery was still claimed when a failure was recorded. */
  const claims: unknown[] = []
  const endpointHealth: typeof health = {
    ...health,
    async failed(...given) {
      claims.push((await deliveries.findById(leased._id).lean())?.claim)
      await health.failed(...given)
    },
  }
  const deliver = createDeliver({
    ...{ deliveries, endpointHealth, post, attempts: createAttemptModel(connection), options: defaultDeliveryOptions },
    secrets: createWebhookSecrets(Buffer.alloc(32)),
    count: () => undefined,
  })
  const attempt = async (status: number, attempts: number) => {
    answer.status = status
    await deliveries.deleteMany({})
    await deliveries.create([{ ...leased, attempts }])
    await deliver(webhook, { ...leased, attempts }, change)
    return (await webhooks.findById(1).lean())?.failingSince
  }
  return { attempt, claims, webhooks, health }
}

test('A failure does not switch off a webhook whose failing has ended since the attempt began', async () => {
  const { webhooks, health } = world
  const days = Array.from({ length: 7 }, (_, index) => `2026-01-0${index + 1}`)
  const failing = { failingSince: new Date('2026-01-01'), failedOn: days }
  const record = (failed: WebhookRecord) => health.failed(failed, Date.parse('2026-01-09'))
  const stored = () => webhooks.findById(1).lean()
  await webhooks.updateOne({ _id: 1 }, failing)
  const before = { ...webhook, ...failing }
  await health.succeeded(before)
  await record(before)
  expect(await stored()).toMatchObject({ active: true, switchedOff: null, failingSince: null, failedOn: [] })
  await webhooks.updateOne({ _id: 1 }, failing)
  await record(before)
  expect(await stored()).toMatchObject({ active: false, switchedOff: 'Every attempt has failed on 7 days.' })
})

test('A failure is recorded before the delivery can be attempted again', async () => {
  expect(await world.attempt(500, 0)).toBeInstanceOf(Date)
  expect(world.claims).toEqual(['ours'])
})

test('A delivery that succeeds after it has failed ends the failing, although its webhook was read before the failure', async () => {
  expect(await world.attempt(500, 0)).toBeInstanceOf(Date)
  expect(await world.attempt(200, 1)).toBeNull()
})
