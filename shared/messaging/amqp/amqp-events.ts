import { setMaxListeners } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import type { ConfirmChannel, ConsumeMessage } from 'amqplib'
import type { Logger } from '../../process/log.ts'
import { type EventMessage, type SubscribeOptions, UnreadableEvent } from '../broker.ts'
import type { Consumer } from './amqp-consumers.ts'

const AT_ONCE = 16
const RETRY_MS = 500

/** Events on a topic exchange: durable, on quorum queues, at least once. */
export function createEvents(log: Logger, exchange: string) {
  let channel: ConfirmChannel | undefined
  const unconfirmed = new Set<(error: Error) => void>()

  return {
    async useChannel(opened: ConfirmChannel) {
      await opened.assertExchange(exchange, 'topic', { durable: true })
      channel = opened
    },
    onLost() {
      channel = undefined
      for (const reject of unconfirmed) reject(new Error('The connection to RabbitMQ was lost'))
    },

    publish({ id, subject, payload, traceparent }: EventMessage): Promise<void> {
      const target = channel
      if (!target) return Promise.reject(new Error('RabbitMQ is not connected'))
      return new Promise((resolve, reject) => {
        const lost = (error: Error) => {
          unconfirmed.delete(lost)
          reject(error)
        }
        unconfirmed.add(lost)
        const body = Buffer.from(JSON.stringify(payload))
        const headers = traceparent === undefined ? undefined : { traceparent }
        const options = { messageId: id, persistent: true, contentType: 'application/json', headers }
        target.publish(exchange, subject, body, options, (error: unknown) => {
          unconfirmed.delete(lost)
          if (error) reject(new Error(`RabbitMQ refused the event ${id}`, { cause: error }))
          else resolve()
        })
      })
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

      const handleUntilDone = async (message: ConsumeMessage, acknowledge: () => void) => {
        const id = String(message.properties.messageId)
        const subject = message.fields.routingKey
        const payload: unknown = JSON.parse(message.content.toString())
        const traceparent: unknown = message.properties.headers?.traceparent
        const event = { id, subject, payload, ...(typeof traceparent === 'string' && { traceparent }) }
        while (!stopping.signal.aborted) {
          try {
            await handle(event)
            return acknowledge()
          } catch (error) {
            if (error instanceof UnreadableEvent) throw error
            log.warn({ err: error, subject, eventId: id }, 'An event could not be handled; it is tried again')
            await delay(RETRY_MS, undefined, { signal: stopping.signal }).catch(() => undefined)
          }
        }
      }

      const consumer: Consumer = {
        noAck: false,
        prefetch: atOnce,
        async declare(target) {
          await target.assertExchange(exchange, 'topic', { durable: true })
          const alone = oneProcess && { 'x-single-active-consumer': true }
          await target.assertQueue(queue, { durable: true, arguments: { 'x-queue-type': 'quorum', ...alone } })
          for (const subject of subjects) await target.bindQueue(queue, exchange, subject)
          return queue
        },
        onMessage(message, { acknowledge }) {
          const work = handleUntilDone(message, acknowledge)
            .catch((error: unknown) => {
              log.error({ err: error, queue }, 'Left out a message that is no event of the contract')
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
