import { AppError } from '../../shared/contract/core/errors.ts'
import type { Answer } from '../http/handler.ts'

/** Most lists that are streamed to a client at once, by each gateway. */
export const MAX_EXPORTS = 4
/** When one of them may have ended. */
const RETRY_AFTER_SECONDS = 10

/** By app: how many are streamed to each client. */
const running = new WeakMap<object, Map<string, number>>()

/** Streams a list to the request's client; 429 if so many are being streamed to it already. */
export async function asExport(res: Answer, stream: () => Promise<void>): Promise<void> {
  const counts = running.get(res.app) ?? new Map<string, number>()
  running.set(res.app, counts)
  const client = res.locals.caller?.id ?? ''
  const count = counts.get(client) ?? 0
  if (count >= MAX_EXPORTS) {
    res.setHeader('Retry-After', RETRY_AFTER_SECONDS)
    throw new AppError('rate_limited', `Too many exports. Maximum ${MAX_EXPORTS} at once.`)
  }
  counts.set(client, count + 1)
  try {
    await stream()
  } finally {
    const left = (counts.get(client) ?? 1) - 1
    if (left > 0) counts.set(client, left)
    else counts.delete(client)
  }
}
