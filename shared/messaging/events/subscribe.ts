import { type EventPayload, type EventSubject, events } from '../../contract/events.ts'
import { type Broker, type SubscribeOptions, UnreadableEvent } from '../broker.ts'

/** A received event that fits the contract; `id` is the same for every copy of it. */
export interface IncomingEvent<S extends EventSubject> {
  readonly id: string
  readonly subject: S
  readonly payload: EventPayload<S>
}

/** Delivers each event of a subject, checked by the contract, at least once to one of the processes that share the queue. */
export function subscribe<S extends EventSubject>(
  broker: Broker,
  queue: string,
  subject: S,
  handle: (payload: EventPayload<S>) => Promise<void>,
  options?: SubscribeOptions,
): Promise<AsyncDisposable> {
  return subscribeToAll(broker, queue, [subject], ({ payload }) => handle(payload), options)
}

/** The same for several subjects; the handler receives the subject too. */
export function subscribeToAll<S extends EventSubject>(
  broker: Broker,
  queue: string,
  subjects: readonly S[],
  handle: (event: IncomingEvent<S>) => Promise<void>,
  options?: SubscribeOptions,
): Promise<AsyncDisposable> {
  const read = (subject: string, payload: unknown) => {
    const known = subjects.find((one) => one === subject)
    if (!known) throw new UnreadableEvent(`Nobody has asked for ${subject}`)
    const result = events[known].safeParse(payload)
    if (!result.success) throw new UnreadableEvent('Not what the contract says', { cause: result.error })
    // The schema is that of the subject; the type of the map does not relate the two.
    return { subject: known, payload: result.data as EventPayload<S> }
  }
  return broker.subscribe(
    queue,
    subjects,
    async ({ id, subject, payload }) => {
      const event = read(subject, payload)
      await handle({ id, ...event })
    },
    options,
  )
}
