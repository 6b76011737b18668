import type { ConfirmChannel, ConsumeMessage, Message } from 'amqplib'
import { timeLeftMs, type WireContext } from '../../process/call-context.ts'
import type { Logger } from '../../process/log.ts'
import { DeliveryError, type RpcReply, type RpcRequest } from '../broker.ts'
import { createBatcher, decodeFrame, encodeFrame } from '../rpc/frame.ts'
import type { Senders } from './accounts.ts'
import { type Partitions, partitionOf } from './partitions.ts'

/** Most calls in one message: more gain little, and occupy one service process while others are idle. */
const MAX_CALLS_PER_MESSAGE = 8
/** Most calls in flight in one process; further ones are refused at once (docs/promises.md#R11). */
export const MAX_IN_FLIGHT = 2_000

/** The head of a call inside a frame. */
export interface RequestHead {
  readonly id: number
  readonly operation: string
  readonly context: WireContext
  readonly isSealed: RpcRequest['isSealed']
}

/** The head of a reply inside a frame. */
export type ReplyHead = { readonly id: number } & Omit<RpcReply, 'body'>

/** A call that waits for the end of this turn of the event loop. */
interface Added {
  readonly head: RequestHead
  readonly body: Buffer
  readonly route: Route
}

/** Where a message goes: to the shared queue of a service, or to the process that has the partition. */
interface Route {
  readonly service: string
  readonly partition?: string
}

/** A message that RabbitMQ has not confirmed yet. */
interface Sent {
  readonly ids: readonly number[]
  readonly route: Route
}

interface Pending {
  readonly service: string
  /** Set if the partition of this call has decided which process got its message. */
  decided?: string
  resolve(reply: RpcReply): void
  reject(error: DeliveryError): void
}

const toText = ({ service, partition = '' }: Route) => `${service} ${partition}`

/** The calling side of RPC: publishes frames of calls to service queues and settles each call once. */
export function createRequests(
  log: Logger,
  queueOf: (service: string) => string,
  partitions: Partitions,
  senders: Senders,
) {
  const pending = new Map<number, Pending>()
  let channel: ConfirmChannel | undefined
  /** The reply queue of this process; another one after each reconnection. */
  let replyTo = ''
  let lastCall = 0
  let lastFrame = 0
  /** The process that answered last for a partition; calls of partitions that have the same process travel together. */
  const processes = new Map<string, string>()
  /** By message id. */
  const unconfirmed = new Map<string, Sent>()

  const fail = (ids: Iterable<number>, outcome: DeliveryError['outcome'], message: string) => {
    for (const id of ids) pending.get(id)?.reject(new DeliveryError(outcome, message))
  }

  const batcher = createBatcher<Added>(MAX_CALLS_PER_MESSAGE, (_, added) => {
    const sendable = added.filter(({ head }) => pending.has(head.id))
    const [first] = sendable
    if (!first) return
    const ids = sendable.map(({ head }) => head.id)
    const decider = pending.get(first.head.id)
    if (decider && first.route.partition !== undefined) decider.decided = toText(first.route)
    const expiration = Math.ceil(Math.max(1, ...sendable.map(({ head }) => timeLeftMs(head.context))))
    publish({ ids, route: first.route }, encodeFrame(sendable), expiration)
  })

  const publish = (sent: Sent, frame: Buffer, expiration: number | string) => {
    const { ids, route } = sent
    if (!channel) return fail(ids, 'not-sent', 'RabbitMQ is not connected')
    const messageId = String(++lastFrame)
    unconfirmed.set(messageId, sent)
    const options = { messageId, replyTo, mandatory: true, expiration }
    const onConfirm = (error: unknown) => {
      unconfirmed.delete(messageId)
      if (!error) return
      // Any error but RabbitMQ's own refusal leaves open whether the message went through.
      const refused = error instanceof Error && error.message === 'message nacked'
      if (refused) fail(ids, 'not-delivered', `The queue of ${route.service} is full`)
      else fail(ids, 'connection-lost', 'The connection to RabbitMQ was lost')
    }
    const { service, partition } = route
    const [exchange, key] =
      partition === undefined ? ['', queueOf(service)] : [partitions.exchangeOf(service), partition]
    try {
      channel.publish(exchange, key, frame, options, onConfirm)
    } catch (error) {
      log.debug({ err: error }, 'Calls wait for a connection')
      unconfirmed.delete(messageId)
      fail(ids, 'not-sent', 'RabbitMQ is not connected')
    }
  }

  const onReturn = ({ content, properties }: Message) => {
    const sent = unconfirmed.get(String(properties.messageId))
    if (!sent) return
    const { ids, route } = sent
    // No process has bound a queue of its own.
    if (route.partition !== undefined)
      publish({ ids, route: { service: route.service } }, content, properties.expiration)
    else fail(ids, 'not-delivered', 'The service is absent')
  }

  return {
    request(service: string, { operation, context, isSealed, body, partitionKey }: RpcRequest): Promise<RpcReply> {
      if (pending.size >= MAX_IN_FLIGHT) {
        return Promise.reject(new DeliveryError('not-delivered', 'Too many calls wait for replies'))
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
        // Registered before publishing: the reply may overtake the confirmation.
        pending.set(id, {
          service,
          resolve: (reply) => {
            settled()
            resolve(reply)
          },
          reject: (error) => {
            settled()
            reject(error)
          },
        })
        const isPartitioned = partitionKey !== undefined && partitions.isDeclared(service)
        const route = isPartitioned ? { service, partition: partitionOf(partitionKey) } : { service }
        const text = toText(route)
        batcher.add(processes.get(text) ?? text, { head: { id, operation, context, isSealed }, body, route })
      })
    },

    onReply(message: ConsumeMessage) {
      try {
        for (const { head, body } of decodeFrame<ReplyHead>(message.content)) {
          const { id, ...reply } = head
          const call = pending.get(id)
          if (!call) continue
          const { userId, appId } = message.properties
          // The queue proves nothing: all may send to it by its name.
          if (!senders.mayReply(userId, call.service))
            throw new Error(`${userId ?? 'A sender without a name'} may not reply for ${call.service}`)
          if (call.decided !== undefined) processes.set(call.decided, String(appId))
          call.resolve({ ...reply, body })
        }
      } catch (error) {
        log.error({ err: error }, 'Dropped a message that is no reply')
      }
    },

    /** Sets the channel after each (re)connection. */
    useChannel(opened: ConfirmChannel) {
      channel = opened
      channel.on('return', onReturn)
    },

    /** Sets the reply queue after each (re)connection. */
    useReplyQueue(name: string) {
      replyTo = name
    },

    /** Fails calls that RabbitMQ has not confirmed. The reply to a confirmed one comes over the other connection. */
    onPublishingLost() {
      channel = undefined
      const ids = [...unconfirmed.values()].flatMap((sent) => sent.ids)
      unconfirmed.clear()
      fail(ids, 'connection-lost', 'The connection to RabbitMQ was lost')
    },

    /** Fails all calls in flight: their reply queue is lost. */
    onRepliesLost() {
      fail([...pending.keys()], 'connection-lost', 'The connection to RabbitMQ was lost')
    },
  }
}
