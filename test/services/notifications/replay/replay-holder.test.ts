import { randomBytes } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { createChangeModel } from '../../../../services/notifications/feed/change.model.ts'
import { createFeed } from '../../../../services/notifications/feed/feed.ts'
import { createSequence } from '../../../../services/notifications/feed/sequence.model.ts'
import { createAttemptModel } from '../../../../services/notifications/webhooks/delivery/attempts.ts'
import { createReplayDeliveryModel } from '../../../../services/notifications/webhooks/delivery/delivery.model.ts'
import { defaultDeliveryOptions } from '../../../../services/notifications/webhooks/delivery/delivery-options.ts'
import {
  createAddressGuard,
  createFindAddresses,
} from '../../../../services/notifications/webhooks/endpoints/address-guard.ts'
import { createEndpointHealth } from '../../../../services/notifications/webhooks/endpoints/endpoint-health.ts'
import { createPost } from '../../../../services/notifications/webhooks/endpoints/post.ts'
import { createWebhookModel } from '../../../../services/notifications/webhooks/endpoints/webhook.model.ts'
import { createWebhookSecrets } from '../../../../services/notifications/webhooks/endpoints/webhook-secrets.ts'
import { insertWebhook } from '../../../../services/notifications/webhooks/endpoints/webhooks.ts'
import { createReplayModel } from '../../../../services/notifications/webhooks/replay/replay.model.ts'
import { createReplays } from '../../../../services/notifications/webhooks/replay/replays.ts'
import { createRunningReplays } from '../../../../services/notifications/webhooks/replay/running-replays.ts'
import { migrate } from '../../../../shared/database/mongo.ts'
import { inTransaction } from '../../../../shared/database/transaction.ts'
import { insertDirectly } from '../../../../shared/database/unit-of-work.ts'
import { connectDatabase } from '../../../support/servers/database.ts'

const CHANGES = 3
const rec = 1
const reader = { scope: 'all', hidden: [] } as const

/** A replay of all changes of a feed, and what processes have that may make its deliveries. */
async function startReplay() {
  const connection = await connectDatabase()
  const changes = createChangeModel(connection)
  const webhooks = createWebhookModel(connection)
  const deliveries = createReplayDeliveryModel(connection)
  const clock = { ms: Date.parse('2026-01-31T09:30:00Z') }
  const options = { ...defaultDeliveryOptions, now: () => clock.ms }
  const deps = { connection, replays: createReplayModel(connection), deliveries, options }
  const post = createPost({ guard: createAddressGuard([]), findAddresses: createFindAddresses() })
  onTestFinished(() => post[Symbol.asyncDispose]())
  const deliveryDeps = {
    deliveries,
    attempts: createAttemptModel(connection),
    endpointHealth: createEndpointHealth(webhooks, options.failingDays),
    secrets: createWebhookSecrets(randomBytes(32)),
    post,
    options,
    count: () => undefined,
  }
  const feed = createFeed(connection, changes, createSequence(connection))
  await migrate(connection)
  const records = Array.from({ length: CHANGES }, (_, index) => ({
    _id: index + 1,
    eventId: `event ${index}`,
    type: 'item.created' as const,
    at: new Date(clock.ms),
    wids: [1],
    data: {},
  }))
  await insertDirectly(changes, records)

  const input = { name: 'Shop', url: 'https://shop.example.com/', events: ['item.created' as const] }
  const made = { ...input, rec, owner: 'client', seed: 'seed', since: 0, payloadMode: undefined, active: undefined }
  const { start, end } = createReplays(deps)
  const webhook = await inTransaction(connection, Date.now() + 10_000, async (session) => {
    const inserted = await insertWebhook(webhooks, made, session)
    await start(inserted, { from: 1, to: CHANGES, types: undefined }, session)
    return inserted
  })
  const newProcess = () => createRunningReplays({ ...deps, feed, deliveryDeps, end }).workerDeps(rec)
  return { clock, leaseMs: options.leaseMs, deliveries, newProcess, recipient: { webhook, reader } }
}

test('one process at a time makes the deliveries of a replay, and another one when the first is silent', async () => {
  const { clock, leaseMs, deliveries, newProcess, recipient } = await startReplay()
  const [one, other] = [newProcess(), newProcess()]
  const admitted = async ({ admit }: typeof one) => admit?.(recipient)
  expect(await admitted(one)).toBe('due')
  expect(await admitted(other)).toBe('none')
  clock.ms += leaseMs - 1
  expect(await admitted(one)).toBe('due')
  clock.ms += leaseMs - 1
  expect(await admitted(other)).toBe('none')
  clock.ms += 1
  expect(await admitted(other)).toBe('due')
  expect(await admitted(one)).toBe('none')
  const queued = await deliveries.find().sort({ sequence: 1 }).lean()
  expect(queued.map(({ _id }) => _id)).toEqual(['msg_1_1', 'msg_1_2', 'msg_1_3'])
  expect(one.options.perWebhook).toBe(1)
})
