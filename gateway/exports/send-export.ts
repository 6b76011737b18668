import { once } from 'node:events'
import type { Request } from 'express'
import { type ExportFormat, exportFormats } from '../../shared/contract/core/export-formats.ts'
import type { Operation } from '../../shared/contract/core/operation.ts'
import { type ReadPart, readExport } from '../../shared/messaging/rpc/read-export.ts'
import { JSON_TYPE, sendReply } from '../http/answer.ts'
import type { Answer } from '../http/handler.ts'

/** Setting of the app: milliseconds within which the client must take a part of an export. */
export const EXPORT_STALL_MS = 'export stall ms'
const DEFAULT_STALL_MS = 30_000
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
 * Streams a whole list, part by part (docs/interface.md#exports). An error before the first byte is answered as ever; after it, the
 * connection ends without the end mark. While the client takes a part, the next one is read, and no further one.
 */
export async function sendExport(
  res: Answer,
  operation: Operation,
  format: ExportFormat,
  next: ReadPart,
): Promise<void> {
  res.setHeader('X-RateLimit-Cost', EXPORT_COST)
  await res.locals.countFurther?.(EXPORT_COST - 1)
  const part = await res.locals.slot.run(() => next(null))
  if (part.error) return sendReply(res, operation, part)
  res.locals.slot.release()
  res.setHeader('Content-Type', format.type)
  res.setHeader('Cache-Control', 'private, no-store')
  res.setHeader('Vary', 'Accept')
  try {
    for await (const text of readExport(operation, format, part, next)) await writePart(res, text)
    res.end()
    if (!res.writableFinished) await withinStallTime(res, 'finish')
  } catch (error) {
    res.locals.log.info({ err: error, requestId: res.locals.requestId }, 'An export was not finished')
    res.destroy()
  }
}

async function writePart(res: Answer, text: Buffer): Promise<void> {
  if (res.destroyed) throw new Error('The client has gone')
  if (!res.write(text)) await withinStallTime(res, 'drain')
}

/** Rejects if the client goes away or takes nothing for too long. */
async function withinStallTime(res: Answer, event: 'drain' | 'finish'): Promise<void> {
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
