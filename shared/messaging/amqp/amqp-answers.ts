import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Channel, ConsumeMessage } from 'amqplib'
import type { Logger } from '../../process/log.ts'
import type { RpcReply, RpcRequest } from '../broker.ts'
import { decodeFrame, encodeFrame, type Part } from '../rpc/frame.ts'
import type { Consumer, Delivery } from './amqp-consumers.ts'
import type { ReplyHead, RequestHead } from './amqp-requests.ts'
import { createBatcher } from './batch.ts'

const MAX_ANSWERS_PER_MESSAGE = 8
const PREFETCH = 16
const MAX_QUEUED_MESSAGES = 2_000
/** Most answers that are kept while there is no connection to send them. */
const MAX_UNSENT = 1_000
/** RabbitMQ deletes a queue without consumers after this time, so that calls to an absent service fail at once (docs/promises.md#R10). */
const ABSENCE_MS = 2_000

/** The answering side of RPC: takes frames from a service's queue, answers every call and acknowledges the frame last. */
export function createAnswers(log: Logger, isReplyQueue: (name: string) => boolean) {
  let replies: Channel | undefined
  const unsent: { replyTo: string; frame: Buffer }[] = []

  const send = (replyTo: string, frame: Buffer) => {
    try {
      if (replies) return void replies.publish('', replyTo, frame)
    } catch (error) {
      log.debug({ err: error }, 'Answers wait for a connection')
    }
    // The caller's own connection may be intact, so it waits for this answer.
    if (unsent.length < MAX_UNSENT) unsent.push({ replyTo, frame })
  }

  const batcher = createBatcher<Part<ReplyHead>>(MAX_ANSWERS_PER_MESSAGE, (replyTo, parts) =>
    send(replyTo, encodeFrame(parts)),
  )

  return {
    useChannel(channel: Channel) {
      replies = channel
      for (const { replyTo, frame } of unsent.splice(0)) send(replyTo, frame)
    },
    onLost() {
      replies = undefined
    },
    /** A consumer of the queue; `idle` resolves when the calls under way have been answered. */
    consumer(queue: string, answer: (request: RpcRequest) => Promise<RpcReply>) {
      const running = new Set<Promise<void>>()

      const answerFrame = async (message: ConsumeMessage, delivery: Delivery) => {
        const replyTo = String(message.properties.replyTo)
        if (!isReplyQueue(replyTo)) throw new Error(`Refused to answer to a queue named ${replyTo}`)
        const calls = decodeFrame<RequestHead>(message.content)
        const refused: Part<ReplyHead>[] = []
        await Promise.all(
          calls.map(async ({ head: { id, operation, context }, body }) => {
            const { body: answerBody, ...facts } = await answer({
              operation,
              context,
              body,
              redelivered: message.fields.redelivered,
            })
            const part = { head: { id, ...facts }, body: answerBody }
            if (facts.error === 'service_unavailable') refused.push(part)
            else batcher.add(replyTo, part)
          }),
        )
        if (refused.length === 0) return
        // service_unavailable means certainly not done, so it is not answered for a call that may be redelivered and done.
        const isSettled = await delivery.settle().then(
          () => true,
          () => false,
        )
        if (isSettled) for (const part of refused) batcher.add(replyTo, part)
      }

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
        onMessage(message, delivery) {
          const work = answerFrame(message, delivery)
            .catch((error: unknown) => log.error({ err: error, queue }, 'Dropped a message that is no request'))
            // The batcher sends at the end of this turn; what is acknowledged has been answered.
            .then(() => nextTurn())
            .then(() => delivery.acknowledge())
            .finally(() => running.delete(work))
          running.add(work)
        },
      }
      return { consumer, idle: () => Promise.all(running) }
    },
  }
}
