import type { Operation } from '../../../shared/contract/core/operation.ts'

/** One write, or dry run of a write, that a client wants, with all its attempts. */
export interface Intent {
  readonly operation: Operation
  readonly client: TestCaller
  /** Sent as `Idempotency-Key`; an intent without a key is sent once. */
  readonly key: string | undefined
  /** Fields of the operation's input, those in the path too. */
  readonly input: Readonly<Record<string, unknown>>
  readonly attempts: Attempt[]
}

export interface TestCaller {
  readonly clientId: string
  readonly token: string
}

/** One request and its response; times are milliseconds of `performance.now()`. */
export interface Attempt {
  readonly requestId: string
  readonly start: number
  readonly end: number
  /** 0: the connection broke, or no response arrived within the client's timeout. */
  readonly status: number
  readonly text: string
  /** Why there was no response. */
  readonly failure: string | undefined
  readonly replayed: boolean
}

const STILL_RUNNING = 'A request with this Idempotency-Key is still running.'

export const isSuccess = ({ status }: Attempt) => status >= 200 && status < 300

/** A 409 because another request with the key is still running; the outcome is open. */
export const isStillRunning = ({ status, text }: Attempt) => status === 409 && text.includes(STILL_RUNNING)

/** The response is the outcome; every repeat must get the same one. */
export const isFinal = (attempt: Attempt) =>
  isSuccess(attempt) || attempt.status === 404 || (attempt.status === 409 && !isStillRunning(attempt))

/** The write may have taken effect or not. */
export const isUnknown = ({ status }: Attempt) => status === 504 || status === 0

/** Whether some attempt may have taken effect. */
export const mayBeApplied = ({ attempts }: Intent) =>
  attempts.length === 0 || attempts.some((made) => isSuccess(made) || isUnknown(made) || isStillRunning(made))

export const isAcknowledged = ({ attempts }: Intent) => attempts.some(isSuccess)

/** The operation id in the ledger of an intent with a key. Without a key, the ledger entry is found by its request id. */
export const operationIdOf = ({ client, key }: Intent) => `client:${client.clientId}/${key}`

export const describeIntent = ({ operation, client, key, input }: Intent) =>
  `${operation.name} ${JSON.stringify(input)} by ${client.clientId}, key ${key ?? 'none'}`
