import { randomUUID } from 'node:crypto'
import type { Request } from 'express'
import { authorizeWarehouses } from '../shared/contract/core/access.ts'
import { parseInput } from '../shared/contract/core/fields.ts'
import { timeoutMs } from '../shared/contract/core/operation.ts'
import type { CallBytes } from '../shared/messaging/rpc/call.ts'
import type { WireContext } from '../shared/process/call-context.ts'
import { type Answer, type Handler, type Locals, sendReply } from './http/answer.ts'
import { withBasicCredentials } from './http/basic-credentials.ts'
import { isWithoutBody, readForm, readJson } from './http/body.ts'
import { readIdempotencyKey } from './http/idempotency-key.ts'
import { type RoutedOperation, readQuery } from './route.ts'

/** Sends a request that may come in to its service, and the service's answer back. */
export function forward(routed: RoutedOperation, callBytes: CallBytes): Handler {
  const { operation } = routed
  return async (req: Request, res: Answer) => {
    const context = toContext(routed, req, res.locals)
    // Path parameters last: a body can never send a request elsewhere than its path says.
    const fields = { ...readBody(routed, req), ...readQuery(routed, req.query), ...req.params }
    const input: Record<string, unknown> = parseInput(operation.input, fields)
    authorizeWarehouses(operation, input, res.locals.caller)
    sendReply(res, operation, await callBytes(operation, Buffer.from(JSON.stringify(input)), context))
  }
}

function readBody(routed: RoutedOperation, req: Request): Readonly<Record<string, unknown>> {
  if (routed.isBodyOptional && isWithoutBody(req)) return {}
  if (routed.operation.body === 'form') return withBasicCredentials(readForm(req), req.headers.authorization)
  return readJson(req)
}

/** The gateway names the effect once, before its first message, so that its own repeats take effect once too. */
function toContext({ operation, method }: RoutedOperation, req: Request, locals: Locals): WireContext {
  const key = method === 'GET' ? undefined : readIdempotencyKey(req.headers['idempotency-key'])
  return {
    requestId: locals.requestId,
    traceparent: locals.traceparent,
    deadline: locals.startedAt + timeoutMs(operation),
    operationId: key ?? randomUUID(),
    hasClientKey: key !== undefined,
    attempt: randomUUID(),
    ...(locals.token !== undefined && { token: locals.token }),
  }
}
