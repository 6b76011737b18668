import type { ConfirmChannel, ConsumeMessage, Message } from 'amqplib'
import { timeLeftMs, type WireContext } from '../../process/call-context.ts'
import type { Logger } from '../../process/log.ts'
import { DeliveryError, type RpcReply, type RpcRequest } from '../broker.ts'
import { decodeFrame, encodeFrame } from '../rpc/frame.ts'
import { createBatcher } from './batch.ts'

/** Most calls in one message: more gain little, and occupy one service process while others are idle. */
const MAX_CALLS_PER_MESSAGE = 8
/** Most calls in flight in one process; further ones are refused at once (docs/promises.md#R11). */
export const MAX_IN_FLIGHT = 2_000

/** The head of a call inside a frame. */
export interface RequestHead {
  readonly id: number
  readonly operation: string
  readonly context: WireContext
}

/** The head of an answer inside a frame. */
export type ReplyHead = { readonly id: number } & Omit<RpcReply, 'body'>

interface Pending {
  resolve(reply: RpcReply): void
  reject(error: DeliveryError): void
}

/** The calling side of RPC: publishes frames of calls to service queues and settles each call once. */
export function createRequests(log: Logger, queueOf: (service: string) => string) {
  const pending = new Map<number, Pending>()
  let channel: ConfirmChannel | undefined
  /** The reply queue of this process; another one after each reconnection. */
  let replyTo = ''
  let lastCall = 0
  let lastFrame = 0
  /** Ids of the calls in each frame that RabbitMQ has not confirmed yet. */
  const frames = new Map<string, readonly number[]>()

  const fail = (ids: Iterable<number>, outcome: DeliveryError['outcome'], message: string) => {
    for (const id of ids) pending.get(id)?.reject(new DeliveryError(outcome, message))
  }

  const batcher = createBatcher<{ head: RequestHead; body: Buffer }>(MAX_CALLS_PER_MESSAGE, (service, added) => {
    const parts = added.filter(({ head }) => pending.has(head.id))
    const ids = parts.map(({ head }) => head.id)
    if (ids.length === 0) return
    if (!channel) return fail(ids, 'not-sent', 'RabbitMQ is not connected')
    const messageId = String(++lastFrame)
    frames.set(messageId, ids)
    const options = {
      messageId,
      replyTo,
      mandatory: true,
      expiration: Math.ceil(Math.max(1, ...parts.map(({ head }) => timeLeftMs(head.context)))),
    }
    const onConfirm = (error: unknown) => {
      frames.delete(messageId)
      if (!error) return
      // Any error but RabbitMQ's own refusal leaves open whether the message went through.
      const refused = error instanceof Error && error.message === 'message nacked'
      if (refused) fail(ids, 'not-delivered', `The queue of ${service} is full`)
      else fail(ids, 'connection-lost', 'The connection to RabbitMQ was lost')
    }
    try {
      channel.publish('', queueOf(service), encodeFrame(parts), options, onConfirm)
    } catch (error) {
      log.debug({ err: error }, 'Calls wait for a connection')
      frames.delete(messageId)
      fail(ids, 'not-sent', 'RabbitMQ is not connected')
    }
  })

  return {
    request(service: string, { operation, context, body }: RpcRequest): Promise<RpcReply> {
      if (pending.size >= MAX_IN_FLIGHT) {
        return Promise.reject(new DeliveryError('not-delivered', 'Too many calls wait for answers'))
      }
      const timeLeft = timeLeftMs(context)
      if (timeLeft <= 0) return Promise.reject(new DeliveryError('not-sent', 'The deadline has passed'))
      const id = ++lastCall
      return new Promise((resolve, reject) => {
        const settled = () => {
          clearTimeout(timer)
          pending.delete(id)
        }
        const timer = setTimeout(() => fail([id], 'no-answer', `${operation} was not answered in time`), timeLeft)
        // Registered before publishing: the answer may overtake the confirmation.
        pending.set(id, {
          resolve: (reply) => {
            settled()
            resolve(reply)
          },
          reject: (error) => {
            settled()
            reject(error)
          },
        })
        batcher.add(service, { head: { id, operation, context }, body })
      })
    },

    onReply(message: ConsumeMessage) {
      try {
        for (const { head, body } of decodeFrame<ReplyHead>(message.content)) {
          const { id, ...reply } = head
          pending.get(id)?.resolve({ ...reply, body })
        }
      } catch (error) {
        log.error({ err: error }, 'Dropped a message that is no answer')
      }
    },

    /** Sets the channel after each (re)connection. */
    useChannel(opened: ConfirmChannel) {
      channel = opened
      channel.on('return', (message: Message) => {
        fail(frames.get(String(message.properties.messageId)) ?? [], 'not-delivered', 'The service is absent')
      })
    },

    /** Sets the reply queue after each (re)connection. */
    useReplyQueue(name: string) {
      replyTo = name
    },

    /** Fails the calls that RabbitMQ has not confirmed. A confirmed call is in its queue, and its answer comes over the other connection. */
    onPublishingLost() {
      channel = undefined
      const unconfirmed = [...frames.values()].flat()
      frames.clear()
      fail(unconfirmed, 'connection-lost', 'The connection to RabbitMQ was lost')
    },

    /** Fails all calls in flight: their reply queue is lost. */
    onRepliesLost() {
      fail([...pending.keys()], 'connection-lost', 'The connection to RabbitMQ was lost')
    },
  }
}
