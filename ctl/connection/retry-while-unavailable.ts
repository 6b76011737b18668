import { setTimeout as delay } from 'node:timers/promises'
import { AppError, type ErrorBody } from '../../shared/contract/core/errors.ts'
import { CtlError } from '../output/failure.ts'

const PAUSE_MS = 1_000
/** More seconds than an interrupted write can keep its operation id `running`. */
const TRIES = 25

/** Ends a whole series of calls. */
export class Stopped extends CtlError {
  override readonly name = 'Stopped'
}

/** Repeats a call for half a minute while the system does not answer. A write must keep its operation id. Throws Stopped. */
export async function retryWhileUnavailable<T>(call: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await call()
    } catch (error) {
      if (!isTemporary(error)) throw error
      if (attempt === TRIES) throw new Stopped('The system does not answer any more.')
      await delay(PAUSE_MS)
    }
  }
}

/** Whether a repeat under the same operation id may have another outcome. */
function isTemporary(error: unknown): boolean {
  if (!(error instanceof AppError)) return false
  const { code, reason } = error
  return code === 'service_unavailable' || code === 'outcome_unknown' || reason === 'key_running'
}

/**
 * Sends lines until the outcome of each is known. They are repeated as a whole, each under its key, so that a line is
 * done before those that follow it. Throws Stopped.
 */
export const sendLines = <R extends { readonly error?: ErrorBody | undefined }>(
  send: () => Promise<{ readonly results: readonly R[] }>,
): Promise<readonly R[]> =>
  retryWhileUnavailable(async () => {
    const { results } = await send()
    for (const { error } of results) {
      const refusal = error && AppError.fromBody(error)
      if (isTemporary(refusal)) throw refusal
    }
    return results
  })
