import { randomUUID } from 'node:crypto'
import { type ChangeReader, toChangeReader } from '../../../../shared/contract/notifications/changes.ts'
import type { Logger } from '../../../../shared/process/log.ts'
import type { Feed } from '../../feed/feed.ts'
import { type ClientRights, mayReceive } from '../endpoints/client-rights.ts'
import type { WebhookModel, WebhookRecord } from '../endpoints/webhook.model.ts'
import type { DeliveryModel, DeliveryRecord } from './delivery.model.ts'
import type { Deliver } from './delivery.ts'
import type { DeliveryOptions } from './delivery-options.ts'

export interface WebhookWorkerDeps {
  readonly webhooks: WebhookModel
  readonly deliveries: DeliveryModel
  readonly feed: Feed
  readonly rights: ClientRights
  readonly deliver: Deliver
  readonly options: DeliveryOptions
  readonly log: Logger
  /** Reserves room for attempts within the limit of all workers; returns how many were granted. */
  readonly take: (wanted: number) => number
  /** Returns room. */
  readonly give: (count: number) => void
  /** Asked before deliveries are leased. */
  readonly admit?: (recipient: Recipient) => Promise<Admission>
}

/** Whether this process may lease those that are due, or none, or is to look again at once. */
export type Admission = 'due' | 'none' | 'look again'

/** A webhook that takes deliveries now, and what its owner may see. */
export interface Recipient {
  readonly webhook: WebhookRecord
  readonly reader: ChangeReader
}

/** Makes the deliveries of one webhook in one process. */
export interface WebhookWorker {
  /** When to look again, by `performance.now()`. */
  lookAt: number
  /** Whether the last look was granted less room than it wanted. */
  readonly isStarved: boolean
  /** Deliveries under way. */
  readonly running: ReadonlySet<Promise<void>>
  /** Claims due deliveries, as many as there is room for, and starts them in sequence. Looks must not overlap. */
  look(): Promise<void>
}

export function createWebhookWorker(rec: number, deps: WebhookWorkerDeps): WebhookWorker {
  const { webhooks, deliveries, feed, rights, deliver, options, log, take, give, admit } = deps
  const { now, perWebhook, leaseMs, lookMs } = options
  const running = new Set<Promise<void>>()

  const findRecipient = async (): Promise<Recipient | undefined> => {
    const webhook = await webhooks.findById(rec).lean<WebhookRecord>()
    const owner = webhook && rights.of(webhook.owner)
    if (!webhook?.active || !owner || !mayReceive(owner)) return undefined
    return (webhook.pausedUntil?.getTime() ?? 0) > now() ? undefined : { webhook, reader: toChangeReader(owner) }
  }

  const claim = async (count: number): Promise<DeliveryRecord[]> => {
    const next = await deliveries
      .find({ rec })
      .sort({ due: 1, sequence: 1 })
      .limit(count + 1)
      .lean<DeliveryRecord[]>()
    const due = next.filter((delivery) => delivery.due.getTime() <= now()).slice(0, count)
    const nextInMs = (next[due.length]?.due.getTime() ?? Number.POSITIVE_INFINITY) - now()
    worker.lookAt = performance.now() + Math.min(nextInMs, lookMs)
    if (due.length === 0) return []
    const leaseId = randomUUID()
    const changes = { claim: leaseId, due: new Date(now() + leaseMs) }
    const ids = due.map(({ _id }) => _id)
    await deliveries.updateMany({ _id: { $in: ids }, due: { $lte: new Date(now()) } }, { $set: changes })
    const leased = await deliveries.find({ claim: leaseId }).lean<DeliveryRecord[]>()
    return leased.sort((one, other) => ids.indexOf(one._id) - ids.indexOf(other._id))
  }

  const start = (work: Promise<void>) => {
    const one = work
      .catch((error: unknown) => log.warn({ err: error, rec }, 'A delivery is attempted again when its claim ends'))
      .finally(() => {
        running.delete(one)
        // Not for each that ends: claiming several together costs no more than claiming one.
        if (running.size <= perWebhook / 2) worker.lookAt = 0
        give(1)
      })
    running.add(one)
  }

  /** Resolves to the number of deliveries started. */
  const leaseAndStart = async ({ webhook, reader }: Recipient, count: number): Promise<number> => {
    const leased = await claim(count)
    if (leased.length === 0) return 0
    const sequences = leased.map(({ sequence }) => sequence)
    const changes = await feed.pick(sequences, reader)
    for (const delivery of leased) {
      const change = changes.get(delivery.sequence)
      // A change that the owner may not see by now is not delivered.
      start(change ? deliver(webhook, delivery, change) : remove(delivery))
    }
    return leased.length
  }

  const remove = async ({ _id, claim }: DeliveryRecord) => {
    await deliveries.deleteOne({ _id, claim })
  }

  let isStarved = false
  const worker = {
    lookAt: 0,
    get isStarved() {
      return isStarved
    },
    running,
    async look() {
      worker.lookAt = performance.now() + lookMs
      const recipient = await findRecipient()
      if (!recipient) return
      const limit = recipient.webhook.failingSince ? 1 : perWebhook
      const admission = running.size >= limit ? 'none' : ((await admit?.(recipient)) ?? 'due')
      if (admission === 'look again') worker.lookAt = 0
      const wanted = admission === 'due' ? limit - running.size : 0
      const granted = take(wanted)
      isStarved = granted < wanted
      let started = 0
      try {
        if (granted > 0) started = await leaseAndStart(recipient, granted)
      } finally {
        give(granted - started)
      }
    },
  }
  return worker
}
