import type { FeedType } from '../../../shared/contract/notifications/changes.ts'
import { DOCUMENTS_CHANGED, type DocumentFacts } from '../../../shared/contract/notifications/document-facts.ts'

/** One event of the feed in full, as shared/contract/events.ts has it; each lot of a stock change has its facts. */
export interface FeedChange {
  readonly sequence: number
  readonly type: FeedType
  readonly at: Date
  readonly data: unknown
}

export interface DocumentsChange extends FeedChange {
  readonly data: DocumentFacts
}

/** The feed holds what the schema of the type has let in. */
export const isOfDocuments = (change: FeedChange): change is DocumentsChange => change.type === DOCUMENTS_CHANGED
