import { z } from 'zod'
import type { Operation } from '../shared/contract/core/operation.ts'
import { events, publisherOf } from '../shared/contract/events.ts'
import { gateway } from '../shared/contract/gateway.ts'
import { contract } from '../shared/contract/index.ts'
import { VERSION } from '../shared/contract/version.ts'

const INTRODUCTION = `What travels between the services: calls of operations, and events.

A call is the input as JSON, in a frame with others of the same moment: for each a head and a body, each after its length as
four bytes, big end first. The head is JSON: a number, the operation's name, and the context (request id, deadline in epoch
milliseconds, operation id, token). Replies come in frames too, to the queue in \`reply-to\`; the head has the call's number,
and the error's code if there is one.

Events are published at least once and in no promised order; the id is the same for every copy. The body of their messages is
a JSON array of up to 100 events, and the routing key is their subjects, each once, joined by dots: a queue for a subject is
bound by \`#.<subject>.#\` and leaves out the other events of a message. An event that a traced request caused has a
\`traceparent\` (W3C Trace Context).`

type Json = Readonly<Record<string, unknown>>

/** The messages of the system as AsyncAPI 3, derived from the contract. */
export function createAsyncApi(): Json {
  const schemas: Record<string, unknown> = {}
  const payload = (schema: z.ZodType, io: 'input' | 'output') => {
    const {
      $schema: _,
      definitions = {},
      ...own
    } = z.toJSONSchema(schema, { io, target: 'draft-7', unrepresentable: 'any' })
    Object.assign(schemas, JSON.parse(withReferences(definitions)))
    return JSON.parse(withReferences(own)) as unknown
  }

  const channels: Record<string, unknown> = {}
  const operations: Record<string, unknown> = {}
  for (const [service, its] of Object.entries<Readonly<Record<string, Operation>>>({ ...contract, gateway })) {
    const named = Object.values(its)
    channels[`${service}.calls`] = {
      address: `{system}.rpc.${service}`,
      description: `Calls of ${service}; its replicas take turns.`,
      parameters: systemName,
      bindings: { amqp: { is: 'queue', queue: { name: `{system}.rpc.${service}`, durable: true } } },
      messages: Object.fromEntries(
        named.map(({ name, summary, input }) => [
          name,
          { name, summary, correlationId, payload: payload(input, 'input') },
        ]),
      ),
    }
    channels[`${service}.answers`] = {
      address: null,
      description: 'The queue of the asker that its call names.',
      messages: Object.fromEntries(
        named.map(({ name, output }) => [
          name,
          { name: `${name}.answer`, correlationId, payload: payload(output, 'output') },
        ]),
      ),
    }
    for (const { name, summary } of named) operations[name] = replying(service, name, summary)
  }

  for (const [subject, schema] of Object.entries(events)) {
    channels[subject] = {
      address: `#.${subject}.#`,
      description: 'The message is one element of the array that the body is.',
      bindings: { amqp: { is: 'routingKey', exchange: { name: '{system}.events', type: 'topic', durable: true } } },
      messages: { event: { name: subject, payload: payload(toEnvelope(subject, schema), 'output') } },
    }
    operations[`publish ${subject}`] = {
      action: 'send',
      channel: { $ref: `#/channels/${subject}` },
      summary: `Published by ${publisherOf(subject)}`,
    }
  }

  return {
    asyncapi: '3.0.0',
    info: { title: 'Inventory Service: messages', version: VERSION, description: INTRODUCTION },
    defaultContentType: 'application/json',
    servers: { rabbitmq: { host: 'rabbitmq:5672', protocol: 'amqp', protocolVersion: '0.9.1' } },
    channels,
    operations,
    components: { schemas },
  }
}

const toEnvelope = (subject: string, schema: z.ZodType) =>
  z.object({ id: z.string(), subject: z.literal(subject), payload: schema, traceparent: z.string().optional() })

const correlationId = { location: '$message.header#/id' }
const systemName = { system: { description: 'SYSTEM_NAME', default: 'inventory' } }

function replying(service: string, name: string, summary: string): Json {
  const message = (channel: string) => [{ $ref: `#/channels/${service}.${channel}/messages/${name}` }]
  return {
    action: 'receive',
    summary,
    channel: { $ref: `#/channels/${service}.calls` },
    messages: message('calls'),
    reply: {
      address: { location: '$message.header#/replyTo' },
      channel: { $ref: `#/channels/${service}.answers` },
      messages: message('answers'),
    },
  }
}

function withReferences(schema: unknown): string {
  return JSON.stringify(schema).replaceAll('"#/definitions/', '"#/components/schemas/')
}
