import type { ClientSession } from 'mongoose'
import type { ChangeType } from '../../../shared/contract/notifications/changes.ts'
import type { Moment } from '../reports/report.ts'

/** One event of the feed in full, as its schema in shared/contract/events.ts has it. */
export interface FeedChange {
  readonly sequence: number
  readonly type: ChangeType
  readonly at: Date
  readonly data: unknown
}

/** What is derived from the feed, of one generation. */
export interface History {
  /** Makes collections and indexes. */
  prepare(): Promise<void>
  /** Derives rows of changes, ascending and each exactly once, in the transaction of the session. */
  apply(changes: readonly FeedChange[], session: ClientSession): Promise<void>
  /** Drops its collections. */
  drop(): Promise<void>
}

/** What a report reads of it. */
export interface HistoryReads {
  /** The end of what was derived: the sequence of the last change and the moment of the last of them. */
  readonly generation: number
  /** Placeholder until the first report: how many keys have a state at a moment. */
  countKeys(moment: Moment): Promise<number>
}
