import { setMaxListeners } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import type { ConfirmChannel, ConsumeMessage } from 'amqplib'
import pLimit from 'p-limit'
import { AppError } from '../../contract/core/errors.ts'
import { deadLetterQueueOf } from '../../contract/events.ts'
import type { Logger } from '../../process/log.ts'
import {
  DeliveryError,
  type EventMessage,
  MAX_MESSAGE_BYTES,
  type SubscribeOptions,
  UnreadableEvent,
} from '../broker.ts'
import type { Senders } from './accounts.ts'
import type { Consumer } from './amqp-consumers.ts'
import { bindingKeyOf, type EventBatch, readBatch, toBatches } from './event-batch.ts'

const AT_ONCE = 16
const RETRY_MS = 500
/** Tries of an event that fails although everything that it needs is there. */
const MAX_TRIES = 5
const MAX_ERROR_LENGTH = 500
/** With room for what a reply that shows the event adds to it. */
const MAX_EVENT_BYTES = MAX_MESSAGE_BYTES - 1024 * 1024

export interface EventFailures {
  /** Whether an error means that something else is away, such as the database: the event is tried again until it is back. */
  readonly isUnavailable?: ((error: unknown) => boolean) | undefined
  readonly onDeadLetter?: (() => void) | undefined
}

interface EventOptions extends EventFailures {
  readonly senders: Senders
}

/** Events on a topic exchange: in batches, durable, on quorum queues, at least once. */
export function createEvents(log: Logger, exchange: string, options: EventOptions) {
  const { senders, isUnavailable, onDeadLetter } = options
  let channel: ConfirmChannel | undefined
  /** A process that publishes no events need not be allowed to declare the exchange. */
  let declared: Promise<unknown> | undefined
  const unconfirmed = new Set<(error: Error) => void>()

  const isTransient = (error: unknown) =>
    error instanceof DeliveryError ||
    (error instanceof AppError && (error.code === 'service_unavailable' || error.code === 'outcome_unknown')) ||
    isUnavailable?.(error) === true

  const publishBatch = async ({ routingKey, body }: EventBatch): Promise<void> => {
    declared ??= channel?.assertExchange(exchange, 'topic', { durable: true })
    await declared
    await send(exchange, routingKey, body)
  }

  const send = (to: string, routingKey: string, body: Buffer, headers: Record<string, string> = {}): Promise<void> => {
    const target = channel
    if (!target) return Promise.reject(new Error('RabbitMQ is not connected'))
    return new Promise((resolve, reject) => {
      const lost = (error: Error) => {
        unconfirmed.delete(lost)
        reject(error)
      }
      unconfirmed.add(lost)
      const properties = { persistent: true, contentType: 'application/json', userId: senders.own, headers }
      target.publish(to, routingKey, body, properties, (error: unknown) => {
        unconfirmed.delete(lost)
        if (error) reject(new Error(`RabbitMQ refused events of ${routingKey}`, { cause: error }))
        else resolve()
      })
    })
  }

  return {
    useChannel(opened: ConfirmChannel) {
      declared = undefined
      channel = opened
    },
    onLost() {
      channel = undefined
      for (const reject of unconfirmed) reject(new Error('The connection to RabbitMQ was lost'))
    },

    async publish(events: readonly EventMessage[]): Promise<void> {
      await Promise.all(toBatches(events).map(publishBatch))
    },

    consumer(
      queue: string,
      subjects: readonly string[],
      handle: (event: EventMessage) => Promise<void>,
      { atOnce = AT_ONCE, oneProcess = false, former = [] }: SubscribeOptions = {},
    ) {
      const stopping = new AbortController()
      // One for each event that waits for its next try.
      setMaxListeners(atOnce, stopping.signal)
      const running = new Set<Promise<void>>()
      const inTurn = pLimit(atOnce)
      const wanted = new Set(subjects)

      /** Sets aside what cannot be handled, so that it holds up no others. False if RabbitMQ has not stored it. */
      const setAside = async (body: Buffer, error: unknown, eventId?: string): Promise<boolean> => {
        const headers = { error: String(error).slice(0, MAX_ERROR_LENGTH), at: new Date().toISOString() }
        try {
          await send('', deadLetterQueueOf(queue), body, headers)
        } catch (failure) {
          log.warn({ err: failure, queue, eventId }, 'An event that cannot be handled could not be set aside')
          return false
        }
        onDeadLetter?.()
        log.error({ err: error, queue, eventId }, 'An event that cannot be handled is in the dead-letter queue')
        return true
      }

      /** Resolves to false if it was given up because the process stops; `content` is the message that holds the event. */
      const handleUntilDone = async (event: EventMessage, content: Buffer): Promise<boolean> => {
        const { id, subject } = event
        let failures = 0
        while (!stopping.signal.aborted) {
          try {
            requireRoom(event, content)
            await handle(event)
            return true
          } catch (error) {
            if (!isTransient(error)) failures++
            if (error instanceof UnreadableEvent || failures >= MAX_TRIES) {
              if (await setAside(bodyOf(event, content), error, id)) return true
            } else log.warn({ err: error, subject, eventId: id }, 'An event could not be handled; it is tried again')
            await delay(RETRY_MS, undefined, { signal: stopping.signal }).catch(() => undefined)
          }
        }
        return false
      }

      /** What is not a batch of events is set aside as a whole. */
      const read = async (content: Buffer): Promise<readonly EventMessage[] | undefined> => {
        try {
          return readBatch(content)
        } catch (error) {
          return (await setAside(content, error)) ? [] : undefined
        }
      }

      /** A batch is acknowledged when all of its events are done, so one that is delivered again may hold handled events. */
      const handleBatch = async ({ content, properties }: ConsumeMessage, acknowledge: () => void) => {
        const events = await read(content)
        if (!events) return
        const own = events.filter(({ subject }) => wanted.has(subject))
        const { userId } = properties
        if (!own.every(({ subject }) => senders.mayPublish(userId, subject))) {
          if (await setAside(content, new Error(`${userId ?? 'A sender without a name'} may not publish these events`)))
            acknowledge()
          return
        }
        const done = await Promise.all(own.map((event) => inTurn(handleUntilDone, event, content)))
        if (done.every(Boolean)) acknowledge()
      }

      const consumer: Consumer = {
        noAck: false,
        prefetch: atOnce,
        async declare(target) {
          await target.assertExchange(exchange, 'topic', { durable: true })
          const alone = oneProcess && { 'x-single-active-consumer': true }
          await target.assertQueue(queue, { durable: true, arguments: { 'x-queue-type': 'quorum', ...alone } })
          await target.assertQueue(deadLetterQueueOf(queue), { durable: true, arguments: { 'x-queue-type': 'quorum' } })
          for (const subject of former) await target.unbindQueue(queue, exchange, bindingKeyOf(subject))
          for (const subject of subjects) await target.bindQueue(queue, exchange, bindingKeyOf(subject))
          return queue
        },
        onMessage(message, { acknowledge }) {
          const work = handleBatch(message, acknowledge).finally(() => running.delete(work))
          running.add(work)
        },
      }
      const idle = () => {
        stopping.abort()
        return Promise.all(running)
      }
      return { consumer, idle }
    },
  }
}

/** A message with the event alone; its whole message if the event is nested too deeply to be written as JSON. */
function bodyOf(event: EventMessage, content: Buffer): Buffer {
  try {
    return Buffer.from(JSON.stringify([event]))
  } catch (error) {
    if (error instanceof RangeError) return content
    throw error
  }
}

/**
 * Throws UnreadableEvent for an event in `content` that no reply could hold, as that of the feed: its readers could
 * not pass it.
 */
function requireRoom(event: EventMessage, content: Buffer): void {
  if (content.length <= MAX_EVENT_BYTES || Buffer.byteLength(JSON.stringify(event)) <= MAX_EVENT_BYTES) return
  throw new UnreadableEvent(`An event has at most ${MAX_EVENT_BYTES / 1024 / 1024} MiB`)
}
