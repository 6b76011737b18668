import type { Channel, ConsumeMessage } from 'amqplib'
import type { ChannelOpener } from './amqp-link.ts'

/** What is consumed, and how its queue is declared on every (re)connection. */
export interface Consumer {
  readonly queue: string
  readonly noAck: boolean
  readonly prefetch: number
  declare(channel: Channel): Promise<unknown>
  onMessage(message: ConsumeMessage, acknowledge: () => void): void
}

/** The consumers of one connection: opened again with it, and stopped one by one. */
export function createConsumers() {
  const consumers = new Set<Consumer>()
  const stops = new Map<Consumer, () => Promise<unknown>>()
  let open: ChannelOpener | undefined

  const start = async (opener: ChannelOpener, consumer: Consumer) => {
    const channel = await opener.channel()
    let isOpen = true
    channel.on('close', () => {
      isOpen = false
    })
    await channel.prefetch(consumer.prefetch)
    await consumer.declare(channel)
    const { consumerTag } = await channel.consume(
      consumer.queue,
      (message) => {
        // null: RabbitMQ cancelled the consumer, for instance because its queue is gone. Closing makes everything anew.
        if (!message) return void channel.close()
        consumer.onMessage(message, () => {
          if (isOpen && !consumer.noAck) channel.ack(message)
        })
      },
      { noAck: consumer.noAck },
    )
    stops.set(consumer, async () => {
      if (isOpen) await channel.cancel(consumerTag)
    })
  }

  return {
    async onOpen(opener: ChannelOpener) {
      open = opener
      for (const consumer of consumers) await start(opener, consumer)
    },
    onLost() {
      open = undefined
      stops.clear()
    },
    async add(consumer: Consumer) {
      consumers.add(consumer)
      if (open) await start(open, consumer)
    },
    /** Takes no more messages for this consumer; those it has may still be acknowledged. */
    async remove(consumer: Consumer) {
      consumers.delete(consumer)
      await stops.get(consumer)?.()
    },
  }
}
