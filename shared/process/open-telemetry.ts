import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { type Context, DiagLogLevel, diag, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { parseTraceParent } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base'
import type { Logger } from './log.ts'
import type { Tracing } from './tracing.ts'

/** A collector that hangs delays the end of a process no longer than this. */
const LAST_EXPORT_MS = 1_000
/** A path or a user agent can be as long as a client likes. */
const spanLimits = { attributeValueLengthLimit: 1_024 }

const kinds = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
} as const

/**
 * Sends spans in batches over OTLP/HTTP; those that the collector does not take in time are dropped. OpenTelemetry itself reads the
 * sampler, headers, limits, OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES from the environment.
 */
export function createTracing(service: string, endpoint: string, log: Logger): Tracing {
  const warn = (message: string, ...detail: unknown[]) => log.warn({ detail }, `OpenTelemetry: ${message}`)
  const ignore = () => undefined
  diag.setLogger({ error: warn, warn, info: ignore, debug: ignore, verbose: ignore }, DiagLogLevel.WARN)

  const own = resourceFromAttributes({ 'service.name': service, 'service.instance.id': randomUUID() })
  // Last one wins: the operator's word.
  const resource = own.merge(detectResources({ detectors: [envDetector] }))
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` })
  const spanProcessors = [new BatchSpanProcessor(exporter)]
  const provider = new BasicTracerProvider({ resource, spanProcessors, spanLimits })
  const tracer = provider.getTracer('inventory-service')
  const steps = new AsyncLocalStorage<string | undefined>()

  return {
    begin(kind, name, parent, facts) {
      const span = tracer.startSpan(name, { kind: kinds[kind], attributes: facts }, below(parent))
      const { traceId, spanId, traceFlags } = span.spanContext()
      return {
        traceparent: `00-${traceId}-${spanId}-0${traceFlags & 1}`,
        end({ name: betterName, facts: more, error } = {}) {
          if (betterName !== undefined) span.updateName(betterName)
          if (more) span.setAttributes(more)
          if (error !== undefined) span.setAttribute('error.type', error).setStatus({ code: SpanStatusCode.ERROR })
          span.end()
        },
      }
    },
    within: (traceparent, work) => steps.run(traceparent, work),
    get current() {
      return steps.getStore()
    },
    async [Symbol.asyncDispose]() {
      const stopped = new AbortController()
      const tooLate = delay(LAST_EXPORT_MS, undefined, { signal: stopped.signal }).catch(() => undefined)
      const sent = provider.shutdown().catch((error: unknown) => warn('the last spans were not sent', error))
      await Promise.race([sent, tooLate])
      stopped.abort()
    },
  }
}

/** The parent decides whether its steps are recorded, by its flag "sampled". */
function below(parent: string | undefined): Context {
  const remote = parent === undefined ? null : parseTraceParent(parent)
  return remote ? trace.setSpanContext(ROOT_CONTEXT, { ...remote, isRemote: true }) : ROOT_CONTEXT
}
