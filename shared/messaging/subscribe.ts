import { type EventPayload, type EventSubject, events } from '../contract/events.ts'
import { type Broker, UnreadableEvent } from './broker.ts'

/** Hands each event of a subject, checked against the contract, to one process of those sharing the queue, at least once. */
export function subscribe<S extends EventSubject>(
  broker: Broker,
  queue: string,
  subject: S,
  handle: (payload: EventPayload<S>) => Promise<void>,
): Promise<AsyncDisposable> {
  return broker.subscribe(queue, [subject], async ({ payload }) => {
    const event = events[subject].safeParse(payload)
    if (!event.success) throw new UnreadableEvent('Not what the contract says', { cause: event.error })
    // The schema belongs to the subject; the map's type forgets which.
    await handle(event.data as EventPayload<S>)
  })
}
