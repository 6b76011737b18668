import { once } from 'node:events'
import type { Request } from 'express'
import { type ExportFormat, exportFormats } from '../../shared/contract/core/export-formats.ts'
import type { Operation } from '../../shared/contract/core/operation.ts'
import { type ReadChunk, readArray, readExport } from '../../shared/messaging/rpc/read-export.ts'
import type { Response } from '../http/handler.ts'
import { queryOf, readParameter } from '../http/query.ts'
import { JSON_TYPE, sendReply, setSnapshot } from '../http/response.ts'
import type { Slot } from '../limits/concurrency-limiter.ts'
import { asExport, type ExportLimit } from '../limits/export-limit.ts'
import { joinNames } from './ignored-names.ts'

/** Requests that an export counts as. */
const EXPORT_COST = 10

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
  res: Response,
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
function nameUnused(res: Response, parameters: readonly string[]): void {
  const query = queryOf(res.req, res.locals)
  const unused = parameters.filter((name) => readParameter(query, name) !== undefined)
  const ignored = joinNames([...(res.locals.ignored === undefined ? [] : [res.locals.ignored]), ...unused])
  if (ignored === undefined) return
  res.locals.ignored = ignored
  res.setHeader('X-Ignored-Parameters', ignored)
}

/** Sends an array: at once if it has one chunk, else chunk by chunk, and a cut one is not JSON (docs/interface.md#pages). */
export async function sendArray(
  res: Response,
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

/** Setting of the app: milliseconds within which the client must take the next slice of a list. */
export const EXPORT_STALL_MS = 'export stall ms'
const DEFAULT_STALL_MS = 30_000
/** With the time for it, 1 kB/s at least. */
const SLICE_BYTES = 30_000

/** Sends texts as they come. Ends the connection if a text fails, or the client goes away or takes less than 1 kB/s. */
export async function streamTexts(
  res: Response,
  type: string,
  texts: AsyncIterable<Buffer> | readonly Buffer[],
): Promise<void> {
  res.setHeader('Content-Type', type)
  res.setHeader('Cache-Control', 'private, no-store')
  try {
    for await (const text of texts) {
      for (let start = 0; start < text.length; start += SLICE_BYTES)
        await writeSlice(res, text.subarray(start, start + SLICE_BYTES))
    }
    res.end()
    if (!res.writableFinished) await withinStallTime(res, 'finish')
  } catch (error) {
    res.locals.log.info({ err: error, requestId: res.locals.requestId }, 'An export was not finished')
    res.destroy()
  }
}

async function writeSlice(res: Response, slice: Buffer): Promise<void> {
  if (res.destroyed) throw new Error('The client has gone')
  if (!res.write(slice)) await withinStallTime(res, 'drain')
}

/** Rejects if the client goes away or takes nothing for too long. */
async function withinStallTime(res: Response, event: 'drain' | 'finish'): Promise<void> {
  const stallMs = Number(res.app.get(EXPORT_STALL_MS) ?? DEFAULT_STALL_MS)
  const over = new AbortController()
  const { signal } = over
  // Not AbortSignal.any: what it makes of a timeout's signal can be collected as garbage before the time is over.
  const timer = setTimeout(() => over.abort(), stallMs)
  const gone = once(res, 'close', { signal }).then(() => {
    throw new Error('The client has gone')
  })
  try {
    await Promise.race([once(res, event, { signal }), gone])
  } finally {
    gone.catch(() => undefined)
    clearTimeout(timer)
    over.abort()
  }
}
