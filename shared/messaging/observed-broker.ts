import {
  type Attributes,
  type Context,
  context,
  INVALID_SPAN_CONTEXT,
  isSpanContextValid,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { Counter, Histogram, type Registry } from 'prom-client'
import { errorCatalogue } from '../contract/core/errors.ts'
import { gateway } from '../contract/gateway.ts'
import { operations } from '../contract/index.ts'
import { groupBy } from '../process/group-by.ts'
import { addGauges, DURATION_BUCKETS } from '../process/monitor.ts'
import { type Broker, DeliveryError, type EventMessage, type RpcRequest } from './broker.ts'

const tracer = trace.getTracer('inventory-service')
const UNTRACED = trace.wrapSpanContext(INVALID_SPAN_CONTEXT)

/** Names of the contract; any other name comes from outside and must not become the label of a metric. */
const names: ReadonlySet<string> = new Set([...operations, gateway.status].map(({ name }) => name))
const labelOf = ({ operation }: RpcRequest) => (names.has(operation) ? operation : 'unknown')

/** The same broker, with metrics of its calls, replies and events, and a span for each of them that belongs to a trace. */
export function observeBroker(broker: Broker, registry: Registry): Broker {
  const metrics = createMetrics(registry)
  const secondsSince = (start: number) => (performance.now() - start) / 1000

  return {
    async request(service, request) {
      const start = performance.now()
      const operation = labelOf(request)
      const span = startSpan(request.operation, SpanKind.CLIENT, request.context, () => rpcAttributes(request))
      let outcome = 'failed'
      metrics.underWay.calls++
      try {
        const reply = await broker.request(service, traced(span, request))
        outcome = reply.error ?? 'ok'
        span.setAttribute('rpc.response.status_code', outcome)
        if (reply.error) markFailed(span, outcome)
        return reply
      } catch (error) {
        if (error instanceof DeliveryError) outcome = error.outcome
        markFailed(span, error instanceof DeliveryError ? error.outcome : '_OTHER')
        throw error
      } finally {
        metrics.underWay.calls--
        metrics.calls.observe({ operation, outcome }, secondsSince(start))
        span.end()
      }
    },
    serve: (service, respond, options) =>
      broker.serve(
        service,
        async (request) => {
          const start = performance.now()
          const operation = labelOf(request)
          const span = startSpan(request.operation, SpanKind.SERVER, request.context, () => rpcAttributes(request))
          if (request.redelivered) metrics.redelivered.inc({ operation })
          metrics.taken.inc({ operation, queue: request.queue ?? 'shared' })
          metrics.underWay.replies++
          try {
            const reply = await within(span, () => respond(traced(span, request)))
            const outcome = reply.error ?? 'ok'
            metrics.replies.observe({ operation, outcome }, secondsSince(start))
            span.setAttribute('rpc.response.status_code', outcome)
            // A refusal (4xx) is an error of the caller, not of this service.
            if (reply.error && errorCatalogue[reply.error].status >= 500) markFailed(span, outcome)
            return reply
          } finally {
            metrics.underWay.replies--
            span.end()
          }
        },
        options,
      ),
    async publish(events) {
      const parent = context.active()
      const spans = events.map((event) =>
        startSpanIn(parent, `publish ${event.subject}`, SpanKind.PRODUCER, () =>
          eventAttributes('send', 'publish', event),
        ),
      )
      let outcome = 'failed'
      try {
        await broker.publish(events.map((event, index) => toCarrier(spans[index] ?? UNTRACED, event)))
        outcome = 'ok'
      } catch (error) {
        for (const span of spans) markFailed(span, errorTypeOf(error))
        throw error
      } finally {
        for (const [subject, ofSubject] of groupBy(events, (event) => event.subject))
          metrics.published.inc({ subject, outcome }, ofSubject.length)
        for (const span of spans) span.end()
      }
    },
    subscribe: (queue, subjects, handle, options) =>
      broker.subscribe(
        queue,
        subjects,
        async (event: EventMessage) => {
          const { subject } = event
          const span = startSpan(`process ${subject}`, SpanKind.CONSUMER, event, () => ({
            ...eventAttributes('process', 'process', event),
            'messaging.destination.subscription.name': queue,
          }))
          let outcome = 'failed'
          try {
            await within(span, () => handle(event))
            outcome = 'ok'
          } catch (error) {
            markFailed(span, errorTypeOf(error))
            throw error
          } finally {
            metrics.handled.inc({ subject, outcome })
            span.end()
          }
        },
        options,
      ),
    [Symbol.asyncDispose]: () => broker[Symbol.asyncDispose](),
  }
}

/** A carrier of W3C Trace Context: a call's context or an event. */
interface Carrier {
  readonly traceparent?: string | undefined
}

const startSpan = (name: string, kind: SpanKind, carrier: Carrier, toAttributes: () => Attributes) =>
  carrier.traceparent === undefined
    ? UNTRACED
    : startSpanIn(propagation.extract(ROOT_CONTEXT, carrier), name, kind, toAttributes)

/** A span below the parent's; none without a parent, so that polls and sweeps make no traces. */
function startSpanIn(parent: Context, name: string, kind: SpanKind, toAttributes: () => Attributes): Span {
  const parentSpan = trace.getSpanContext(parent)
  if (!parentSpan || !isSpanContextValid(parentSpan)) return UNTRACED
  return tracer.startSpan(name, { kind, attributes: toAttributes() }, parent)
}

/** The carrier for what belongs to the span; the same carrier if there is no span. */
function toCarrier<T extends Carrier>(span: Span, carrier: T): T {
  if (span === UNTRACED) return carrier
  const traced = { ...carrier }
  propagation.inject(trace.setSpan(ROOT_CONTEXT, span), traced)
  return traced
}

const traced = (span: Span, request: RpcRequest): RpcRequest =>
  span === UNTRACED ? request : { ...request, context: toCarrier(span, request.context) }

const within = <T>(span: Span, work: () => T): T =>
  span === UNTRACED ? work() : context.with(trace.setSpan(ROOT_CONTEXT, span), work)

const errorTypeOf = (error: unknown) => (error instanceof Error ? error.name : '_OTHER')

function markFailed(span: Span, errorType: string): void {
  span.setAttribute('error.type', errorType).setStatus({ code: SpanStatusCode.ERROR })
}

/** OpenTelemetry's semantic conventions for RPC spans. */
const rpcAttributes = ({ operation }: RpcRequest) => ({ 'rpc.system.name': 'rabbitmq', 'rpc.method': operation })

/** OpenTelemetry's semantic conventions for messaging spans and RabbitMQ. */
const eventAttributes = (type: string, name: string, { id, subject }: EventMessage) => ({
  'messaging.system': 'rabbitmq',
  'messaging.operation.type': type,
  'messaging.operation.name': name,
  'messaging.destination.name': subject,
  'messaging.message.id': id,
})

function createMetrics(registry: Registry) {
  const registers = [registry]
  const underWay = { calls: 0, replies: 0 }
  addGauges(registry, async () => underWay, [
    { name: 'inventory_rpc_calls_in_flight', help: 'Calls that wait for a reply', of: ({ calls }) => calls },
    {
      name: 'inventory_rpc_answers_in_flight',
      help: 'Calls that this process is answering',
      of: ({ replies }) => replies,
    },
  ])
  return {
    underWay,
    calls: new Histogram({
      name: 'inventory_rpc_call_seconds',
      help:
        'Duration of calls to services, by outcome: ok, an error code, ' +
        'or not-sent, not-delivered, connection-lost, no-answer',
      labelNames: ['operation', 'outcome'],
      buckets: DURATION_BUCKETS,
      registers,
    }),
    replies: new Histogram({
      name: 'inventory_rpc_answer_seconds',
      help: 'Duration of calls in the service that answers them, by outcome: ok or an error code',
      labelNames: ['operation', 'outcome'],
      buckets: DURATION_BUCKETS,
      registers,
    }),
    redelivered: new Counter({
      name: 'inventory_rpc_redelivered_total',
      help: 'Calls that RabbitMQ delivered again, after the loss of a process or a connection',
      labelNames: ['operation'],
      registers,
    }),
    taken: new Counter({
      name: 'inventory_rpc_taken_total',
      help:
        'Calls taken, by queue: shared, partition, or dead-lettered ' +
        '(shared, because the process of the partition could not take them)',
      labelNames: ['operation', 'queue'],
      registers,
    }),
    published: new Counter({
      name: 'inventory_events_published_total',
      help: 'Events published to RabbitMQ, by outcome: ok or failed; failed events are published again',
      labelNames: ['subject', 'outcome'],
      registers,
    }),
    handled: new Counter({
      name: 'inventory_events_handled_total',
      help: 'Events handled from a queue, by outcome: ok or failed; failed events are handled again',
      labelNames: ['subject', 'outcome'],
      registers,
    }),
  }
}
