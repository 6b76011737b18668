import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { timeLeftMs } from '../../process/call-context.ts'
import type { Logger } from '../../process/log.ts'
import { type Broker, DeliveryError } from '../broker.ts'
import { createSenders } from './accounts.ts'
import { type Consumer, createConsumers } from './amqp-consumers.ts'
import { createEvents, type EventFailures } from './amqp-events.ts'
import { type AmqpLink, createAmqpLink } from './amqp-link.ts'
import { createReplies } from './amqp-replies.ts'
import { createRequests, MAX_IN_FLIGHT } from './amqp-requests.ts'
import { createPartitions } from './partitions.ts'

export interface AmqpBrokerOptions extends EventFailures {
  readonly url: string
  /** Prefix of every queue and exchange, so that systems can share a RabbitMQ. */
  readonly system: string
  /** Name of the process in RabbitMQ's list of connections. */
  readonly name: string
  readonly log: Logger
}

/** A broker that reports whether it is connected. */
export interface AmqpBroker extends Broker {
  readonly isUp: boolean
}

/**
 * The broker on RabbitMQ, with two connections: one publishes, and takes the calls that it answers; the other receives
 * replies and events, so that a RabbitMQ that stops publishers (https://www.rabbitmq.com/docs/connection-blocked) still
 * gets events acknowledged.
 */
export async function createAmqpBroker(options: AmqpBrokerOptions): Promise<AmqpBroker> {
  const { url, system, name, log, isUnavailable, onDeadLetter } = options
  const senders = createSenders({ url, system, name })
  const replyPrefix = `${system}.reply.`
  const queueOf = (service: string) => `${system}.rpc.${service}`
  const partitions = createPartitions(url, system, log)
  const requests = createRequests(log, queueOf, partitions, senders)
  const replies = createReplies(log, senders.own, (queue) => queue.startsWith(replyPrefix))
  const events = createEvents(log, `${system}.events`, { senders, isUnavailable, onDeadLetter })
  const receiving = createConsumers()
  /** Calls are taken where their replies are sent, so that a reply and its acknowledgement are one write. */
  const replying = createConsumers()

  await receiving.add({
    noAck: true,
    prefetch: 0,
    async declare(channel) {
      // A new name each time: RabbitMQ locks the old queue until it has noticed that its connection is gone.
      const { queue } = await channel.assertQueue(`${replyPrefix}${name}.${randomUUID()}`, {
        exclusive: true,
        autoDelete: true,
      })
      requests.useReplyQueue(queue)
      return queue
    },
    onMessage: (message) => requests.onReply(message),
  })

  const onLost = () => {
    partitions.onLost()
    requests.onPublishingLost()
    replying.onLost()
    events.onLost()
  }
  const publishing = await createAmqpLink({
    url,
    name: `${name} publishing`,
    log,
    onLost,
    async setup(open) {
      const confirmed = await open.confirmChannel()
      events.useChannel(confirmed)
      requests.useChannel(confirmed)
      await replying.onOpen(open)
    },
  })
  const consuming = await createAmqpLink({
    url,
    name: `${name} consuming`,
    log,
    setup: (open) => receiving.onOpen(open),
    onLost: () => {
      partitions.onLost()
      receiving.onLost()
      requests.onRepliesLost()
    },
  })

  const links = [publishing, consuming]
  const waiting = createConnectionQueue()

  const consume = async (consumers: typeof receiving, ...started: readonly Started[]) => {
    for (const { consumer } of started) await consumers.add(consumer)
    return {
      async [Symbol.asyncDispose]() {
        for (const { consumer } of started.toReversed()) await consumers.remove(consumer)
        await Promise.all(started.map(({ idle }) => idle()))
      },
    }
  }

  return {
    get isUp() {
      return publishing.isUp && consuming.isUp
    },
    async request(service, request) {
      if (!(publishing.isUp && consuming.isUp)) await waiting.run(() => linked(links, timeLeftMs(request.context)))
      return requests.request(service, request)
    },
    serve(service, respond, { isPartitioned = false } = {}) {
      const queue = queueOf(service)
      const shared = replies.consumer(queue, respond)
      return isPartitioned
        ? consume(replying, shared, replies.partitionConsumer(service, queue, partitions, respond))
        : consume(replying, shared)
    },
    publish: (event) => events.publish(event),
    subscribe: (queue, subjects, handle, sharing) =>
      consume(receiving, events.consumer(`${system}.${queue}`, subjects, handle, sharing)),
    async [Symbol.asyncDispose]() {
      await Promise.all([publishing.close(), consuming.close()])
    },
  }
}

/** A consumer; `idle` resolves when what it has taken is done. */
interface Started {
  readonly consumer: Consumer
  idle(): Promise<unknown>
}

/** Calls may wait for a connection; their number is limited like that of calls in flight. */
function createConnectionQueue() {
  let waiting = 0
  return {
    async run(wait: () => Promise<void>): Promise<void> {
      if (waiting >= MAX_IN_FLIGHT) throw new DeliveryError('not-delivered', 'Too many calls wait for RabbitMQ')
      waiting++
      try {
        await wait()
      } finally {
        waiting--
      }
    },
  }
}

/** Waits for the connections within the time that is left. */
async function linked(links: readonly AmqpLink[], timeMs: number): Promise<void> {
  const waiting = new AbortController()
  const tooLate = delay(Math.max(0, timeMs), true, { signal: waiting.signal }).catch(() => true)
  const up = Promise.all(links.map((link) => link.connected())).then(() => false)
  const isTooLate = await Promise.race([tooLate, up])
  waiting.abort()
  if (isTooLate) throw new DeliveryError('not-sent', 'RabbitMQ cannot be reached')
}
