import type { ClientSession, Connection, QueryFilter } from 'mongoose'
import { AppError } from '../../../shared/contract/core/errors.ts'
import type { Output } from '../../../shared/contract/core/operation.ts'
import {
  ALL_OF,
  type Change,
  type ChangeReader,
  type ChangeType,
  type FeedType,
  toChange,
} from '../../../shared/contract/notifications/changes.ts'
import { DOCUMENTS_CHANGED } from '../../../shared/contract/notifications/document-payload.ts'
import type { notifications } from '../../../shared/contract/notifications/notifications.ts'
import { type ChangeModel, type ChangeRecord, EVERYWHERE } from './change.model.ts'
import { firstSince, lastUntil, latestUpTo } from './feed-times.ts'
import type { Sequence } from './sequence.model.ts'

/** Most positions that one response covers, however few of the changes are visible to the caller. */
const MAX_SCANNED = 10_000
/** An event of a count or of a step of an order may be hundreds of kilobytes long; a message has room for 15 MB. */
const MAX_EVENT_BYTES = 1_000_000
const READ_AT_ONCE = 100

type Changes = Output<(typeof notifications)['listChanges']>
type FeedEvents = Output<(typeof notifications)['readEvents']>
type FeedTimes = Output<(typeof notifications)['readTimes']>

type OutlineOf<T> = Pick<ChangeRecord, '_id' | 'wids'> & { readonly type: T }
/** An event of the feed without its data. */
export type ChangeOutline = OutlineOf<FeedType>

export function createFeed(connection: Connection, changes: ChangeModel, sequence: Sequence) {
  /** In a causally consistent session no read sees an older state than the one before, whichever member answers. */
  const inSession = async <T>(work: (session: ClientSession) => Promise<T>): Promise<T> => {
    const session = await connection.startSession({ causalConsistency: true })
    try {
      return await work(session)
    } finally {
      await session.endSession()
    }
  }

  const end = () => inSession((session) => sequence.last(session))

  return {
    /** The sequence of the last change. */
    end,
    /** The sequence of the first change at or after a moment; undefined if no change follows it. */
    firstSince: async (moment: Date): Promise<number | undefined> => firstSince(changes, await end(), moment),
    /** The sequence of the last change at or before a moment; 0 if no change precedes it. */
    lastUntil: async (moment: Date): Promise<number> => lastUntil(changes, await end(), moment),
    /** When the change with a sequence happened, the next one, and the latest of those up to it. */
    async times(sequence: number): Promise<FeedTimes> {
      const [own, next] = await Promise.all(
        [sequence, sequence + 1].map((_id) => changes.findById(_id, { at: 1 }).lean()),
      )
      const latest = await latestUpTo(changes, sequence)
      return { at: toText(own?.at), latest: toText(latest), next: toText(next?.at) }
    },
    /** The changes after a position, without data and regardless of the reader. */
    outline: (since: number, limit: number): Promise<ChangeOutline[]> =>
      changes
        // Sequences are committed in order, so an ascending read has no gap.
        .find({ _id: { $gt: since } }, { type: 1, wids: 1 })
        .readConcern('majority')
        .sort({ _id: 1 })
        .limit(limit)
        .lean<ChangeOutline[]>(),
    /** The changes after a position in full, at most so many and about 1 MB. */
    readEvents: (since: number, limit: number): Promise<FeedEvents> =>
      inSession(async (session) => {
        const last = await sequence.last(session)
        if (since >= last) return { value: [], next: since, hasMore: false }
        const found = changes
          .find({ _id: { $gt: since, $lte: last } }, null, { session })
          .readConcern('majority')
          .sort({ _id: 1 })
          .limit(limit)
          .lean<ChangeRecord>()
          .cursor({ batchSize: READ_AT_ONCE })
        const value: FeedEvents['value'] = []
        let bytes = 0
        for await (const { _id, eventId: id, type, at, data } of found) {
          value.push({ sequence: _id, id, type, at: at.toISOString(), data })
          bytes += JSON.stringify(data).length
          if (bytes > MAX_EVENT_BYTES) break
        }
        const next = value.at(-1)?.sequence ?? since
        return { value, next, hasMore: next < last }
      }),
    /** The changes with these sequences that are visible to the reader, by sequence. */
    async pick(sequences: readonly number[], reader: ChangeReader): Promise<ReadonlyMap<number, Change>> {
      const found = await changes.find({ _id: { $in: [...sequences] }, ...visibleTo(reader) }).lean<ChangeRecord[]>()
      return new Map(found.map((record) => [record._id, fromRecord(record, reader)]))
    },
    /** The changes after a position that are visible to the reader. Throws 409 for a position beyond the end of the feed. */
    read: (since: number, limit: number, reader: ChangeReader): Promise<Changes> =>
      inSession(async (session) => {
        const last = await sequence.last(session)
        if (since > last) throw new AppError('conflict', `The feed ends at ${last}.`)
        const upTo = Math.min(last, since + MAX_SCANNED)
        const found = await changes
          .find({ _id: { $gt: since, $lte: upTo }, ...visibleTo(reader) }, null, { session })
          // What a majority has committed is never rolled back, so its sequence is final.
          .readConcern('majority')
          .sort({ _id: 1 })
          .limit(limit)
          .lean<ChangeRecord[]>()
        const next = (found.length === limit ? found.at(-1)?._id : undefined) ?? upTo
        return { since, next, hasMore: next < last, value: found.map((record) => fromRecord(record, reader)) }
      }),
  }
}

export type Feed = ReturnType<typeof createFeed>

const toText = (at: Date | undefined) => at?.toISOString() ?? null

const visibleTo = ({ scope, hidden }: ChangeReader): QueryFilter<ChangeRecord> => ({
  type: { $nin: [...hidden, DOCUMENTS_CHANGED] },
  ...(scope !== 'all' && {
    wids: { $in: [...scope, EVERYWHERE] },
    $or: [{ wids: { $ne: ALL_OF } }, { wids: { $not: { $elemMatch: { $nin: [...scope, ALL_OF] } } } }],
  }),
})

/** Whether a change is visible to a reader. */
export function isVisible({ wids, type }: OutlineOf<ChangeType>, { scope, hidden }: ChangeReader): boolean {
  if (hidden.includes(type)) return false
  if (scope === 'all') return true
  if (wids.includes(ALL_OF)) return wids.every((wid) => wid === ALL_OF || scope.includes(wid))
  return wids.some((wid) => wid === EVERYWHERE || scope.includes(wid))
}

/** Only changes were read. */
const fromRecord = ({ _id: sequence, eventId: id, type, at, data }: ChangeRecord, { scope }: ChangeReader): Change =>
  toChange({ sequence, id, type: type as ChangeType, at: at.toISOString(), data }, scope)
