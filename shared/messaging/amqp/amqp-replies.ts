import { randomUUID } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ConsumeMessage } from 'amqplib'
import pLimit from 'p-limit'
import { isRefusal } from '../../contract/core/errors.ts'
import type { Logger } from '../../process/log.ts'
import type { CallQueue, RpcReply, RpcRequest } from '../broker.ts'
import { createBatcher, decodeFrame, encodeFrame, type Message } from '../rpc/frame.ts'
import type { Consumer, Delivery } from './amqp-consumers.ts'
import type { ReplyHead, RequestHead } from './amqp-requests.ts'
import type { Partitions } from './partitions.ts'

const MAX_REPLIES_PER_MESSAGE = 8
/** Messages of a queue that are answered at once. */
const PREFETCH = 16
const MAX_QUEUED_MESSAGES = 2_000
/** RabbitMQ deletes a queue without consumers after this time; calls to it then fail at once (docs/promises.md#R10). */
const ABSENCE_MS = 2_000
/**
 * Messages of its partition that a process holds, of which 16 are answered at once; further ones go to the shared queue. A
 * process that freezes may cost as many messages their replies; with a lower limit, the writers of one item would not stay
 * together.
 */
const PARTITION_PREFETCH = 64
/** The weight of a binding to a consistent hash exchange: every process gets the same share. */
const WEIGHT = '1'

type Respond = (request: RpcRequest) => Promise<RpcReply>

/** A reply that waits for the end of this turn of the event loop. */
interface Reply extends Message<ReplyHead> {
  readonly delivery: Delivery
}

/** The serving side of RPC: takes frames from a service's queue, answers every call and acknowledges the frame last. */
export function createReplies(log: Logger, userId: string, isReplyQueue: (name: string) => boolean) {
  /** Names this process in its replies and in the queue of its partition. */
  const appId = randomUUID()

  const createReplying = (queue: string, kind: CallQueue, respond: Respond) => {
    const running = new Set<Promise<void>>()
    const limit = pLimit(PREFETCH)
    const batcher = createBatcher<Reply>(MAX_REPLIES_PER_MESSAGE, (replyTo, replies) => {
      const frame = encodeFrame(replies)
      // If the channel of all is lost, their messages are delivered and answered again.
      replies.some(({ delivery }) => delivery.send(replyTo, frame, { appId, userId }))
    })

    const respondToFrame = async (message: ConsumeMessage, delivery: Delivery) => {
      const replyTo = String(message.properties.replyTo)
      if (!isReplyQueue(replyTo)) throw new Error(`Refused to answer to a queue named ${replyTo}`)
      const calls = decodeFrame<RequestHead>(message.content)
      const isDeadLettered = message.properties.headers?.['x-death'] !== undefined
      const refused: Reply[] = []
      await Promise.all(
        calls.map(async ({ head: { id, operation, context, isSealed }, body }) => {
          const { body: replyBody, ...attributes } = await respond({
            operation,
            context,
            isSealed,
            body,
            // The process of the partition may have begun with a call before it was lost.
            redelivered: message.fields.redelivered || isDeadLettered,
            queue: isDeadLettered ? 'dead-lettered' : kind,
          })
          const part = { head: { id, ...attributes }, body: replyBody, delivery }
          if (isRefusal(attributes.error)) refused.push(part)
          else batcher.add(replyTo, part)
        }),
      )
      if (refused.length === 0) return
      // A refusal means certainly not done, so it is not answered for a call that may be redelivered and done.
      const isSettled = await delivery.settle().then(
        () => true,
        () => false,
      )
      if (isSettled) for (const part of refused) batcher.add(replyTo, part)
    }

    return {
      onMessage(message: ConsumeMessage, delivery: Delivery) {
        const work = limit(() => respondToFrame(message, delivery))
          .catch((error: unknown) => log.error({ err: error, queue }, 'Dropped a message that is no request'))
          // The batcher sends at the end of this turn, and the acknowledgement goes out with it.
          .then(() => nextTurn())
          .then(() => delivery.acknowledge())
          .finally(() => running.delete(work))
        running.add(work)
      },
      idle: () => Promise.all(running),
    }
  }

  return {
    /** A consumer of the queue that the service's processes share. `idle` resolves when the calls under way are answered. */
    consumer(queue: string, respond: Respond) {
      const { onMessage, idle } = createReplying(queue, 'shared', respond)
      const consumer: Consumer = {
        noAck: false,
        prefetch: PREFETCH,
        async declare(channel) {
          await channel.assertQueue(queue, {
            durable: true,
            expires: ABSENCE_MS,
            maxLength: MAX_QUEUED_MESSAGES,
            arguments: { 'x-overflow': 'reject-publish' },
          })
          return queue
        },
        onMessage,
      }
      return { consumer, idle }
    },
    /**
     * A consumer of this process's own queue for the calls of its partition. With a TTL of 0, RabbitMQ moves a message that
     * it cannot deliver at once to the shared queue, including those that a lost process has not acknowledged.
     */
    partitionConsumer(service: string, sharedQueue: string, partitions: Partitions, respond: Respond) {
      const queue = `${sharedQueue}.${appId}`
      const { onMessage, idle } = createReplying(queue, 'partition', respond)
      const consumer: Consumer = {
        noAck: false,
        prefetch: PARTITION_PREFETCH,
        async declare(channel) {
          const deadLetters = { deadLetterExchange: '', deadLetterRoutingKey: sharedQueue }
          await channel.assertQueue(queue, { durable: true, expires: ABSENCE_MS, messageTtl: 0, ...deadLetters })
          return queue
        },
        async onStarted(channel) {
          if (await partitions.declare(service)) await channel.bindQueue(queue, partitions.exchangeOf(service), WEIGHT)
        },
        async onStopping(channel) {
          if (partitions.isDeclared(service)) await channel.unbindQueue(queue, partitions.exchangeOf(service), WEIGHT)
        },
        onMessage,
      }
      return { consumer, idle }
    },
  }
}
