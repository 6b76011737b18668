import type { Request } from 'express'
import { type ExportFormat, exportFormats } from '../../shared/contract/core/export-formats.ts'
import type { Operation } from '../../shared/contract/core/operation.ts'
import { type ReadChunk, readArray, readExport } from '../../shared/messaging/rpc/export-chunks.ts'
import { JSON_TYPE, sendReply, setSnapshot } from '../http/answer.ts'
import type { Answer } from '../http/handler.ts'
import { joinNames, queryOf, readParameter } from '../http/query.ts'
import type { Slot } from '../overload/concurrency-limiter.ts'
import { asExport, type ExportLimit } from './export-limit.ts'
import { streamTexts } from './stream.ts'

/** Requests that an export counts as. */
export const EXPORT_COST = 10

/** The format that a request prefers to a page of JSON; undefined if it wants a page. */
export function exportFormat({ paged }: Operation, req: Request): ExportFormat | undefined {
  if (!paged || req.method !== 'GET') return undefined
  const offered = Object.values(exportFormats)
  const preferred = req.accepts(JSON_TYPE, ...offered.map(({ type }) => type))
  return offered.find(({ type }) => type === preferred)
}

/**
 * Streams a whole list, chunk by chunk (docs/interface.md#exports). An error before the first byte is answered as usual;
 * after it, the connection ends without the end mark. While the client takes a chunk, only the next one is read.
 */
export function sendExport(
  res: Answer,
  operation: Operation,
  format: ExportFormat,
  next: ReadChunk,
  slot: Slot,
  limit: ExportLimit,
): Promise<void> {
  return asExport(res, limit, async () => {
    res.setHeader('X-RateLimit-Cost', EXPORT_COST)
    await res.locals.countFurther?.(EXPORT_COST - 1)
    const chunk = await slot.run(() => next(null))
    if (chunk.error) return sendReply(res, operation, chunk)
    slot.release()
    res.setHeader('Vary', 'Accept')
    if (chunk.snapshot) setSnapshot(res, chunk.snapshot)
    nameUnused(res, ['page', 'pageSize', 'after', ...(chunk.sorted ? [] : ['sort', 'direction'])])
    await streamTexts(res, format.type, readExport(operation, format, chunk, next))
  })
}

/** Names parameters of a page that this export does not use, beside those that no list knows. */
function nameUnused(res: Answer, parameters: readonly string[]): void {
  const query = queryOf(res.req, res.locals)
  const unused = parameters.filter((name) => readParameter(query, name) !== undefined)
  const ignored = joinNames([...(res.locals.ignored === undefined ? [] : [res.locals.ignored]), ...unused])
  if (ignored === undefined) return
  res.locals.ignored = ignored
  res.setHeader('X-Ignored-Parameters', ignored)
}

/** Sends an array: at once if it has one chunk, else chunk by chunk, and a cut one is not JSON (docs/interface.md#pages). */
export async function sendArray(
  res: Answer,
  operation: Operation,
  next: ReadChunk,
  slot: Slot,
  limit: ExportLimit,
): Promise<void> {
  const chunk = await slot.run(() => next(null))
  if (chunk.error || chunk.next === undefined) return sendReply(res, operation, chunk)
  slot.release()
  const texts = res.req.method === 'HEAD' ? [] : readArray(chunk, next)
  await asExport(res, limit, () => streamTexts(res, JSON_TYPE, texts))
}
