import type { Connection } from 'mongoose'
import { isDuplicateKey } from '../../../../shared/database/database-errors.ts'
import { inTransaction } from '../../../../shared/database/transaction.ts'
import { type ChangeOutline, type Feed, isVisible } from '../../feed/feed.ts'
import type { ClientRights } from '../client-rights.ts'
import type { WebhookModel } from '../webhook.model.ts'
import type { DeliveryModel, DeliveryRecord } from './delivery.model.ts'
import type { FanOutModel, FanOutRecord } from './fan-out.model.ts'

const _id = 'webhooks'
const CHANGES_AT_ONCE = 500
/** In one transaction, but for the last change's own. */
const DELIVERIES_AT_ONCE = 1_000
const TIMEOUT_MS = 8_000
/** What nobody could deliver, because its webhook is gone or switched off, is forgotten so long after it would be given up. */
const FORGOTTEN_AFTER_MS = 24 * 3_600_000

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

/** What one step made: the webhooks that got deliveries, and whether the feed goes on. */
interface Step {
  readonly recs: ReadonlySet<number>
  readonly hasMore: boolean
}

/**
 * Makes a delivery of each change for each webhook that wants it. The deliveries and the position in the feed are written in one
 * transaction, so that no change is left out or taken twice, by however many processes.
 */
export function createFanOut(parts: FanOutParts) {
  const { connection, feed, fanOuts, webhooks, deliveries, rights, giveUpAfterMs, now } = parts

  const toDeliveries = (change: ChangeOutline, subscribers: readonly Subscriber[], at: number): DeliveryRecord[] =>
    subscribers
      .filter(({ events }) => events.includes(change.type))
      // What is not known yet is decided when it is sent.
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
        expires: new Date(at + giveUpAfterMs + FORGOTTEN_AFTER_MS),
      }))

  /** False if another process did it. */
  const write = (from: FanOutRecord, to: Omit<FanOutRecord, '_id'>, made: readonly DeliveryRecord[]) =>
    inTransaction(connection, Date.now() + TIMEOUT_MS, async (session) => {
      const { matchedCount } = await fanOuts.updateOne({ _id, sequence: from.sequence }, { $set: to }, { session })
      if (matchedCount === 0) return false
      if (made.length > 0) await deliveries.insertMany(made, { session })
      return true
    })

  return {
    /** Begins at the end of the feed: what happened before the first webhook was made is nobody's. */
    async prepare(): Promise<void> {
      if (await fanOuts.exists({ _id })) return
      await fanOuts.create([{ _id, sequence: await feed.end(), at: new Date(now()) }]).catch((error: unknown) => {
        if (!isDuplicateKey(error)) throw error
      })
    },

    /** Takes the next stretch of the feed. */
    async step(): Promise<Step> {
      const from = await fanOuts.findById(_id).lean<FanOutRecord>().orFail()
      const stretch = await feed.outline(from.sequence, CHANGES_AT_ONCE)
      const last = stretch.at(-1)
      if (!last) return { recs: new Set(), hasMore: false }
      // After the feed, so that a webhook is told of whatever happened since it was made.
      const subscribers = await webhooks
        .find({ active: true }, { owner: 1, events: 1 })
        .sort({ _id: 1 })
        .lean<Subscriber[]>()
      const at = Math.max(now(), from.at.getTime())
      const made: DeliveryRecord[] = []
      let reached = last._id
      for (const change of stretch) {
        made.push(...toDeliveries(change, subscribers, at))
        reached = change._id
        if (made.length >= DELIVERIES_AT_ONCE) break
      }
      const isOurs = await write(from, { sequence: reached, at: new Date(at) }, made)
      const recs = new Set(isOurs ? made.map(({ rec }) => rec) : [])
      return { recs, hasMore: reached < last._id || stretch.length === CHANGES_AT_ONCE }
    },
  }
}

export type FanOut = ReturnType<typeof createFanOut>
