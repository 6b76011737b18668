import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import {
  AppError,
  type ErrorBody,
  outcomeUnknown,
  precedesIdempotencyCheck,
  serviceUnavailable,
} from '../../contract/core/errors.ts'
import { type Operation, type Output, type Params, timeoutMs } from '../../contract/core/operation.ts'
import { giveUpAt, type WireContext } from '../../process/call-context.ts'
import { type Broker, DeliveryError, type RpcReply, type RpcRequest } from '../broker.ts'

const RETRY_MS = 100

/**
 * Sends an input and returns the bytes of the reply. Throws 503 or 504 if no reply arrives. Refuses a call that the service
 * has not started by its start deadline, unless `mayStartLate` then allows it to start until its deadline
 * (docs/overload.md).
 */
export type CallBytes = (
  operation: Operation,
  input: Readonly<Record<string, unknown>>,
  context: WireContext,
  mayStartLate?: () => boolean,
) => Promise<RpcReply>

/** Calls an operation of another process; throws the AppError that it returns. */
export type Call = <O extends Operation>(
  operation: O,
  input: Params<O>,
  context?: Partial<WireContext>,
  mayStartLate?: () => boolean,
) => Promise<Output<O>>

/** A page of a list, and the `after` of the next one. */
export interface CalledPage<O extends Operation> {
  readonly output: Output<O>
  readonly next: string | undefined
}

/** Calls a list; throws as `Call`. */
export type CallPage = <O extends Operation>(operation: O, input: Params<O>) => Promise<CalledPage<O>>

/**
 * The calling side of confidential operations (docs/adr/0008-keys.md): a call sealed for its service, and how its
 * reply is opened.
 */
export type CallerSeal = (
  service: string,
  request: RpcRequest,
) => {
  readonly request: RpcRequest
  /** A refusal of what was not opened is in clear. */
  open(reply: RpcReply): RpcReply
}

export interface CallBytesOptions {
  /** Without it, confidential operations are called in clear. */
  readonly seal?: CallerSeal
}

/**
 * The one place where a call is repeated, with the same operation id: after a lost connection, until its deadline, and
 * without its start deadline if that has passed and need not be kept. A write that a service may have received ends with
 * `outcome_unknown`, everything else with `service_unavailable`.
 */
export function createCallBytes(broker: Broker, { seal }: CallBytesOptions = {}): CallBytes {
  return async (operation, input, given, mayStartLate = () => false) => {
    const endsAt = giveUpAt(given)
    const timeLeft = () => endsAt - performance.now()
    const body = Buffer.from(JSON.stringify(input))
    const partitionKey = partitionKeyOf(operation, input)
    const isWrite = operation.effect === 'write'
    let maybeSeen = false
    let mustStartBy = given.startDeadline
    const sealCall = operation.confidential ? seal : undefined
    for (;;) {
      try {
        // The clock may have been set since the last one.
        const deadline = Math.round(Date.now() + timeLeft())
        const context = { ...given, deadline, startDeadline: mustStartBy }
        const clear = { operation: operation.name, context, body, partitionKey }
        const sealed = sealCall?.(operation.service, clear)
        const received = await broker.request(operation.service, sealed?.request ?? clear)
        const reply = sealed ? sealed.open(received) : received
        if (reply.error && reply.late && mustStartBy !== undefined && mayStartLate()) {
          mustStartBy = undefined
          continue
        }
        if (!(maybeSeen && isWrite && precedesIdempotencyCheck(reply.error))) return reply
        if (reply.error !== 'service_unavailable' || reply.late || timeLeft() <= RETRY_MS) throw outcomeUnknown()
      } catch (error) {
        if (!(error instanceof DeliveryError)) throw error
        const { outcome } = error
        maybeSeen ||= outcome === 'connection-lost' || outcome === 'no-answer'
        const worthwhile = outcome === 'not-delivered' ? maybeSeen : outcome !== 'no-answer'
        const repeatable = worthwhile && timeLeft() > RETRY_MS
        if (!repeatable) throw isWrite && maybeSeen ? outcomeUnknown(error) : serviceUnavailable(error)
      }
      await delay(RETRY_MS)
    }
  }
}

function partitionKeyOf({ partitionBy }: Operation, input: Readonly<Record<string, unknown>>): string | undefined {
  const key = partitionBy === undefined ? undefined : input[partitionBy]
  return typeof key === 'string' || typeof key === 'number' ? String(key) : undefined
}

/** The contract as functions: typed input and output over RPC. `identify` supplies the token when none is given. */
export function createCall(callBytes: CallBytes, identify: (service: string) => string): Call {
  return async (operation, input, context = {}, mayStartLate) => {
    const id = randomUUID()
    const wire: WireContext = {
      requestId: context.requestId ?? id,
      ...(context.traceparent !== undefined && { traceparent: context.traceparent }),
      deadline: context.deadline ?? Date.now() + timeoutMs(operation),
      ...(context.startDeadline !== undefined && { startDeadline: context.startDeadline }),
      operationId: context.operationId ?? id,
      hasClientKey: context.hasClientKey ?? false,
      attempt: context.attempt ?? id,
      token: context.token ?? identify(operation.service),
    }
    const reply = await callBytes(operation, input, wire, mayStartLate)
    const output: unknown = JSON.parse(reply.body.toString())
    // serve() has checked outputs against the contract and errors against the catalogue.
    if (reply.error) throw AppError.fromBody(output as ErrorBody, reply.reason)
    addReasons(output, reply)
    return output as Output<typeof operation>
  }
}

/** Gives each refused line its reason, which the interface does not have. */
function addReasons(output: unknown, { lineReasons = {} }: RpcReply): void {
  for (const [index, reason] of Object.entries(lineReasons))
    Object.assign(Object(output).results[index].error, { reason })
}

/** Lists of the contract as functions. */
export const createCallPage =
  (callBytes: CallBytes, identify: (service: string) => string): CallPage =>
  async (operation, input) => {
    let next: string | undefined
    const call = createCall(async (...request) => {
      const reply = await callBytes(...request)
      next = reply.page?.next
      return reply
    }, identify)
    return { output: await call(operation, input), next }
  }
