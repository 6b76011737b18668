import type { Channel, ConsumeMessage, Options } from 'amqplib'
import type { ChannelOpener } from './amqp-link.ts'

/** A step usually takes milliseconds. If a queue has no leader, RabbitMQ answers its consumer only after 65 s. */
const STEP_LIMIT_MS = 15_000

/** A queue to consume, and how it is declared on every (re)connection. */
export interface Consumer {
  readonly noAck: boolean
  readonly prefetch: number
  /** Resolves to the name of the queue. */
  declare(channel: Channel): Promise<string>
  /** Called when messages can be delivered. */
  onStarted?(channel: Channel): Promise<unknown>
  /** Called before delivery stops. */
  onStopping?(channel: Channel): Promise<unknown>
  onMessage(message: ConsumeMessage, delivery: Delivery): void
}

/** What can be done with a message, on the channel that delivered it. */
export interface Delivery {
  /**
   * Publishes to a queue by its name; false if the channel is lost. RabbitMQ processes it before an acknowledgement
   * that follows.
   */
  send(queue: string, content: Buffer, properties: Options.Publish): boolean
  acknowledge(): void
  /** Acknowledges and resolves when RabbitMQ knows, so that the message cannot come again; rejects if that is not sure. */
  settle(): Promise<unknown>
}

/** The consumers of one connection: opened again with it, and stopped one by one. */
export function createConsumers() {
  const consumers = new Set<Consumer>()
  const stops = new Map<Consumer, () => Promise<unknown>>()
  let open: ChannelOpener | undefined

  const start = async (opener: ChannelOpener, consumer: Consumer) => {
    const channel = await opener.channel()
    let isOpen = true
    const close = () => {
      isOpen = false
    }
    channel.on('close', close)
    await channel.prefetch(consumer.prefetch)
    const queue = await inTime(opener, 'declare the queue of a consumer', consumer.declare(channel))
    const consuming = channel.consume(
      queue,
      (message) => {
        // null: RabbitMQ has cancelled the consumer, for instance with its queue. Closing causes a reconnection.
        if (!message) return void channel.close().catch(close)
        let isAcknowledged = consumer.noAck
        const acknowledge = () => {
          if (isOpen && !isAcknowledged) unlessClosing(() => channel.ack(message))
          isAcknowledged = true
        }
        consumer.onMessage(message, {
          send: (to, content, properties) =>
            isOpen && unlessClosing(() => channel.publish('', to, content, properties)),
          acknowledge,
          settle() {
            acknowledge()
            // A channel is processed in order: the reply shows that RabbitMQ has processed the acknowledgement.
            return channel.prefetch(consumer.prefetch)
          },
        })
      },
      { noAck: consumer.noAck },
    )
    const { consumerTag } = await inTime(opener, `start a consumer of ${queue}`, consuming)
    const stop = async () => {
      // A closed channel delivers no more messages either.
      if (isOpen) await consumer.onStopping?.(channel).catch(close)
      if (isOpen) await channel.cancel(consumerTag).catch(close)
    }
    await consumer.onStarted?.(channel)
    if (consumers.has(consumer)) stops.set(consumer, stop)
    else await stop()
  }

  return {
    async onOpen(opener: ChannelOpener) {
      // This loop includes a consumer that is added meanwhile, since the connection counts as open only after it.
      for (const consumer of consumers) await start(opener, consumer)
      open = opener
    },
    onLost() {
      open = undefined
      stops.clear()
    },
    async add(consumer: Consumer) {
      consumers.add(consumer)
      // A failure closes the channel, which causes a reconnection, and that opens the consumer again.
      if (open) await start(open, consumer).catch(() => undefined)
    },
    /** Stops delivery to this consumer; delivered messages may still be acknowledged. */
    async remove(consumer: Consumer) {
      consumers.delete(consumer)
      await stops.get(consumer)?.()
      stops.delete(consumer)
    },
  }
}

/** Ends the connection, which is then opened again, if the step takes too long; its log says which. */
function inTime<T>(opener: ChannelOpener, step: string, work: Promise<T>): Promise<T> {
  const tooLate = () => opener.fail(new Error(`RabbitMQ did not ${step} within ${STEP_LIMIT_MS / 1_000} s`))
  const limit = setTimeout(tooLate, STEP_LIMIT_MS)
  return work.finally(() => clearTimeout(limit))
}

/** False if the connection has begun to close: amqplib throws before it emits an event. The message is then redelivered. */
function unlessClosing(send: () => unknown): boolean {
  try {
    send()
    return true
  } catch {
    return false
  }
}
