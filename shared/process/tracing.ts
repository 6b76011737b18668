import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import {
  type Context,
  type ContextManager,
  context,
  DiagLogLevel,
  diag,
  propagation,
  ROOT_CONTEXT,
  trace,
} from '@opentelemetry/api'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base'
import type { Logger } from './log.ts'

/** Longest time that a process waits at its end for the collector to take the last spans. */
const LAST_EXPORT_MS = 1_000
/** Clients choose the length of paths and user agents. */
const spanLimits = { attributeValueLengthLimit: 1_024 }

/**
 * Sets up OpenTelemetry's SDK for this process: spans are sent in batches over OTLP/HTTP, and dropped if the collector does
 * not take them in time. The SDK reads sampler, headers, limits, OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES from the
 * environment. Disposal sends the last spans. Without this set-up the API (`@opentelemetry/api`) does nothing.
 */
export function startTracing(service: string, endpoint: string, log: Logger): AsyncDisposable {
  const warn = (message: string, ...detail: unknown[]) => log.warn({ detail }, `OpenTelemetry: ${message}`)
  const ignore = () => undefined
  diag.setLogger({ error: warn, warn, info: ignore, debug: ignore, verbose: ignore }, DiagLogLevel.WARN)

  const own = resourceFromAttributes({ 'service.name': service, 'service.instance.id': randomUUID() })
  // Attributes from the environment replace our own.
  const resource = own.merge(detectResources({ detectors: [envDetector] }))
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` })
  const provider = new BasicTracerProvider({ resource, spanProcessors: [new BatchSpanProcessor(exporter)], spanLimits })
  trace.setGlobalTracerProvider(provider)
  propagation.setGlobalPropagator(new W3CTraceContextPropagator())
  context.setGlobalContextManager(contextManager)

  return {
    async [Symbol.asyncDispose]() {
      const stopped = new AbortController()
      const tooLate = delay(LAST_EXPORT_MS, undefined, { signal: stopped.signal }).catch(() => undefined)
      const sent = provider.shutdown().catch((error: unknown) => warn('the last spans were not sent', error))
      await Promise.race([sent, tooLate])
      stopped.abort()
    },
  }
}

const storage = new AsyncLocalStorage<Context>()

/** The active context follows asynchronous calls. */
const contextManager: ContextManager = {
  active: () => storage.getStore() ?? ROOT_CONTEXT,
  with: (active, work, thisArg, ...args) => storage.run(active, () => work.call(thisArg, ...args)),
  bind: (active, target) =>
    // Bound functions keep their type; other targets are returned as they are.
    typeof target === 'function'
      ? (storage.run(active, () => AsyncLocalStorage.bind(target as unknown as () => unknown)) as typeof target)
      : target,
  enable: () => contextManager,
  disable() {
    storage.disable()
    return contextManager
  },
}
