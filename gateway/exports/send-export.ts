import { createHash } from 'node:crypto'
import { once } from 'node:events'
import type { Request } from 'express'
import type { Operation } from '../../shared/contract/core/operation.ts'
import type { RecordId } from '../../shared/contract/core/paging.ts'
import type { RpcReply } from '../../shared/messaging/broker.ts'
import { JSON_TYPE, sendReply } from '../http/answer.ts'
import type { Answer } from '../http/handler.ts'
import { type Format, formats } from './formats.ts'

/** Setting of the app: milliseconds within which the client must take a part of an export. */
export const EXPORT_STALL_MS = 'export stall ms'
const DEFAULT_STALL_MS = 30_000
/** Requests that an export counts as. */
export const EXPORT_COST = 10

type NextPart = (after: RecordId | null) => Promise<RpcReply>

/** The format that a request prefers to a page of JSON; undefined if it wants a page. */
export function exportFormat({ paged }: Operation, req: Request): Format | undefined {
  if (!paged || req.method !== 'GET') return undefined
  const offered = Object.values(formats)
  const preferred = req.accepts(JSON_TYPE, ...offered.map(({ type }) => type))
  return offered.find(({ type }) => type === preferred)
}

/**
 * Streams a whole list, part by part (docs/interface.md#exports). An error before the first byte is answered as ever; after it, the
 * connection ends without the end mark. A part is asked for when the client has taken the one before.
 */
export async function sendExport(res: Answer, operation: Operation, format: Format, next: NextPart): Promise<void> {
  res.setHeader('X-RateLimit-Cost', EXPORT_COST)
  await res.locals.countFurther?.(EXPORT_COST - 1)
  let part = await res.locals.slot.run(() => next(null))
  if (part.error) return sendReply(res, operation, part)
  res.locals.slot.release()
  res.setHeader('Content-Type', format.type)
  res.setHeader('Cache-Control', 'private, no-store')
  res.setHeader('Vary', 'Accept')
  const digest = createHash('sha256')
  const write = (text: string) => {
    digest.update(text)
    return writePart(res, text)
  }
  try {
    let count = 0
    let text = format.header(operation)
    for (;;) {
      const records = readRecords(part)
      count += records.length
      await write(text + records.map((record) => format.record(record, operation)).join(''))
      text = ''
      if (part.next === undefined) break
      part = await next(part.next)
      if (part.error) throw new Error(`A part of the export was refused: ${part.error}`)
    }
    res.end(format.end(count, digest.digest('hex')))
    if (!res.writableFinished) await withinStallTime(res, 'finish')
  } catch (error) {
    res.locals.log.info({ err: error, requestId: res.locals.requestId }, 'An export was not finished')
    res.destroy()
  }
}

/** The records of a part, whose body is the page envelope. */
function readRecords({ body }: RpcReply): readonly Readonly<Record<string, unknown>>[] {
  // The service has checked it against the contract.
  return (JSON.parse(body.toString()) as { value: Readonly<Record<string, unknown>>[] }).value
}

async function writePart(res: Answer, text: string): Promise<void> {
  if (res.destroyed) throw new Error('The client has gone')
  if (!res.write(text)) await withinStallTime(res, 'drain')
}

/** Rejects if the client goes away or takes nothing for too long. */
async function withinStallTime(res: Answer, event: 'drain' | 'finish'): Promise<void> {
  const stallMs = Number(res.app.get(EXPORT_STALL_MS) ?? DEFAULT_STALL_MS)
  const other = new AbortController()
  const signal = AbortSignal.any([other.signal, AbortSignal.timeout(stallMs)])
  const gone = once(res, 'close', { signal }).then(() => {
    throw new Error('The client has gone')
  })
  try {
    await Promise.race([once(res, event, { signal }), gone])
  } finally {
    gone.catch(() => undefined)
    other.abort()
  }
}
