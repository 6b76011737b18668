import type { Connection } from 'mongoose'
import { isDuplicateKey } from '../../../../shared/database/database-errors.ts'
import { inTransaction } from '../../../../shared/database/transaction.ts'
import { type ChangeOutline, type Feed, isVisible } from '../../feed/feed.ts'
import type { ClientRights } from '../endpoints/client-rights.ts'
import type { WebhookModel } from '../endpoints/webhook.model.ts'
import type { DeliveryModel, DeliveryRecord } from './delivery.model.ts'
import type { FanOutModel, FanOutRecord } from './fan-out.model.ts'

const _id = 'webhooks'
const MAX_CHANGES = 500
/** A transaction ends with the change that reaches this number of deliveries. */
const ENOUGH_DELIVERIES = 1_000
const TIMEOUT_MS = 8_000
/** The records of deliveries that no process could make are removed so long after they would be given up. */
const EXPIRES_AFTER_MS = 24 * 3_600_000

type Subscriber = { readonly _id: number; readonly owner: string; readonly events: readonly string[] }

export interface FanOutParts {
  readonly connection: Connection
  readonly feed: Feed
  readonly fanOuts: FanOutModel
  readonly webhooks: WebhookModel
  readonly deliveries: DeliveryModel
  readonly rights: ClientRights
  readonly giveUpAfterMs: number
  readonly now: () => number
}

/** The webhooks that got deliveries in one step, and whether the feed has more. */
interface Step {
  readonly recs: ReadonlySet<number>
  readonly hasMore: boolean
}

/**
 * Creates a delivery of each change for each webhook that subscribes to it. The deliveries and the position in the feed are
 * written in one transaction, so each change is taken exactly once, whatever the number of processes.
 */
export function createFanOut(parts: FanOutParts) {
  const { connection, feed, fanOuts, webhooks, deliveries, rights, giveUpAfterMs, now } = parts

  const toDeliveries = (change: ChangeOutline, subscribers: readonly Subscriber[], at: number): DeliveryRecord[] =>
    subscribers
      .filter(({ events }) => events.includes(change.type))
      // If the owner's warehouses are not known yet, the worker decides when it sends.
      .filter(({ owner }) => isVisible(change, rights.of(owner)?.warehouses ?? 'all'))
      .map(({ _id: rec }) => ({
        _id: `msg_${rec}_${change._id}`,
        rec,
        sequence: change._id,
        type: change.type,
        attempts: 0,
        due: new Date(at),
        claim: null,
        giveUpAt: new Date(at + giveUpAfterMs),
        expires: new Date(at + giveUpAfterMs + EXPIRES_AFTER_MS),
      }))

  /** Resolves to false if another process has taken these changes. */
  const write = (from: FanOutRecord, to: Omit<FanOutRecord, '_id'>, created: readonly DeliveryRecord[]) =>
    inTransaction(connection, Date.now() + TIMEOUT_MS, async (session) => {
      const { matchedCount } = await fanOuts.updateOne({ _id, sequence: from.sequence }, { $set: to }, { session })
      if (matchedCount === 0) return false
      if (created.length > 0) await deliveries.insertMany(created, { session })
      return true
    })

  return {
    /** Starts at the end of the feed: no webhook gets changes from before it was created. */
    async prepare(): Promise<void> {
      if (await fanOuts.exists({ _id })) return
      await fanOuts.create([{ _id, sequence: await feed.end(), at: new Date(now()) }]).catch((error: unknown) => {
        if (!isDuplicateKey(error)) throw error
      })
    },

    /** Takes the next changes of the feed. */
    async step(): Promise<Step> {
      const from = await fanOuts.findById(_id).lean<FanOutRecord>().orFail()
      const outlines = await feed.outline(from.sequence, MAX_CHANGES)
      const last = outlines.at(-1)
      if (!last) return { recs: new Set(), hasMore: false }
      // Read after the feed: a webhook that existed when a change happened gets it.
      const subscribers = await webhooks
        .find({ active: true }, { owner: 1, events: 1 })
        .sort({ _id: 1 })
        .lean<Subscriber[]>()
      const at = Math.max(now(), from.at.getTime())
      const created: DeliveryRecord[] = []
      let reached = last._id
      for (const change of outlines) {
        created.push(...toDeliveries(change, subscribers, at))
        reached = change._id
        if (created.length >= ENOUGH_DELIVERIES) break
      }
      const isOurs = await write(from, { sequence: reached, at: new Date(at) }, created)
      const recs = new Set(isOurs ? created.map(({ rec }) => rec) : [])
      return { recs, hasMore: reached < last._id || outlines.length === MAX_CHANGES }
    },
  }
}

export type FanOut = ReturnType<typeof createFanOut>
