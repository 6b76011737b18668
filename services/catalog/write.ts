import type { Connection } from 'mongoose'
import pLimit, { type LimitFunction } from 'p-limit'
import type { Operation, Output } from '../../shared/contract/core/operation.ts'
import type { Idempotency } from '../../shared/database/idempotency/idempotency.ts'
import { createIdempotentWrite } from '../../shared/database/idempotency/idempotent-write.ts'
import type { UnitOfWork } from '../../shared/database/unit-of-work.ts'
import type { Outbox, OutgoingEvent } from '../../shared/messaging/events/outbox.ts'
import type { CallContext } from '../../shared/process/call-context.ts'
import type { ItemRecord } from './item.model.ts'
import { type Models, readAliases, toSnapshot } from './models.ts'

/** The result of a write, and the item after it with the events for integrators; `change` is absent if nothing changed. */
export interface Written<T> {
  readonly output: T
  readonly change?: { readonly item: ItemRecord; readonly events: readonly OutgoingEvent[] }
}

/** Makes a change once per operation id: data, outcome and events in one transaction; the events are published after it. */
export type Write = <O extends Operation>(
  operation: O,
  input: { readonly shortID: string },
  context: CallContext,
  change: (unit: UnitOfWork) => Promise<Written<Output<O>>>,
) => Promise<Output<O>>

export interface WriteDeps {
  readonly connection: Connection
  readonly models: Models
  readonly idempotency: Idempotency
  readonly outbox: Outbox
}

export function createWrite({ connection, models, idempotency, outbox }: WriteDeps): Write {
  const write = createIdempotentWrite(connection, idempotency)
  const oneAtATime = createKeyedMutex()
  return (operation, input, context, change) =>
    // Concurrent writes of one item would only conflict in the database.
    oneAtATime(input.shortID, () =>
      write(operation, input, context, async (unit) => {
        const { output, change: made } = await change(unit)
        if (!made) return output
        const payload = toSnapshot(made.item, await readAliases(models, [made.item], unit.session))
        outbox.add([{ subject: 'catalog.item.changed', payload }, ...made.events], unit)
        return output
      }),
    )
}

/** Runs work of one key one after the other. */
function createKeyedMutex() {
  const limits = new Map<string, LimitFunction>()
  return async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const limit = limits.get(key) ?? pLimit(1)
    limits.set(key, limit)
    try {
      return await limit(work)
    } finally {
      if (limit.activeCount + limit.pendingCount === 0) limits.delete(key)
    }
  }
}
