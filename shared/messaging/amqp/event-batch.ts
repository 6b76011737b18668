import { z } from 'zod'
import { type EventMessage, UnreadableEvent } from '../broker.ts'

/** Most events of one message. */
const MAX_EVENTS = 100
/** AMQP 0-9-1, section 4.2.5.3: a short string has at most 255 bytes. */
const MAX_KEY_LENGTH = 255

/** Events that travel as one message: their subjects are the routing key, and a JSON array of the events is the body. */
export interface EventBatch {
  /** Each subject once, joined by dots. */
  readonly routingKey: string
  readonly events: readonly EventMessage[]
}

/** Matches every routing key that holds the subject: `#` stands for any number of words (https://www.rabbitmq.com/tutorials/amqp-concepts). */
export const bindingKeyOf = (subject: string) => `#.${subject}.#`

/** Splits events into as few messages as the limits allow; their sequence stays. */
export function toBatches(events: readonly EventMessage[]): EventBatch[] {
  const batches: { routingKey: string; subjects: Set<string>; events: EventMessage[] }[] = []
  for (const event of events) {
    const last = batches.at(-1)
    const routingKey = [...new Set(last?.subjects).add(event.subject)].join('.')
    if (last && last.events.length < MAX_EVENTS && routingKey.length <= MAX_KEY_LENGTH) {
      last.events.push(event)
      last.subjects.add(event.subject)
      last.routingKey = routingKey
    } else {
      batches.push({ routingKey: event.subject, subjects: new Set([event.subject]), events: [event] })
    }
  }
  return batches
}

const batch = z.array(
  z.object({ id: z.string(), subject: z.string(), payload: z.unknown(), traceparent: z.string().exactOptional() }),
)

/** Throws UnreadableEvent for a body that no publisher of events makes. */
export function readBatch(content: Buffer): readonly EventMessage[] {
  try {
    return batch.parse(JSON.parse(content.toString()))
  } catch (error) {
    throw new UnreadableEvent('Not a batch of events', { cause: error })
  }
}
