import type { z } from 'zod'
import { authorize, authorizeWarehouses, type Caller, personOf } from '../../contract/core/access.ts'
import {
  AppError,
  outcomeUnknown,
  precedesIdempotencyCheck,
  serviceUnavailable,
  toAppError,
} from '../../contract/core/errors.ts'
import { parseInput } from '../../contract/core/fields.ts'
import {
  type Input,
  type Operation,
  type ServiceContract,
  type Spec,
  timeoutMs,
} from '../../contract/core/operation.ts'
import { dateFieldsOf, type FindDays, resolveDays } from '../../contract/dates/date-fields.ts'
import { daysOf } from '../../contract/dates/days.ts'
import { type CallContext, requireStart, timeLeftMs, traceIdOf } from '../../process/call-context.ts'
import type { Logger } from '../../process/log.ts'
import { type Broker, MAX_MESSAGE_BYTES, type RpcReply, type RpcRequest } from '../broker.ts'
import { type Handle, readSorted, toChunk, toCursor } from './export-chunks.ts'
import { openPosition, type PageKeys } from './page-keys.ts'

/** One function per operation of a service but `status`; a missing function or a wrong output does not compile. */
export type Handlers<C extends Readonly<Record<string, Spec>>> = {
  readonly [K in Exclude<keyof C, 'status'>]: (
    input: Input<C[K]>,
    context: CallContext,
  ) => Promise<z.input<C[K]['output']>>
}

/**
 * The serving side of confidential operations; undefined for a call in clear, which is answered in clear.
 */
export type ServiceSeal = (request: RpcRequest) =>
  | {
      open(): RpcRequest
      /** A reply to what was not opened stays as it is. */
      seal(reply: RpcReply): RpcReply
    }
  | undefined

export interface ServeOptions {
  readonly log: Logger
  /** The caller of a valid token; undefined for any other token. */
  readonly identify: (token: string | undefined) => Caller | undefined | Promise<Caller | undefined>
  /** Whether an error means that the service is unavailable; other errors are bugs. */
  readonly isUnavailable?: (error: unknown) => boolean
  /** Without it, confidential operations are answered in clear. */
  readonly seal?: ServiceSeal
  /** Without it, pages have numbers only. */
  readonly pageKeys?: PageKeys
  /** The days that dates of an input name (docs/decisions/dates.md#87); those of UTC by default. */
  readonly findDays?: FindDays
}

const MAX_MIB = MAX_MESSAGE_BYTES / 1024 / 1024
const TOO_LONG = `The response is longer than ${MAX_MIB} MiB. Ask for less: a smaller page, or a narrower filter.`

/** A call with less time left than this is refused: its reply would be too late. */
const MIN_TIME_MS = 20

/** Answers a service's operations: checks the caller again (docs/promises.md#S1, S2), parses, handles, checks the output. */
export function serve<C extends ServiceContract>(
  broker: Broker,
  contract: C,
  handlers: Handlers<C>,
  options: ServeOptions,
): Promise<AsyncDisposable> {
  const routes = new Map<string, Route>()
  for (const [key, operation] of Object.entries(contract)) {
    // Handlers<C> relates each handler to its operation; the type of the map does not.
    const run = createRun(operation, handlers[key] as unknown as Handle, options)
    routes.set(operation.name, { operation, run })
  }
  const service = Object.values(contract)[0]?.service ?? ''
  const isPartitioned = Object.values(contract).some(({ partitionBy }) => partitionBy !== undefined)
  const respond = async (request: RpcRequest) => {
    const route = routes.get(request.operation)
    const sealed = route?.operation.confidential ? options.seal?.(request) : undefined
    const reply = await replyTo(route, request, options, sealed)
    return sealed ? sealed.seal(reply) : reply
  }
  return broker.serve(service, respond, { isPartitioned })
}

interface Route {
  readonly operation: Operation
  /** Runs the operation for an authorized caller. */
  readonly run: (
    body: string,
    context: CallContext,
  ) => Promise<Pick<RpcReply, 'page' | 'records' | 'sorted' | 'next' | 'body'>>
}

async function replyTo(
  route: Route | undefined,
  request: RpcRequest,
  options: ServeOptions,
  sealed: ReturnType<ServiceSeal>,
): Promise<RpcReply> {
  const logOf = createLogOf(options.log, request)
  const attributes: CallContext['reply'] = {}
  try {
    if (!route) throw new AppError('bad_request', `Unknown operation ${request.operation}.`)
    const caller = await options.identify(request.context.token)
    const context: CallContext = {
      ...request.context,
      caller,
      arrivedAt: request.context.deadline - timeoutMs(route.operation),
      // Whoever sends a message can name any actor in it, but not the person of a token.
      actor: personOf(caller)?.name ?? request.context.actor,
      reply: attributes,
      get log() {
        return logOf()
      },
    }
    authorize(route.operation, caller)
    // Not written as `<`: a deadline that is not a number has passed too.
    if (!(timeLeftMs(context) >= MIN_TIME_MS)) throw serviceUnavailable()
    requireStart(context)
    const { body } = sealed ? sealed.open() : request
    const reply = await route.run(body.toString(), context)
    requireRoom(route.operation, reply.body)
    return { ...attributes, ...reply }
  } catch (thrown) {
    const error = toPromised(
      route?.operation,
      options.isUnavailable?.(thrown) ? serviceUnavailable(thrown) : thrown,
      request,
    )
    if (error.code === 'internal_error') logOf().error({ err: error }, 'A request failed unexpectedly')
    else logOf().debug({ code: error.code, message: error.message }, 'A request was refused')
    const { code, reason } = error
    return { error: code, ...(reason && { reason }), ...attributes, body: Buffer.from(JSON.stringify(error.toBody())) }
  }
}

const daysOfUtc: FindDays = () => daysOf('UTC')

/** Parses the input, runs the handler, checks the output and serializes it. */
function createRun(
  operation: Operation,
  handle: Handle,
  { pageKeys, findDays = daysOfUtc }: ServeOptions,
): Route['run'] {
  const dates = dateFieldsOf(operation.input)
  return async (body, context) => {
    const parsed: Record<string, unknown> = parseInput(operation.input, fromJson(body))
    const { after, ...query } = parsed
    const given = operation.paged ? query : parsed
    authorizeWarehouses(operation, given, context.caller)
    const input = dates.size === 0 ? given : await resolveDays(dates, given, () => findDays(given))
    const cursor = (operation.paged || operation.streamed) && toCursor(context)
    const sorted = cursor && (await readSorted(operation, input, context, handle))
    if (sorted) return sorted
    const opened = operation.paged && !cursor ? openPosition(operation, input, after, pageKeys) : undefined
    const made = await handle({ ...input, ...(cursor ? { cursor } : opened && { position: opened.position }) }, context)
    const output = toOutput(operation, made, context)
    if (cursor) return toChunk(operation, output, cursor, context)
    const page = opened?.figuresOf(output)
    return { ...(page && { page }), body: Buffer.from(JSON.stringify(output)) }
  }
}

/** A repeat of what an earlier version answered may lack fields of today: it is answered as it was then. */
function toOutput({ output }: Operation, given: unknown, { reply: { replayed } }: CallContext): unknown {
  const parsed = replayed ? output.safeParse(given) : { success: true, data: output.parse(given) }
  return parsed.success ? parsed.data : given
}

/** Throws if the reply does not fit into a message: 400 for a read, which can ask for less; for a write it is a bug. */
function requireRoom({ name, effect }: Operation, { length }: Buffer): void {
  if (length <= MAX_MESSAGE_BYTES) return
  if (effect === 'read') throw new AppError('bad_request', TOO_LONG)
  throw new Error(`The reply of ${name} has ${length} bytes`)
}

function fromJson(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch (error) {
    throw new AppError('bad_request', 'The request is not JSON.', { cause: error })
  }
}

/**
 * An operation declares its not_found and conflict; an undeclared one is a bug, answered with 500. A redelivered write may
 * have been done at its first delivery, so an error found before the idempotency check becomes outcome_unknown.
 */
function toPromised(operation: Operation | undefined, thrown: unknown, { redelivered }: RpcRequest): AppError {
  const error = toAppError(thrown)
  if (redelivered && operation?.effect === 'write' && precedesIdempotencyCheck(error.code)) return outcomeUnknown(error)
  if (error.reason !== undefined || (error.code !== 'not_found' && error.code !== 'conflict')) return error
  if (operation?.errors.includes(error.code)) return error
  return toAppError(new Error('The operation does not declare this error', { cause: error }))
}

/** Creates the request's logger at its first use: most requests log nothing, and a logger is expensive. */
function createLogOf(log: Logger, { context, operation }: RpcRequest): () => Logger {
  let made: Logger | undefined
  return () => {
    const traceId = traceIdOf(context)
    made ??= log.child({ requestId: context.requestId, ...(traceId && { traceId }), operation })
    return made
  }
}
