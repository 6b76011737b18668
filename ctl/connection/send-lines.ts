import { AppError, type ErrorBody } from '../../shared/contract/core/errors.ts'
import { isTemporary, retryWhileUnavailable } from './retry-while-unavailable.ts'

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
