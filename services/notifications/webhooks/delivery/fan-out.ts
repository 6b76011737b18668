import type { ClientSession, Connection } from 'mongoose'
import { toChangeReader } from '../../../../shared/contract/notifications/changes.ts'
import { DOCUMENTS_CHANGED } from '../../../../shared/contract/notifications/document-payload.ts'
import { isDuplicateKey } from '../../../../shared/database/database-errors.ts'
import { defineSchema, field, type RecordOf } from '../../../../shared/database/record-fields.ts'
import { inTransaction } from '../../../../shared/database/transaction.ts'
import { type ChangeOutline, type Feed, isVisible } from '../../feed/feed.ts'
import type { ClientRights } from '../endpoints/client-rights.ts'
import type { WebhookModel, WebhookRecord } from '../endpoints/webhook.model.ts'
import { type DeliveryModel, type DeliveryRecord, newDelivery } from './delivery.model.ts'

const fields = {
  _id: field.text,
  sequence: field.number,
  /** `due` of the last deliveries. It never decreases, even if clocks differ, so deliveries start in sequence. */
  at: field.date,
}

/** The position in the feed up to which deliveries were made. There is one record. */
type FanOutRecord = RecordOf<typeof fields>

const schema = defineSchema('webhook_fan_out', fields)

export const createFanOutModel = (connection: Connection) => connection.model('WebhookFanOut', schema)
type FanOutModel = ReturnType<typeof createFanOutModel>

const _id = 'webhooks'
const MAX_CHANGES = 500
/** A transaction ends with the change that reaches this number of deliveries. */
const ENOUGH_DELIVERIES = 1_000
const TIMEOUT_MS = 8_000
/** How often a position is stored that has no deliveries. */
const STORE_MS = 1_000

type Subscriber = Pick<WebhookRecord, '_id' | 'owner' | 'events' | 'since'>

interface FanOutDeps {
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
export function createFanOut(deps: FanOutDeps) {
  const { connection, feed, fanOuts, webhooks, deliveries, rights, giveUpAfterMs, now } = deps

  const toDeliveries = (
    { type, ...event }: ChangeOutline,
    subscribers: readonly Subscriber[],
    at: number,
  ): DeliveryRecord[] => {
    if (type === DOCUMENTS_CHANGED) return []
    const change = { ...event, type }
    return subscribers
      .filter(({ events, since = 0 }) => change._id > since && events.includes(type))
      .filter(({ owner }) => {
        const known = rights.of(owner)
        // If the owner's rights are not known yet, the worker decides when it sends.
        return !known || isVisible(change, toChangeReader(known))
      })
      .map(({ _id: rec }) => newDelivery({ rec, sequence: change._id, type }, at, giveUpAfterMs))
  }

  const findSubscribers = () =>
    webhooks.find({ active: true }, { owner: 1, events: 1, since: 1 }).sort({ _id: 1 }).lean<Subscriber[]>()

  /** The stored position, and how far this process has read on without creating deliveries. */
  let position: { readonly stored: FanOutRecord; readonly reached: number } | undefined

  const readPosition = async () => {
    const stored = await fanOuts.findById(_id).lean<FanOutRecord>().orFail()
    return { stored, reached: stored.sequence }
  }

  /** Resolves to false if another process has moved the position. */
  const store = async (from: FanOutRecord, to: FanOutRecord, created: readonly DeliveryRecord[]) => {
    const move = async (session: ClientSession | null) => {
      const { sequence, at } = to
      const { matchedCount } = await fanOuts.updateOne(
        { _id, sequence: from.sequence },
        { sequence, at },
        session ? { session } : {},
      )
      return matchedCount > 0
    }
    const isOurs =
      created.length === 0
        ? await move(null)
        : await inTransaction(connection, Date.now() + TIMEOUT_MS, async (session) => {
            if (!(await move(session))) return false
            await deliveries.insertMany(created, { session })
            return true
          })
    position = isOurs ? { stored: to, reached: to.sequence } : undefined
    return isOurs
  }

  return {
    /** Starts at the end of the feed. */
    async prepare(): Promise<void> {
      if (await fanOuts.exists({ _id })) return
      await fanOuts.create([{ _id, sequence: await feed.end(), at: new Date(now()) }]).catch((error: unknown) => {
        if (!isDuplicateKey(error)) throw error
      })
    },

    /**
     * Skips the changes up to `sequence`. The caller has read it as the end of the feed, and has then found no active
     * webhook.
     */
    async skipTo(sequence: number): Promise<void> {
      position ??= await readPosition()
      const { stored } = position
      const at = new Date(Math.max(now(), stored.at.getTime()))
      if (sequence > stored.sequence) await store(stored, { _id, sequence, at }, [])
    },

    /** Takes the next changes of the feed. */
    async step(): Promise<Step> {
      position ??= await readPosition()
      const { stored, reached } = position
      const outlines = await feed.outline(reached, MAX_CHANGES)
      // Read after the feed: a webhook that existed when a change happened gets it.
      const subscribers = outlines.length === 0 ? [] : await findSubscribers()
      const at = new Date(Math.max(now(), stored.at.getTime()))
      const created: DeliveryRecord[] = []
      let sequence = reached
      for (const change of outlines) {
        created.push(...toDeliveries(change, subscribers, at.getTime()))
        sequence = change._id
        if (created.length >= ENOUGH_DELIVERIES) break
      }
      position = { stored, reached: created.length === 0 ? sequence : reached }
      const isDue = created.length > 0 || (sequence > stored.sequence && at.getTime() - stored.at.getTime() >= STORE_MS)
      const isOurs = isDue && (await store(stored, { _id, sequence, at }, created))
      const recs = new Set(isOurs ? created.map(({ rec }) => rec) : [])
      return { recs, hasMore: sequence < (outlines.at(-1)?._id ?? sequence) || outlines.length === MAX_CHANGES }
    },
  }
}

export type FanOut = ReturnType<typeof createFanOut>
