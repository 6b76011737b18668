import type { Fetch, TokenSource } from './token-source.ts'

export type Wait = (ms: number) => Promise<unknown>

export interface Repetition {
  readonly wait: Wait
  readonly maxAttempts: number
  /** Absent: requests are sent without a token. */
  readonly tokens?: TokenSource
}

export const waitFor: Wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

/** The service lets go of the key of a process that was lost 18 s after its request began. */
const RUNNING_MS = 20_000
/** Counted of a shorter pause, so that the pauses end. */
const MIN_RUNNING_PAUSE_MS = 500

/**
 * Repeats a request until its outcome is known: after 429 at the time of `Retry-After`, after 503, 504 and broken
 * connections with growing pauses, after a 401 once with a new token. A write keeps its Idempotency-Key, so it takes effect
 * once; while an earlier try of it is still running, pauses of 20 s in all are no attempts.
 */
export function repeating(send: Fetch, { wait, maxAttempts, tokens }: Repetition): Fetch {
  return async (given) => {
    const request = withKey(given)
    let isRenewed = false
    let waitedMs = 0
    for (let attempt = 1; ; ) {
      const isLast = attempt >= maxAttempts
      const token = await tokens?.get()
      const response = await send(withToken(request, token)).catch((error: unknown) => {
        if (isLast || request.signal.aborted) throw error
        return undefined
      })
      if (response?.status === 401 && token !== undefined && !isRenewed) {
        isRenewed = true
        tokens?.drop(token)
        continue
      }
      const isRunning = response !== undefined && isStillRunning(response)
      const isPatient = isRunning && waitedMs < RUNNING_MS
      if (response && !isPatient && (isLast || !(isRunning || [429, 503, 504].includes(response.status))))
        return response
      const pause = pauseMs(response, attempt)
      await wait(pause)
      if (isPatient) waitedMs += Math.max(pause, MIN_RUNNING_PAUSE_MS)
      else attempt++
    }
  }
}

/** Adds an Idempotency-Key to a write that has none. */
function withKey(request: Request): Request {
  if (request.method === 'GET' || request.method === 'HEAD' || request.headers.has('Idempotency-Key')) return request
  const keyed = new Request(request)
  keyed.headers.set('Idempotency-Key', crypto.randomUUID())
  return keyed
}

/** Redirects are not followed: they would take the token, or the secret of a token request, along. */
function withToken(request: Request, token: string | undefined): Request {
  const copy = new Request(request.clone(), { redirect: 'manual' })
  if (token !== undefined) copy.headers.set('Authorization', `Bearer ${token}`)
  return copy
}

/** Whether the outcome is open, as an earlier try of the same request is still running. No other 409 has `Retry-After`. */
export const isStillRunning = ({ status, headers }: Pick<Response, 'status' | 'headers'>): boolean =>
  status === 409 && headers.has('Retry-After')

function pauseMs(response: Response | undefined, attempt: number): number {
  const seconds = Number(response?.headers.get('Retry-After') ?? Number.NaN)
  return Number.isFinite(seconds) ? seconds * 1000 : Math.min(250 * 2 ** attempt, 8_000)
}
