import type { Fetch, TokenSource } from './token-source.ts'

export type Wait = (ms: number) => Promise<unknown>

export interface Repetition {
  readonly wait: Wait
  readonly maxAttempts: number
  /** Absent: requests are sent without a token. */
  readonly tokens?: TokenSource
}

export const waitFor: Wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * Repeats a request until its outcome is known: after 429 at the time of `Retry-After`, after 503, 504 and broken
 * connections with growing pauses, after a 401 once with a new token. A write keeps its Idempotency-Key, so it takes effect
 * once.
 */
export function repeating(send: Fetch, { wait, maxAttempts, tokens }: Repetition): Fetch {
  return async (given) => {
    const request = withKey(given)
    let isRenewed = false
    for (let attempt = 1; ; attempt++) {
      const isLast = attempt >= maxAttempts
      const token = await tokens?.get()
      const answer = await send(withToken(request, token)).catch((error: unknown) => {
        if (isLast || request.signal.aborted) throw error
        return undefined
      })
      if (answer?.status === 401 && token !== undefined && !isRenewed) {
        isRenewed = true
        tokens?.drop(token)
        continue
      }
      if (answer && (isLast || !(await isUndecided(answer)))) return answer
      await wait(pauseMs(answer, attempt))
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

function withToken(request: Request, token: string | undefined): Request {
  const copy = request.clone()
  if (token !== undefined) copy.headers.set('Authorization', `Bearer ${token}`)
  return copy
}

/** Whether the outcome is open: also 409 while an earlier try of the same request is still running. */
async function isUndecided(answer: Response): Promise<boolean> {
  if ([429, 503, 504].includes(answer.status)) return true
  return answer.status === 409 && (await answer.clone().text()).includes('this Idempotency-Key is still running')
}

function pauseMs(answer: Response | undefined, attempt: number): number {
  const seconds = Number(answer?.headers.get('Retry-After') ?? Number.NaN)
  return Number.isFinite(seconds) ? seconds * 1000 : Math.min(250 * 2 ** attempt, 8_000)
}
