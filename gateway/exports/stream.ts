import { once } from 'node:events'
import type { Answer } from '../http/handler.ts'

/** Setting of the app: milliseconds within which the client must take the next slice of a list. */
export const EXPORT_STALL_MS = 'export stall ms'
const DEFAULT_STALL_MS = 30_000
/** With the time for it, 1 kB/s at least. */
const SLICE_BYTES = 30_000

/** Sends texts as they come. Ends the connection if a text fails, or the client goes away or takes less than 1 kB/s. */
export async function streamTexts(
  res: Answer,
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

async function writeSlice(res: Answer, slice: Buffer): Promise<void> {
  if (res.destroyed) throw new Error('The client has gone')
  if (!res.write(slice)) await withinStallTime(res, 'drain')
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
