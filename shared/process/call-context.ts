import type { Caller } from '../contract/core/access.ts'
import type { Logger } from './log.ts'

/** What travels with a request in every message. */
export interface WireContext {
  /** Names the request in every log and in `X-Request-Id`. */
  readonly requestId: string
  /** W3C Trace Context of the step that sent this; its trace id is in every log. */
  readonly traceparent?: string | undefined
  /** Epoch milliseconds after which nobody waits for the answer any more. */
  readonly deadline: number
  /** Under overload: epoch milliseconds after which the service refuses the call instead of starting it (docs/overload.md). */
  readonly startDeadline?: number | undefined
  /** Names the effect of a write: the same id takes effect once, however often it arrives. */
  readonly operationId: string
  /** Whether the client chose the operation id with an `Idempotency-Key`, and so may send it again in another request. */
  readonly hasClientKey: boolean
  /** Names this one request among those with the same operation id; repeats that the system makes itself keep it. */
  readonly attempt: string
  /** The caller's token, which the service verifies again. */
  readonly token?: string | undefined
}

/** What a handler knows of the request it answers. */
export interface CallContext extends WireContext {
  readonly caller: Caller | undefined
  readonly log: Logger
  /** Facts about the answer that are no part of the output. */
  readonly answer: { replayed?: boolean }
}

/** The trace id of a W3C traceparent. */
export const traceIdOf = ({ traceparent }: Pick<WireContext, 'traceparent'>) => traceparent?.split('-')[1]

/** Milliseconds until the deadline; negative when it has passed. */
export const timeLeftMs = ({ deadline }: Pick<WireContext, 'deadline'>) => deadline - Date.now()

/** Whether the call may still be started; what has been started goes on until its deadline. */
export const mayStart = ({ startDeadline }: Pick<WireContext, 'startDeadline'>) =>
  startDeadline === undefined || Date.now() < startDeadline
