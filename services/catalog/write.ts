import type { ClientSession, Connection } from 'mongoose'
import type { Operation, Output } from '../../shared/contract/operation.ts'
import type { CallContext } from '../../shared/messaging/context.ts'
import type { Outbox } from '../../shared/messaging/outbox.ts'
import { isDuplicateKey } from '../../shared/runtime/mongo.ts'
import type { OperationLog } from '../../shared/runtime/operation-log.ts'
import { inTransaction } from '../../shared/runtime/transaction.ts'
import type { ItemRecord } from './item.model.ts'
import { type Models, toSnapshot } from './models.ts'
import { createTurns } from './turns.ts'

/** What a change answers, and the item as it is after it; none if nothing changed. */
export interface Change<T> {
  readonly output: T
  readonly changed?: ItemRecord
}

/** Makes a change once per operation id: data, outcome and event in one transaction, the event published after it. */
export type Write = <O extends Operation>(
  operation: O,
  input: { readonly shortID: string },
  context: CallContext,
  change: (session: ClientSession) => Promise<Change<Output<O>>>,
) => Promise<Output<O>>

interface WriteParts {
  readonly connection: Connection
  readonly models: Models
  readonly operationLog: OperationLog
  readonly outbox: Outbox
}

export function createWrite({ connection, models, operationLog, outbox }: WriteParts): Write {
  const inTurn = createTurns()
  return (operation, input, context, change) =>
    operationLog.once(operation, input, context, async (entry) => {
      const attempt = () =>
        inTransaction(connection, context.deadline, async (session) => {
          const { output, changed } = await change(session)
          await operationLog.recordApplied([{ entry, output }], session)
          if (!changed) return { output, stored: [] }
          const payload = await toSnapshot(models, changed, session)
          return { output, stored: await outbox.add([{ subject: 'catalog.item.changed', payload }], session) }
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
