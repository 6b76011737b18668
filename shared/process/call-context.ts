import type { Caller } from '../contract/core/access.ts'
import { type ErrorReason, serviceUnavailable } from '../contract/core/errors.ts'
import type { Snapshot } from '../contract/core/paging.ts'
import type { Logger } from './log.ts'

/** The fields of a request's context that every message carries. */
export interface WireContext {
  /** Names the request in every log and in `X-Request-Id`. */
  readonly requestId: string
  /** W3C Trace Context of the span that sent the message; its trace id is in every log line. */
  readonly traceparent?: string | undefined
  /** Epoch milliseconds; no reply is sent or awaited later. */
  readonly deadline: number
  /** Epoch milliseconds after which the service refuses the call instead of starting it (docs/overload.md). */
  readonly startDeadline?: number | undefined
  /** Id of a write: however often the same id arrives, it takes effect once. */
  readonly operationId: string
  /** Whether the client chose the operation id with an `Idempotency-Key`, and so may send it again in another request. */
  readonly hasClientKey: boolean
  /** Id of one client request; the system's own repeats of the request keep it, a repeat by the client has another. */
  readonly attempt: string
  /** The caller's token, which the service verifies again. */
  readonly token?: string | undefined
  /** Set for a chunk of an export (docs/interface.md#exports): where it begins, null at the beginning. */
  readonly exportAfter?: string | number | null | undefined
  /** Set with it: the type of the `ExportFormat` of the reply. */
  readonly exportFormat?: string | undefined
  /** `If-Plan-Match`: the `X-Plan` of a dry run, whose effect the write must have. */
  readonly planMatch?: string | undefined
  /**
   * The person for whom the client sent the request (`X-Actor`); in a handler the one that the token names, if it names one
   * (`personOf`). It gives no right and is not part of idempotency.
   */
  readonly actor?: string | undefined
}

/** The context of a request in its handler. */
export interface CallContext extends WireContext {
  readonly caller: Caller | undefined
  readonly log: Logger
  /** Epoch milliseconds: when the request reached the gateway, of a call that `serve` has received. */
  readonly arrivedAt?: number
  /** Properties of the reply beside the output. */
  readonly reply: {
    replayed?: boolean
    late?: boolean
    sorted?: boolean
    snapshot?: Snapshot
    plan?: string
    lineReasons?: Record<number, ErrorReason>
  }
}

/** The trace id of a W3C traceparent. */
export const traceIdOf = ({ traceparent }: Pick<WireContext, 'traceparent'>) => traceparent?.split('-')[1]

/** Milliseconds until the deadline; negative when it has passed. */
export const timeLeftMs = ({ deadline }: Pick<WireContext, 'deadline'>) => deadline - Date.now()

/** The deadline by `performance.now()`, which does not jump while work is under way. */
export const giveUpAt = (context: Pick<WireContext, 'deadline'>) => performance.now() + timeLeftMs(context)

/** Throws 503 if the call may not be started any more; what has been started continues until its deadline. */
export function requireStart({ startDeadline, reply }: Pick<CallContext, 'startDeadline' | 'reply'>): void {
  if (startDeadline === undefined || Date.now() < startDeadline) return
  reply.late = true
  throw serviceUnavailable()
}
