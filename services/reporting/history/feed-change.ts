import type { FeedType } from '../../../shared/contract/notifications/changes.ts'
import { DOCUMENTS_CHANGED, type DocumentPayload } from '../../../shared/contract/notifications/document-payload.ts'

/** One event of the feed in full, as shared/contract/events.ts has it; each lot of a stock change has its facts. */
export interface FeedChange {
  readonly sequence: number
  readonly type: FeedType
  readonly at: Date
  readonly data: unknown
}

export interface DocumentsChanged extends FeedChange {
  readonly data: DocumentPayload
}

/** The feed holds what the schema of the type has let in. */
export const isOfDocuments = (change: FeedChange): change is DocumentsChanged => change.type === DOCUMENTS_CHANGED
