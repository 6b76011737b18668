import { setImmediate as turn } from 'node:timers/promises'
import { isRefusal } from '../../../shared/contract/core/errors.ts'
import {
  type Broker,
  DeliveryError,
  type EventMessage,
  type RpcReply,
  type RpcRequest,
  UnreadableEvent,
} from '../../../shared/messaging/broker.ts'
import { createRandom } from '../records/seeded.ts'

/** The probability of each fault for one message, from 0 to 1. */
export interface Faults {
  /** A request or a response is lost; the caller's deadline passes at once. */
  readonly lose?: number
  /** The caller's connection breaks before or after the request was handled. */
  readonly disconnect?: number
  /** A request or an event is delivered twice. */
  readonly double?: number
  /** A message is delivered after later ones. */
  readonly delay?: number
}

export interface MemoryBroker extends Broker {
  /** Changes the probabilities from now on. */
  setFaults(faults: Faults): void
  /** Resolves when no message is in flight. */
  idle(): Promise<void>
  /** How often each fault has happened. */
  readonly happened: Readonly<Record<keyof Faults, number>>
}

type Respond = (request: RpcRequest) => Promise<RpcReply>
type Handle = (event: EventMessage) => Promise<void>

const MAX_DELAY_TURNS = 20

/** The broker in memory, with the guarantees of RabbitMQ and, from a seed, its faults. */
export function createMemoryBroker({ seed = 1, faults = {} }: { seed?: number; faults?: Faults } = {}): MemoryBroker {
  const random = createRandom(seed)
  const servers = new Map<string, Respond[]>()
  const queues = new Map<string, { subjects: Set<string>; handlers: Handle[] }>()
  const running = new Set<Promise<unknown>>()
  const happened = { lose: 0, disconnect: 0, double: 0, delay: 0 }
  let current = faults

  const happens = (misfortune: keyof Faults) => {
    if (random() >= (current[misfortune] ?? 0)) return false
    happened[misfortune]++
    return true
  }
  const oneOf = <T>(choices: readonly T[]) => choices[Math.floor(random() * choices.length)]
  const track = <T>(work: Promise<T>): Promise<T> => {
    running.add(work)
    const done = () => running.delete(work)
    work.then(done, done)
    return work
  }
  /** A message takes one turn of the event loop, more if it is delivered late. */
  const travel = async () => {
    const turns = happens('delay') ? Math.ceil(random() * MAX_DELAY_TURNS) : 1
    for (let count = 0; count < turns; count++) await turn()
  }

  const handled = async (answer: Respond, request: RpcRequest): Promise<RpcReply> => {
    // Copied, as between processes.
    const body = Buffer.from(request.body)
    const reply = await track(answer({ ...request, body, context: structuredClone(request.context) }))
    return { ...reply, body: Buffer.from(reply.body) }
  }

  /** Delivers a request, perhaps twice; never again after a refusal, as the broker promises. */
  const deliver = async (answer: Respond, request: RpcRequest): Promise<RpcReply> => {
    const isDoubled = happens('double')
    const first = handled(answer, { ...request, redelivered: false })
    if (!isDoubled) return first
    const second = track(travel().then(() => handled(answer, { ...request, redelivered: true })))
    const reply = await first
    return isRefusal(reply.error) || random() < 0.5 ? second : reply
  }

  const ask = async (service: string, request: RpcRequest): Promise<RpcReply> => {
    await travel()
    const answer = oneOf(servers.get(service) ?? [])
    if (!answer) throw new DeliveryError('not-delivered', 'The service is absent')
    if (happens('lose')) throw new DeliveryError('no-answer', 'The request was lost')
    if (happens('disconnect')) {
      if (random() < 0.5) throw new DeliveryError('connection-lost', 'The connection broke before the request arrived')
      void track(travel().then(() => deliver(answer, request)))
      throw new DeliveryError('connection-lost', 'The connection broke after the request had left')
    }
    const reply = await deliver(answer, request)
    await travel()
    if (happens('lose')) throw new DeliveryError('no-answer', 'The answer was lost')
    return reply
  }

  const bring = async (handlers: readonly Handle[], event: EventMessage): Promise<void> => {
    for (;;) {
      await travel()
      const handle = oneOf(handlers)
      if (!handle) return
      try {
        return await handle(structuredClone(event))
      } catch (error) {
        if (error instanceof UnreadableEvent) return
      }
    }
  }

  return {
    happened,
    request: (service, request) => track(ask(service, request)),
    async serve(service, answer) {
      const answers = servers.get(service) ?? []
      servers.set(service, answers)
      answers.push(answer)
      return {
        async [Symbol.asyncDispose]() {
          answers.splice(answers.indexOf(answer), 1)
          await Promise.allSettled(running)
        },
      }
    },
    async publish(events) {
      await travel()
      if (happens('lose')) throw new Error('The events were not confirmed')
      for (const { subjects, handlers } of queues.values()) {
        const wanted = events.filter(({ subject }) => subjects.has(subject))
        for (let copies = happens('double') ? 2 : 1; copies > 0; copies--)
          for (const event of wanted) void track(bring(handlers, event))
      }
    },
    async subscribe(queue, subjects, handle) {
      const handlers = queues.get(queue)?.handlers ?? []
      queues.set(queue, { subjects: new Set(subjects), handlers })
      handlers.push(handle)
      return {
        async [Symbol.asyncDispose]() {
          handlers.splice(handlers.indexOf(handle), 1)
        },
      }
    },
    setFaults(changed) {
      current = changed
    },
    async idle() {
      while (running.size > 0) await Promise.allSettled(running)
    },
    async [Symbol.asyncDispose]() {
      servers.clear()
      queues.clear()
    },
  }
}
