import type { ClientSession, Connection } from 'mongoose'
import type { Operation } from '../../../shared/contract/operation.ts'
import type { CallContext } from '../../../shared/messaging/context.ts'
import type { OperationLog } from '../../../shared/runtime/operation-log.ts'
import { inTransaction } from '../../../shared/runtime/transaction.ts'

/**
 * Makes a change in one transaction with the record of its operation id, so that it takes effect once. What the change resolves
 * to is kept in that record, in clear: a seed may be in it, a secret must not.
 */
export function createWrite(connection: Connection, operations: OperationLog) {
  return <T>(
    operation: Operation,
    input: unknown,
    context: CallContext,
    change: (session: ClientSession) => Promise<T>,
  ): Promise<T> =>
    operations.once(operation, input, context, (entry) =>
      inTransaction(connection, context.deadline, async (session) => {
        const output = await change(session)
        await operations.recordApplied([{ entry, output }], session)
        return output
      }),
    )
}
