import { randomUUID } from 'node:crypto'
import type { WarehouseScope } from '../../../../shared/contract/core/access.ts'
import type { Logger } from '../../../../shared/process/log.ts'
import type { Feed } from '../../feed/feed.ts'
import { type ClientRights, mayReceive } from '../client-rights.ts'
import type { WebhookModel, WebhookRecord } from '../webhook.model.ts'
import type { DeliveryModel, DeliveryRecord } from './delivery.model.ts'
import type { Deliver } from './delivery.ts'
import type { DeliveryOptions } from './delivery-options.ts'

export interface WebhookWorkerParts {
  readonly webhooks: WebhookModel
  readonly deliveries: DeliveryModel
  readonly feed: Feed
  readonly rights: ClientRights
  readonly deliver: Deliver
  readonly options: DeliveryOptions
  readonly log: Logger
  /** Takes room for so many deliveries, or for as many as there is; in all lanes together it is limited. */
  readonly take: (wanted: number) => number
  /** Gives room back. */
  readonly give: (count: number) => void
}

/** A webhook that may be sent something now, and the warehouses of its owner. */
interface Readiness {
  readonly webhook: WebhookRecord
  readonly scope: WarehouseScope
}

/** What one process does for one webhook. */
export interface WebhookWorker {
  /** When to look again, in epoch milliseconds. */
  lookAt: number
  /** It got less room than it wanted. */
  readonly isStarved: boolean
  /** Deliveries under way. */
  readonly running: ReadonlySet<Promise<void>>
  /** Claims what is due, as far as there is room, and starts it in the order of the feed. One look at a time. */
  look(): Promise<void>
}

export function createWebhookWorker(rec: number, parts: WebhookWorkerParts): WebhookWorker {
  const { webhooks, deliveries, feed, rights, deliver, options, log, take, give } = parts
  const { now, perWebhook, claimMs, lookMs } = options
  const running = new Set<Promise<void>>()

  const readiness = async (): Promise<Readiness | undefined> => {
    const webhook = await webhooks.findById(rec).lean<WebhookRecord>()
    const owner = webhook && rights.of(webhook.owner)
    if (!webhook?.active || !owner || !mayReceive(owner)) return undefined
    return (webhook.pausedUntil?.getTime() ?? 0) > now() ? undefined : { webhook, scope: owner.warehouses }
  }

  const claim = async (most: number): Promise<DeliveryRecord[]> => {
    const first = await deliveries
      .find({ rec })
      .sort({ due: 1, sequence: 1 })
      .limit(most + 1)
      .lean<DeliveryRecord[]>()
    const due = first.filter((delivery) => delivery.due.getTime() <= now()).slice(0, most)
    lane.lookAt = Math.min(first[due.length]?.due.getTime() ?? Number.POSITIVE_INFINITY, now() + lookMs)
    if (due.length === 0) return []
    const mark = randomUUID()
    const changes = { claim: mark, due: new Date(now() + claimMs) }
    const ids = due.map(({ _id }) => _id)
    await deliveries.updateMany({ _id: { $in: ids }, due: { $lte: new Date(now()) } }, { $set: changes })
    const claimed = await deliveries.find({ claim: mark }).lean<DeliveryRecord[]>()
    const order = new Map(ids.map((id, index) => [id, index]))
    return claimed.sort((one, other) => (order.get(one._id) ?? 0) - (order.get(other._id) ?? 0))
  }

  const start = (work: Promise<void>) => {
    const one = work
      .catch((error: unknown) => log.warn({ err: error, rec }, 'A delivery is tried again when its claim ends'))
      .finally(() => {
        running.delete(one)
        // Not for each one that ends: some together cost no more to claim than one.
        if (running.size <= perWebhook / 2) lane.lookAt = 0
        give(1)
      })
    running.add(one)
  }

  /** Starts what it claims, in the order of the feed; resolves with the number of them. */
  const claimAndStart = async ({ webhook, scope }: Readiness, most: number): Promise<number> => {
    const claimed = await claim(most)
    if (claimed.length === 0) return 0
    const changes = await feed.pick(
      claimed.map(({ sequence }) => sequence),
      scope,
    )
    for (const delivery of claimed) {
      const change = changes.get(delivery.sequence)
      // Without one it is outside the scope that its owner has by now.
      start(change ? deliver(webhook, delivery, change) : forget(delivery))
    }
    return claimed.length
  }

  const forget = async ({ _id, claim }: DeliveryRecord) => {
    await deliveries.deleteOne({ _id, claim })
  }

  let isStarved = false
  const lane = {
    lookAt: 0,
    get isStarved() {
      return isStarved
    },
    running,
    async look() {
      lane.lookAt = now() + lookMs
      const ready = await readiness()
      if (!ready) return
      const atOnce = ready.webhook.failingSince ? 1 : perWebhook
      const wanted = Math.max(0, atOnce - running.size)
      const granted = take(wanted)
      isStarved = granted < wanted
      let started = 0
      try {
        if (granted > 0) started = await claimAndStart(ready, granted)
      } finally {
        give(granted - started)
      }
    },
  }
  return lane
}
