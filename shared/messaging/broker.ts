import type { ErrorCode, ErrorReason } from '../contract/core/errors.ts'
import type { PageFigures, RecordId, Snapshot } from '../contract/core/paging.ts'
import type { WireContext } from '../process/call-context.ts'

/** One call as it travels; the body is the input as JSON. */
export interface RpcRequest {
  readonly operation: string
  readonly context: WireContext
  /** Calls with the same key go to the same process of the service, as long as its processes stay the same. */
  readonly partitionKey?: string | undefined
  /** Whether a service may have received this message before. */
  readonly redelivered?: boolean
  /** Which queue it was taken from, on the serving side. */
  readonly queue?: CallQueue
  /** The body is sealed for the service, and the reply is to be sealed for the caller. */
  readonly isSealed?: boolean | undefined
  readonly body: Buffer
}

/**
 * The queue that all processes of a service share, the one of this process for its partition, or the shared one after the
 * process of the partition could not take the call.
 */
export type CallQueue = 'shared' | 'partition' | 'dead-lettered'

/** One reply as it travels. The body is passed on untouched: output or ErrorBody as JSON, or text of an export. */
export interface RpcReply {
  /** Absent: the call succeeded. */
  readonly error?: ErrorCode
  readonly reason?: ErrorReason
  /** Of lines that were refused, by their index among the `results` of a call that succeeded. */
  readonly lineReasons?: Readonly<Record<number, ErrorReason>>
  readonly replayed?: boolean
  /** The call was refused because its start deadline had passed. */
  readonly late?: boolean
  readonly page?: PageFigures
  /** Of a report. */
  readonly snapshot?: Snapshot
  /** `X-Plan` of a dry run. */
  readonly plan?: string
  /** Set for a chunk of an export, whose body is the text of so many records. */
  readonly records?: number
  /** The export is in the sort that the request names. */
  readonly sorted?: boolean
  /** Where the next chunk of the export begins, if there is one. */
  readonly next?: RecordId
  /** The body is sealed, as the request asks. */
  readonly sealed?: boolean
  readonly body: Buffer
}

/**
 * Most bytes of a message's calls or replies. RabbitMQ 4 takes 16 MiB by default (`max_message_size`) and closes the channel
 * on which more is sent, with all other messages on it.
 */
export const MAX_MESSAGE_BYTES = 15 * 1024 * 1024

/** An event as it travels; `id` is the same for every copy of it. */
export interface EventMessage {
  readonly id: string
  readonly subject: string
  readonly payload: unknown
  /** W3C Trace Context of the span that published it, if there was one. */
  readonly traceparent?: string
}

/**
 * Why a call has no reply. `not-sent` (no connection) and `not-delivered` (the service is absent or its queue is full): no
 * service has received it. `connection-lost` and `no-answer`: a service may have received it.
 */
export class DeliveryError extends Error {
  override readonly name = 'DeliveryError'
  readonly outcome: 'not-sent' | 'not-delivered' | 'connection-lost' | 'no-answer'

  constructor(outcome: DeliveryError['outcome'], message: string) {
    super(message)
    this.outcome = outcome
  }
}

/** Thrown by a handler that can never process the event: it goes to the dead-letter queue at once. */
export class UnreadableEvent extends Error {
  override readonly name = 'UnreadableEvent'
}

/** How the calls of a service are distributed to its processes. */
export interface BrokerServeOptions {
  /** Whether operations of the service have a partition key. */
  readonly isPartitioned?: boolean
}

/** How the events of a queue are distributed to processes. */
export interface SubscribeOptions {
  /** Events that one process handles at once; 16 by default. */
  readonly atOnce?: number
  /** A single active consumer: one process receives all events until it ends, then another. By default all take turns. */
  readonly oneProcess?: boolean
  /** Subjects that an earlier version has bound to the queue: it no longer gets them. */
  readonly former?: readonly string[]
}

/** Port to the message broker: RabbitMQ in production, memory in tests. */
export interface Broker extends AsyncDisposable {
  /** Rejects with a DeliveryError at the latest when the request's deadline passes. */
  request(service: string, request: RpcRequest): Promise<RpcReply>
  /**
   * Answers requests to a service until disposed of; disposing waits for the requests under way. `respond` never rejects. A
   * request may be redelivered, unless its reply was a refusal and has arrived.
   */
  serve(
    service: string,
    respond: (request: RpcRequest) => Promise<RpcReply>,
    options?: BrokerServeOptions,
  ): Promise<AsyncDisposable>
  /** Resolves when the broker has stored the events. Those of one call are delivered together, in their sequence. */
  publish(events: readonly EventMessage[]): Promise<void>
  /**
   * Delivers every event of the subjects to one of the processes that share `queue`, repeatedly until the handler resolves.
   * An event that keeps failing although all servers and services are there goes to the dead-letter queue.
   */
  subscribe(
    queue: string,
    subjects: readonly string[],
    handle: (event: EventMessage) => Promise<void>,
    options?: SubscribeOptions,
  ): Promise<AsyncDisposable>
}
