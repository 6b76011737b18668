import { type Document, deserialize } from 'bson'
import type { BulkOptions, BulkWriteGroup } from './operations.ts'

/** What the operations of a bulkWrite did together. */
export interface BulkCounts {
  nErrors: number
  nInserted: number
  nMatched: number
  nModified: number
  nUpserted: number
  nDeleted: number
}

/** The result of one operation, as a document of the reply's cursor. */
export type BulkResult = Document & { readonly ok: 0 | 1; readonly idx: number }

/** Counts what groups answer, and collects the results of their operations. */
export class BulkResults {
  readonly counts: BulkCounts = { nErrors: 0, nInserted: 0, nMatched: 0, nModified: 0, nUpserted: 0, nDeleted: 0 }
  readonly documents: BulkResult[] = []
  readonly #options: BulkOptions

  constructor(options: BulkOptions) {
    this.#options = options
  }

  /** Adds the reply of a group; false if no further one is to be carried out. */
  add(group: BulkWriteGroup, reply: Uint8Array): boolean {
    const { n = 0, nModified = 0, upserted = [], writeErrors = [] } = deserialize(reply)
    this.#count(group, n, nModified, upserted.length)
    const failed = new Map<number, Document>(writeErrors.map((error: Document) => [error.index, error]))
    this.counts.nErrors += failed.size
    const isOver = this.#options.ordered && failed.size > 0
    for (let index = 0; index < group.count; index++) {
      const error = failed.get(index)
      if (error) this.documents.push(toFailure(group, error))
      else if (!this.#options.errorsOnly) this.documents.push(toSuccess(group, index, n, nModified, upserted[0]))
      if (error && isOver) break
    }
    return !isOver
  }

  #count({ kind }: BulkWriteGroup, n: number, nModified: number, nUpserted: number): void {
    const { counts } = this
    if (kind === 'insert') counts.nInserted += n
    else if (kind === 'delete') counts.nDeleted += n
    else {
      counts.nMatched += n - nUpserted
      counts.nModified += nModified
      counts.nUpserted += nUpserted
    }
  }
}

function toSuccess({ kind, first }: BulkWriteGroup, index: number, n: number, nModified: number, upserted?: Document) {
  const result: BulkResult = { ok: 1, idx: first + index, n: kind === 'insert' ? 1 : n }
  if (kind !== 'update') return result
  return { ...result, nModified, ...(upserted && { upserted: { _id: upserted._id } }) }
}

function toFailure({ kind, first }: BulkWriteGroup, { index, ...error }: Document): BulkResult {
  return { ok: 0, idx: first + index, ...error, n: 0, ...(kind === 'update' && { nModified: 0 }) }
}
