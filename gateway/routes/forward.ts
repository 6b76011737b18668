import { randomUUID } from 'node:crypto'
import type { Request } from 'express'
import { authorizeWarehouses } from '../../shared/contract/core/access.ts'
import { validationError } from '../../shared/contract/core/errors.ts'
import type { ExportFormat } from '../../shared/contract/core/export-formats.ts'
import { parseInput } from '../../shared/contract/core/fields.ts'
import { type Operation, timeoutMs } from '../../shared/contract/core/operation.ts'
import { EXPORT_PART_MS } from '../../shared/contract/core/paging.ts'
import type { CallBytes } from '../../shared/messaging/rpc/call.ts'
import type { ReadChunk } from '../../shared/messaging/rpc/export-chunks.ts'
import type { WireContext } from '../../shared/process/call-context.ts'
import { withBasicCredentials } from '../http/authenticate.ts'
import { isWithoutBody, readForm, readJson } from '../http/body.ts'
import type { Locals, Response } from '../http/handler.ts'
import { queryOf, readParameter } from '../http/query.ts'
import { sendReply } from '../http/response.ts'
import type { Slot } from '../limits/concurrency-limiter.ts'
import type { ExportLimit } from '../limits/export-limit.ts'
import { nameIgnoredFields } from './ignored-names.ts'
import { type RoutedOperation, readPath } from './routed-operation.ts'
import { exportFormat, sendArray, sendExport } from './send-export.ts'
import { readActor, readIdempotencyKey, readPlanMatch } from './write-headers.ts'

export interface ForwardDeps {
  readonly callBytes: CallBytes
  readonly exportLimit: ExportLimit
}

/** Does what a request asks for, and resolves to a function that sends the response. */
export type Forward = (req: Request, res: Response, slot: Slot) => Promise<() => void | Promise<void>>

/**
 * Sends an authorized request to its service as one call, and resolves to a function that sends the reply. A reply in
 * chunks is read by that function.
 */
export function forward(routed: RoutedOperation, { callBytes, exportLimit }: ForwardDeps): Forward {
  const { operation } = routed
  return async (req, res, slot) => {
    const context = toContext(routed, req, res.locals, slot)
    const input: Record<string, unknown> = parseInput(operation.input, readFields(routed, req, res))
    authorizeWarehouses(operation, input, res.locals.caller)
    await countFurther(operation, input, res)
    // Further chunks are read without a slot, so a client that stops reading holds none.
    const readChunk =
      (filters: typeof input, format?: ExportFormat): ReadChunk =>
      (exportAfter) => {
        const ofChunk = { ...context, exportAfter, exportFormat: format?.type }
        if (operation.streamed && exportAfter === null) return callBytes(operation, filters, ofChunk, slot.mayStartLate)
        const deadline = Date.now() + EXPORT_PART_MS
        return callBytes(operation, filters, { ...ofChunk, deadline, startDeadline: undefined })
      }
    if (operation.streamed) return () => sendArray(res, operation, readChunk(input), slot, exportLimit)
    const format = exportFormat(operation, req)
    if (format) {
      const { page: _, pageSize: _s, after: _a, ...filters } = input
      return () => sendExport(res, operation, format, readChunk(filters, format), slot, exportLimit)
    }
    const reply = await slot.run(() => callBytes(operation, input, context, slot.mayStartLate))
    return () => sendReply(res, operation, reply)
  }
}

/** Counts the requests that the input stands for, less the one counted before it was read. 429 if they are too many. */
async function countFurther({ countsAs }: Operation, input: Record<string, unknown>, res: Response): Promise<void> {
  if (!countsAs) return
  const list = input[countsAs.field]
  const requests = Array.isArray(list) ? Math.ceil(list.length / countsAs.perRequest) : 1
  res.setHeader('X-RateLimit-Cost', requests)
  if (requests > 1) await res.locals.countFurther?.(requests - 1)
}

/** The input's fields, not yet validated. Path parameters come last, so that no body or query can replace them. */
function readFields(routed: RoutedOperation, req: Request, res: Response): Record<string, unknown> {
  const query = queryOf(req, res.locals)
  const ofQuery = Object.fromEntries(routed.queryFields.map((name) => [name, readParameter(query, name)]))
  const [body, path] = [readBody(routed, req), readPath(routed, req.params)]
  nameIgnoredFields(routed, body, res)
  requireAgreement(body, path)
  return { ...body, ...ofQuery, ...path }
}

/**
 * Throws 400 if body and path have different values of a field: one of them is a mistake
 * (docs/decisions/interface.md#2).
 */
function requireAgreement(body: Readonly<Record<string, unknown>>, path: Readonly<Record<string, unknown>>): void {
  const differing = Object.keys(path).filter((name) => {
    const given = Object.hasOwn(body, name) ? (body[name] ?? '') : ''
    return given !== '' && (typeof given === 'object' || String(given) !== String(path[name]))
  })
  if (differing.length > 0)
    throw validationError(
      Object.fromEntries(differing.map((name) => [name, [`The field ${name} must be that of the path.`]])),
    )
}

function readBody(routed: RoutedOperation, req: Request): Readonly<Record<string, unknown>> {
  if (routed.isBodyOptional && isWithoutBody(req)) return {}
  if (routed.operation.body === 'form') return withBasicCredentials(readForm(req), req.headers.authorization)
  return readJson(req)
}

/** Gives a write without a client's key its operation id before the first message, so that repeats take effect once. */
function toContext({ operation, method }: RoutedOperation, req: Request, locals: Locals, slot: Slot): WireContext {
  const { 'idempotency-key': givenKey, 'x-actor': givenActor } = method === 'GET' ? {} : req.headers
  const key = readIdempotencyKey(givenKey)
  const actor = readActor(givenActor)
  const planMatch = readPlanMatch(operation, req.headers['if-plan-match'])
  const id = randomUUID()
  return {
    requestId: locals.requestId,
    traceparent: locals.traceparent,
    deadline: locals.startedAt + timeoutMs(operation),
    startDeadline: slot.startDeadline,
    operationId: key ?? id,
    hasClientKey: key !== undefined,
    attempt: id,
    ...(locals.token !== undefined && { token: locals.token }),
    ...(actor !== undefined && { actor }),
    ...(planMatch !== undefined && { planMatch }),
  }
}
