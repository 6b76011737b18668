import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import { operations } from '../contract/index.ts'
import { DURATION_BUCKETS } from '../process/monitor.ts'
import type { AmqpBroker } from './amqp/amqp-broker.ts'
import { DeliveryError, type EventMessage, type RpcRequest } from './broker.ts'

/** A label takes names of the contract only: others are whatever somebody wrote into a message. */
const names: ReadonlySet<string> = new Set(operations.map(({ name }) => name))
const labelOf = ({ operation }: RpcRequest) => (names.has(operation) ? operation : 'unknown')

/** The same broker, with its calls, answers and events counted. */
export function measureBroker(broker: AmqpBroker, registry: Registry): AmqpBroker {
  const figures = createFigures(registry)
  const secondsSince = (start: number) => (performance.now() - start) / 1000

  const counted = async (counter: Counter<'subject' | 'outcome'>, subject: string, work: Promise<void>) => {
    try {
      await work
      counter.inc({ subject, outcome: 'ok' })
    } catch (error) {
      counter.inc({ subject, outcome: 'failed' })
      throw error
    }
  }

  return {
    get isUp() {
      return broker.isUp
    },
    async request(service, request) {
      const start = performance.now()
      const operation = labelOf(request)
      let outcome = 'failed'
      figures.calling.inc()
      try {
        const reply = await broker.request(service, request)
        outcome = reply.error ?? 'ok'
        return reply
      } catch (error) {
        if (error instanceof DeliveryError) outcome = error.outcome
        throw error
      } finally {
        figures.calling.dec()
        figures.calls.observe({ operation, outcome }, secondsSince(start))
      }
    },
    serve: (service, answer) =>
      broker.serve(service, async (request) => {
        const start = performance.now()
        const operation = labelOf(request)
        if (request.redelivered) figures.redelivered.inc({ operation })
        figures.answering.inc()
        try {
          const reply = await answer(request)
          figures.answers.observe({ operation, outcome: reply.error ?? 'ok' }, secondsSince(start))
          return reply
        } finally {
          figures.answering.dec()
        }
      }),
    publish: (event) => counted(figures.published, event.subject, broker.publish(event)),
    subscribe: (queue, subjects, handle, options) =>
      broker.subscribe(
        queue,
        subjects,
        (event: EventMessage) => counted(figures.handled, event.subject, handle(event)),
        options,
      ),
    [Symbol.asyncDispose]: () => broker[Symbol.asyncDispose](),
  }
}

function createFigures(registry: Registry) {
  const registers = [registry]
  return {
    calls: new Histogram({
      name: 'inventory_rpc_call_seconds',
      help: 'Calls of services, by outcome: ok, the code of an error, or not-sent, not-delivered, connection-lost, no-answer',
      labelNames: ['operation', 'outcome'],
      buckets: DURATION_BUCKETS,
      registers,
    }),
    calling: new Gauge({ name: 'inventory_rpc_calls_in_flight', help: 'Calls that wait for an answer', registers }),
    answers: new Histogram({
      name: 'inventory_rpc_answer_seconds',
      help: 'Calls that this service has answered, by outcome: ok, or the code of an error',
      labelNames: ['operation', 'outcome'],
      buckets: DURATION_BUCKETS,
      registers,
    }),
    answering: new Gauge({ name: 'inventory_rpc_answers_in_flight', help: 'Calls under way here', registers }),
    redelivered: new Counter({
      name: 'inventory_rpc_redelivered_total',
      help: 'Calls that RabbitMQ delivered a second time, after a process or a connection was lost',
      labelNames: ['operation'],
      registers,
    }),
    published: new Counter({
      name: 'inventory_events_published_total',
      help: 'Events given to RabbitMQ, by outcome: ok or failed; the outbox repeats what failed',
      labelNames: ['subject', 'outcome'],
      registers,
    }),
    handled: new Counter({
      name: 'inventory_events_handled_total',
      help: 'Events taken from a queue, by outcome: ok or failed; what failed is tried again',
      labelNames: ['subject', 'outcome'],
      registers,
    }),
  }
}
