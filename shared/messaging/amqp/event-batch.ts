import { z } from 'zod'
import { type EventMessage, MAX_MESSAGE_BYTES, UnreadableEvent } from '../broker.ts'

const MAX_EVENTS = 100
/** AMQP 0-9-1, section 4.2.5.3: a short string has at most 255 bytes. */
const MAX_KEY_LENGTH = 255

/** Events that travel as one message. */
export interface EventBatch {
  /** Each subject once, joined by dots. */
  readonly routingKey: string
  /** A JSON array of the events. */
  readonly body: Buffer
}

/** Matches routing keys with the subject: `#` is any number of words (https://www.rabbitmq.com/tutorials/amqp-concepts). */
export const bindingKeyOf = (subject: string) => `#.${subject}.#`

/** Splits events into as few messages as the limits allow; their sequence stays. */
export function toBatches(events: readonly EventMessage[]): EventBatch[] {
  const batches: OpenBatch[] = []
  for (const event of events) {
    const text = JSON.stringify(event)
    const bytes = Buffer.byteLength(text)
    const last = batches.at(-1)
    const routingKey = [...new Set(last?.subjects).add(event.subject)].join('.')
    if (last && hasRoom(last, bytes) && routingKey.length <= MAX_KEY_LENGTH) {
      last.texts.push(text)
      last.bytes += bytes
      last.subjects.add(event.subject)
      last.routingKey = routingKey
    } else {
      batches.push({ routingKey: event.subject, subjects: new Set([event.subject]), texts: [text], bytes })
    }
  }
  return batches.map(({ routingKey, texts }) => ({ routingKey, body: Buffer.from(`[${texts.join(',')}]`) }))
}

interface OpenBatch {
  routingKey: string
  readonly subjects: Set<string>
  readonly texts: string[]
  bytes: number
}

const hasRoom = ({ texts, bytes }: OpenBatch, added: number) =>
  texts.length < MAX_EVENTS && bytes + added <= MAX_MESSAGE_BYTES

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
