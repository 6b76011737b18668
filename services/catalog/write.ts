import type { ClientSession, Connection } from 'mongoose'
import type { Operation, Output } from '../../shared/contract/core/operation.ts'
import type { Idempotency } from '../../shared/database/idempotency.ts'
import { isDuplicateKey } from '../../shared/database/mongo.ts'
import { inTransaction } from '../../shared/database/transaction.ts'
import type { Outbox, OutgoingEvent } from '../../shared/messaging/events/outbox.ts'
import type { CallContext } from '../../shared/process/call-context.ts'
import type { ItemRecord } from './item.model.ts'
import { createTurns } from './keyed-mutex.ts'
import { type Models, toSnapshot } from './models.ts'

/** What a write answers, and the item as it is after it; none if nothing changed. */
export interface Written<T> {
  readonly output: T
  readonly change?: { readonly item: ItemRecord; readonly told: OutgoingEvent }
}

/** Makes a change once per operation id: data, outcome and events in one transaction, the events published after it. */
export type Write = <O extends Operation>(
  operation: O,
  input: { readonly shortID: string },
  context: CallContext,
  change: (session: ClientSession) => Promise<Written<Output<O>>>,
) => Promise<Output<O>>

interface WriteParts {
  readonly connection: Connection
  readonly models: Models
  readonly idempotency: Idempotency
  readonly outbox: Outbox
}

export function createWrite({ connection, models, idempotency, outbox }: WriteParts): Write {
  const inTurn = createTurns()
  return (operation, input, context, change) =>
    idempotency.once(operation, input, context, async (entry) => {
      const attempt = () =>
        inTransaction(connection, context.deadline, async (session) => {
          const { output, change: made } = await change(session)
          await idempotency.recordApplied([{ entry, output }], session)
          if (!made) return { output, stored: [] }
          const payload = await toSnapshot(models, made.item, session)
          const stored = await outbox.add([{ subject: 'catalog.item.changed', payload }, made.told], session)
          return { output, stored }
        })
      // Who loses a race for a name tries once more, and then sees who has it.
      const { output, stored } = await inTurn(input.shortID, () =>
        attempt().catch((error: unknown) => {
          if (isDuplicateKey(error)) return attempt()
          throw error
        }),
      )
      outbox.send(stored)
      return output
    })
}
