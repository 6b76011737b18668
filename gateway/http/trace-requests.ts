import { randomUUID } from 'node:crypto'
import {
  type Attributes,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import type { Request } from 'express'
import type { Begin, Response } from './handler.ts'

/** Methods that a span may be named after (RFC 9110 and PATCH); any other would be a name of the client's choice. */
const METHODS: ReadonlySet<string> = new Set([
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'DELETE',
  'PATCH',
  'OPTIONS',
  'TRACE',
  'CONNECT',
])

const tracer = trace.getTracer('inventory-service')

/** Continues the trace of the request, or starts a new one; records a span if the OpenTelemetry SDK is set up. */
export function traceRequests(): Begin {
  // The SDK is set up before the gateway. The propagator in its place knows no headers.
  if (propagation.fields().length === 0)
    return ({ headers }, { locals }) => {
      locals.traceparent = continueTrace(headers.traceparent)
    }
  return (req, res) => {
    const { traceparent } = req.headers
    const parent = propagation.extract(ROOT_CONTEXT, { traceparent })
    const span = tracer.startSpan(methodOf(req), { kind: SpanKind.SERVER }, parent)
    const carrier: { traceparent?: string } = {}
    propagation.inject(trace.setSpan(parent, span), carrier)
    res.locals.traceparent = carrier.traceparent ?? continueTrace(traceparent)
    if (span.isRecording()) recordRequest(span, req, res)
  }
}

function recordRequest(span: Span, req: Request, res: Response): void {
  span.setAttributes(attributesOf(req))
  res.once('close', () => {
    const { route } = res.locals
    if (route !== undefined) span.updateName(`${methodOf(req)} ${route}`).setAttribute('http.route', route)
    if (res.writableFinished) {
      span.setAttribute('http.response.status_code', res.statusCode)
      if (res.statusCode >= 500)
        span.setAttribute('error.type', String(res.statusCode)).setStatus({ code: SpanStatusCode.ERROR })
    }
    span.end()
  })
}

const methodOf = ({ method }: Request) => (METHODS.has(method) ? method : 'HTTP')

/** OpenTelemetry's semantic conventions for HTTP server spans; without the query, which may hold secrets. */
function attributesOf(req: Request): Attributes {
  const [path] = req.originalUrl.split('?', 1)
  return {
    'http.request.method': METHODS.has(req.method) ? req.method : '_OTHER',
    'url.path': path,
    'url.scheme': req.protocol,
    'server.address': req.hostname,
    'client.address': req.ip,
    'network.protocol.version': req.httpVersion,
    'user_agent.original': req.headers['user-agent'],
  }
}

const TRACEPARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/

/**
 * `traceparent` (W3C Trace Context, version 00) of a new span in the trace that `traceparent` names, or in a new, unsampled
 * trace if it is missing or not valid.
 */
function continueTrace(traceparent: string | string[] | undefined): string {
  const random = randomHex()
  const [, version, traceId, parentId, flags, more] = TRACEPARENT.exec(String(traceparent ?? '')) ?? []
  const isValid =
    traceId !== undefined &&
    version !== 'ff' &&
    (version !== '00' || more === undefined) &&
    !/^0+$/.test(traceId) &&
    !/^0+$/.test(parentId ?? '')
  const sampled = isValid && Number.parseInt(flags ?? '', 16) & 1 ? '01' : '00'
  return `00-${isValid ? traceId : random}-${random.slice(16)}-${sampled}`
}

/** 32 hex digits whose latter half is never all zero, since it holds the UUID's variant. Node.js takes them from a pool. */
function randomHex(): string {
  return randomUUID().replaceAll('-', '')
}
