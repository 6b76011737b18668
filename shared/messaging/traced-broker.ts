import { errorCatalogue } from '../contract/core/errors.ts'
import type { Facts, Tracing } from '../process/tracing.ts'
import { type Broker, DeliveryError, type EventMessage, type RpcRequest } from './broker.ts'

/** The broker, with a step for each call, answer and event that belongs to a trace; the same broker without tracing. */
export function traceBroker(broker: Broker, tracing: Tracing | undefined): Broker {
  if (!tracing) return broker
  return {
    async request(service, request) {
      const { operation, context } = request
      if (context.traceparent === undefined) return broker.request(service, request)
      const step = tracing.begin('client', operation, context.traceparent, rpcFacts(request))
      try {
        const reply = await broker.request(service, below(step.traceparent, request))
        step.end({ facts: { 'rpc.response.status_code': reply.error ?? 'ok' }, error: reply.error })
        return reply
      } catch (error) {
        step.end({ error: error instanceof DeliveryError ? error.outcome : '_OTHER' })
        throw error
      }
    },
    serve: (service, answer) =>
      broker.serve(service, async (request) => {
        const { operation, context } = request
        if (context.traceparent === undefined) return answer(request)
        const step = tracing.begin('server', operation, context.traceparent, rpcFacts(request))
        const reply = await tracing.within(step.traceparent, () => answer(below(step.traceparent, request)))
        // A refusal is the caller's failure, not this service's.
        const error = reply.error && errorCatalogue[reply.error].status >= 500 ? reply.error : undefined
        step.end({ facts: { 'rpc.response.status_code': reply.error ?? 'ok' }, error })
        return reply
      }),
    async publish(event) {
      const parent = tracing.current
      if (parent === undefined) return broker.publish(event)
      const step = tracing.begin('producer', `publish ${event.subject}`, parent, eventFacts('send', 'publish', event))
      await ended(step, broker.publish({ ...event, traceparent: step.traceparent }))
    },
    subscribe(queue, subjects, handle, options) {
      const handleTraced = async (event: EventMessage) => {
        if (event.traceparent === undefined) return handle(event)
        const facts = { ...eventFacts('process', 'process', event), 'messaging.destination.subscription.name': queue }
        const step = tracing.begin('consumer', `process ${event.subject}`, event.traceparent, facts)
        const handled = tracing.within(step.traceparent, () => handle(event))
        await ended(step, handled)
      }
      return broker.subscribe(queue, subjects, handleTraced, options)
    },
    [Symbol.asyncDispose]: () => broker[Symbol.asyncDispose](),
  }
}

const below = (traceparent: string, request: RpcRequest): RpcRequest => ({
  ...request,
  context: { ...request.context, traceparent },
})

async function ended(step: ReturnType<Tracing['begin']>, work: Promise<void>): Promise<void> {
  try {
    await work
    step.end()
  } catch (error) {
    step.end({ error: error instanceof Error ? error.name : '_OTHER' })
    throw error
  }
}

/** Semantic conventions for RPC spans. */
const rpcFacts = ({ operation }: RpcRequest): Facts => ({ 'rpc.system.name': 'rabbitmq', 'rpc.method': operation })

/** Semantic conventions for messaging spans, and for RabbitMQ. */
const eventFacts = (type: string, name: string, { id, subject }: EventMessage): Facts => ({
  'messaging.system': 'rabbitmq',
  'messaging.operation.type': type,
  'messaging.operation.name': name,
  'messaging.destination.name': subject,
  'messaging.rabbitmq.destination.routing_key': subject,
  'messaging.message.id': id,
})
