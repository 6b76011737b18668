import type { ErrorCode } from '../contract/core/errors.ts'
import type { PageFigures } from '../contract/core/paging.ts'
import type { WireContext } from '../process/call-context.ts'

/** One call as it travels; the body is the input as JSON. */
export interface RpcRequest {
  readonly operation: string
  readonly context: WireContext
  /** A service may have seen this very message before. */
  readonly redelivered?: boolean
  readonly body: Buffer
}

/** One answer as it travels; the body is the output, or the ErrorBody, as JSON, and is passed on untouched. */
export interface RpcReply {
  /** Absent: the call succeeded. */
  readonly error?: ErrorCode
  readonly replayed?: boolean
  readonly page?: PageFigures
  readonly body: Buffer
}

/** An event as it travels; `id` is the same for every copy of it. */
export interface EventMessage {
  readonly id: string
  readonly subject: string
  readonly payload: unknown
  /** The step that published it, if that was a part of a trace (W3C Trace Context). */
  readonly traceparent?: string
}

/**
 * Why a call got no answer. No service has seen it if it was `not-sent` for want of a connection or `not-delivered` because the
 * service is absent or too busy; one may have if the `connection-lost` its message or `no-answer` came in time.
 */
export class DeliveryError extends Error {
  override readonly name = 'DeliveryError'
  readonly outcome: 'not-sent' | 'not-delivered' | 'connection-lost' | 'no-answer'

  constructor(outcome: DeliveryError['outcome'], message: string) {
    super(message)
    this.outcome = outcome
  }
}

/** Thrown by the handler of an event that it will never understand: the event is left out instead of being brought again. */
export class UnreadableEvent extends Error {
  override readonly name = 'UnreadableEvent'
}

/** How a queue's events are handed out. */
export interface SubscribeOptions {
  /** Events that a process may have in hand; 16 unless said. */
  readonly atOnce?: number
  /** One of the processes gets them all; another takes over when it is gone. All in turn unless said. */
  readonly oneProcess?: boolean
}

/** Port to the message broker: RabbitMQ in production, memory in tests. */
export interface Broker extends AsyncDisposable {
  /** Rejects with a DeliveryError at the latest when the request's deadline passes. */
  request(service: string, request: RpcRequest): Promise<RpcReply>
  /**
   * Answers requests to a service until disposed of; disposing waits for those under way. `answer` never rejects. A request may
   * come again, unless its answer was `service_unavailable` and has arrived.
   */
  serve(service: string, answer: (request: RpcRequest) => Promise<RpcReply>): Promise<AsyncDisposable>
  /** Resolves when the broker has the event safe. */
  publish(event: EventMessage): Promise<void>
  /**
   * Hands every event of the subjects to one of the processes sharing `queue`, again and again until the handler resolves or
   * throws UnreadableEvent.
   */
  subscribe(
    queue: string,
    subjects: readonly string[],
    handle: (event: EventMessage) => Promise<void>,
    options?: SubscribeOptions,
  ): Promise<AsyncDisposable>
}
