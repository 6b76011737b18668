import type { ClientSession, Connection } from 'mongoose'
import type { Operation } from '../../contract/core/operation.ts'
import type { CallContext } from '../../process/call-context.ts'
import { inTransaction } from '../transaction.ts'
import type { Idempotency } from './idempotency.ts'

/** Makes a change in a transaction; `afterCommit` takes what is to run once that transaction has committed. */
export type Change<T> = (session: ClientSession, afterCommit: (run: () => void) => void) => Promise<T>

/** Runs a change once per operation id; a repeat gets the recorded output. Throws what the change throws, 503 or 504. */
export type IdempotentWrite = <T>(
  operation: Operation,
  input: unknown,
  context: CallContext,
  change: Change<T>,
) => Promise<T>

/**
 * Writes a change and the record of its operation id in one transaction. What the change resolves to is kept in that record in
 * clear: it must hold no secret.
 */
export function createIdempotentWrite(connection: Connection, idempotency: Idempotency): IdempotentWrite {
  return (operation, input, context, change) =>
    idempotency.once(operation, input, context, async (entry) => {
      let runAfterCommit: (() => void) | undefined
      const output = await inTransaction(connection, context.deadline, async (session) => {
        runAfterCommit = undefined
        const changed = await change(session, (run) => {
          runAfterCommit = run
        })
        await idempotency.recordApplied([{ entry, output: changed }], session)
        return changed
      })
      runAfterCommit?.()
      return output
    })
}
