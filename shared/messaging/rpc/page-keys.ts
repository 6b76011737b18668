import type { Operation } from '../../contract/core/operation.ts'
import { type PageFigures, type PagePosition, refusedAfter } from '../../contract/core/paging.ts'
import { readKey, writeKey } from '../../database/page-key.ts'

/** Makes the keys of pages unreadable to clients, and refuses those of others; `list` says of which list they are. */
export interface PageKeys {
  seal(text: string, list: string): Buffer
  /** undefined for what was not sealed for this list. */
  open(sealed: Buffer, list: string): string | undefined
}

/**
 * Where the page of a request begins, and its figures with the key of the next one, once it is read. Throws 400 for an
 * `after` of another list.
 */
export function openPosition(
  operation: Operation,
  input: Readonly<Record<string, unknown>>,
  after: unknown,
  keys: PageKeys | undefined,
) {
  const list = listOf(operation, input)
  const position = readPosition()
  return { position, figuresOf }

  function readPosition(): PagePosition {
    if (after === undefined) return { after: undefined }
    const written = typeof after === 'string' ? keys?.open(Buffer.from(after, 'base64url'), list) : undefined
    if (written === undefined) throw refusedAfter()
    return { after: readKey(written) }
  }

  function figuresOf(output: unknown): PageFigures {
    // `paged` operations have the page envelope as output, which parse() has just checked.
    const { totalCount, page, pageSize, hasMore } = output as Required<PageFigures>
    const next = position.next && keys?.seal(writeKey(position.next), list).toString('base64url')
    return { totalCount, page, pageSize, hasMore, ...(next !== undefined && { next }) }
  }
}

/** What says of which list the key of a page is: its sort and filters, but neither page nor moment. */
function listOf({ name }: Operation, input: Readonly<Record<string, unknown>>): string {
  const { page: _, pageSize: _s, snapshot: _m, ...query } = input
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  return JSON.stringify([name, given.toSorted(([one], [other]) => (one < other ? -1 : 1))])
}
