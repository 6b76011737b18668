import type { ClientSession, Connection } from 'mongoose'
import type { Operation } from '../../../shared/contract/core/operation.ts'
import type { Idempotency } from '../../../shared/database/idempotency.ts'
import { inTransaction } from '../../../shared/database/transaction.ts'
import type { CallContext } from '../../../shared/process/call-context.ts'

/**
 * Makes a change in one transaction with the record of its operation id, so that it takes effect once. What the change resolves
 * to is kept in that record, in clear: a seed may be in it, a secret must not.
 */
export function createWrite(connection: Connection, idempotency: Idempotency) {
  return <T>(
    operation: Operation,
    input: unknown,
    context: CallContext,
    change: (session: ClientSession) => Promise<T>,
  ): Promise<T> =>
    idempotency.once(operation, input, context, (entry) =>
      inTransaction(connection, context.deadline, async (session) => {
        const output = await change(session)
        await idempotency.recordApplied([{ entry, output }], session)
        return output
      }),
    )
}
