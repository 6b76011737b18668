/** What a client wants done, once. */
export interface Intent {
  readonly kind: 'receive' | 'move' | 'issue'
  readonly client: TestCaller
  /** Sent as `Idempotency-Key`; without one the intent is sent once. */
  readonly key: string | undefined
  readonly body: Readonly<Record<string, unknown>> & { readonly units: number }
  readonly attempts: Attempt[]
}

export interface TestCaller {
  readonly clientId: string
  readonly token: string
}

/** One request as the client saw it; times are milliseconds of `performance.now()`. */
export interface Attempt {
  readonly requestId: string
  readonly start: number
  readonly end: number
  /** 0: the connection broke, or nobody answered within the client's patience. */
  readonly status: number
  readonly text: string
  /** Why there was no answer. */
  readonly failure: string | undefined
  readonly replayed: boolean
}

const STILL_RUNNING = 'A request with this Idempotency-Key is still running.'

export const isSuccess = ({ status }: Attempt) => status >= 200 && status < 300

/** A 409 that says nothing of the outcome, only that there is none yet. */
export const isStillRunning = ({ status, text }: Attempt) => status === 409 && text.includes(STILL_RUNNING)

/** The answer settles what became of the intent, and every repeat must be answered the same. */
export const isFinal = (attempt: Attempt) => isSuccess(attempt) || (attempt.status === 409 && !isStillRunning(attempt))

/** The effect may or may not be there. */
export const isUnknown = ({ status }: Attempt) => status === 504 || status === 0

/** The caller's name for the effect, as the ledger keeps it; unkeyed effects have only their request's name. */
export const operationIdOf = ({ client, key }: Intent) => `client:${client.clientId}/${key}`
