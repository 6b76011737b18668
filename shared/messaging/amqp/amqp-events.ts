import { setMaxListeners } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import type { ConfirmChannel } from 'amqplib'
import pLimit from 'p-limit'
import type { Logger } from '../../process/log.ts'
import { type EventMessage, type SubscribeOptions, UnreadableEvent } from '../broker.ts'
import type { Consumer } from './amqp-consumers.ts'
import { bindingKeyOf, type EventBatch, readBatch, toBatches } from './event-batch.ts'

const AT_ONCE = 16
const RETRY_MS = 500
const LEFT_OUT = 'Left out what is no event of the contract'

/** Events on a topic exchange: in batches, durable, on quorum queues, at least once. */
export function createEvents(log: Logger, exchange: string) {
  let channel: ConfirmChannel | undefined
  const unconfirmed = new Set<(error: Error) => void>()

  const publishBatch = ({ routingKey, events }: EventBatch): Promise<void> => {
    const target = channel
    if (!target) return Promise.reject(new Error('RabbitMQ is not connected'))
    return new Promise((resolve, reject) => {
      const lost = (error: Error) => {
        unconfirmed.delete(lost)
        reject(error)
      }
      unconfirmed.add(lost)
      const body = Buffer.from(JSON.stringify(events))
      const options = { persistent: true, contentType: 'application/json' }
      target.publish(exchange, routingKey, body, options, (error: unknown) => {
        unconfirmed.delete(lost)
        if (error) reject(new Error(`RabbitMQ refused events of ${routingKey}`, { cause: error }))
        else resolve()
      })
    })
  }

  return {
    async useChannel(opened: ConfirmChannel) {
      await opened.assertExchange(exchange, 'topic', { durable: true })
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
      { atOnce = AT_ONCE, oneProcess = false }: SubscribeOptions = {},
    ) {
      const stopping = new AbortController()
      // One for each event that waits for its next try.
      setMaxListeners(atOnce, stopping.signal)
      const running = new Set<Promise<void>>()
      const inTurn = pLimit(atOnce)
      const wanted = new Set(subjects)

      /** Resolves to false if it was given up because the process stops. */
      const handleUntilDone = async (event: EventMessage): Promise<boolean> => {
        const { id, subject } = event
        while (!stopping.signal.aborted) {
          try {
            await handle(event)
            return true
          } catch (error) {
            if (error instanceof UnreadableEvent) {
              log.error({ err: error, queue, eventId: id }, LEFT_OUT)
              return true
            }
            log.warn({ err: error, subject, eventId: id }, 'An event could not be handled; it is tried again')
            await delay(RETRY_MS, undefined, { signal: stopping.signal }).catch(() => undefined)
          }
        }
        return false
      }

      /** A batch is acknowledged once all of its events are done. One that is delivered again holds events that were handled before. */
      const handleBatch = async (content: Buffer, acknowledge: () => void) => {
        const events = readBatch(content).filter(({ subject }) => wanted.has(subject))
        const done = await Promise.all(events.map((event) => inTurn(handleUntilDone, event)))
        if (done.every(Boolean)) acknowledge()
      }

      const consumer: Consumer = {
        noAck: false,
        prefetch: atOnce,
        async declare(target) {
          await target.assertExchange(exchange, 'topic', { durable: true })
          const alone = oneProcess && { 'x-single-active-consumer': true }
          await target.assertQueue(queue, { durable: true, arguments: { 'x-queue-type': 'quorum', ...alone } })
          for (const subject of subjects) await target.bindQueue(queue, exchange, bindingKeyOf(subject))
          return queue
        },
        onMessage({ content }, { acknowledge }) {
          const work = handleBatch(content, acknowledge)
            .catch((error: unknown) => {
              log.error({ err: error, queue }, LEFT_OUT)
              acknowledge()
            })
            .finally(() => running.delete(work))
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
