import type { ClientSession, Connection } from 'mongoose'
import { AppError } from '../../shared/contract/core/errors.ts'
import type { Operation } from '../../shared/contract/core/operation.ts'
import type { Idempotency } from '../../shared/database/idempotency.ts'
import { isDuplicateKey } from '../../shared/database/mongo.ts'
import { inTransaction } from '../../shared/database/transaction.ts'
import type { CallContext } from '../../shared/process/call-context.ts'

/** Runs a change in one transaction with the record of its operation id, so that it takes effect once. */
export type Write = <T>(
  operation: Operation,
  input: unknown,
  context: CallContext,
  change: (session: ClientSession) => Promise<T>,
) => Promise<T>

/** What a change resolves to is kept in the record of the operation, in clear: it must hold no secret. */
export function createWrite(connection: Connection, idempotency: Idempotency): Write {
  return (operation, input, context, change) =>
    idempotency.once(operation, input, context, (entry) =>
      inTransaction(connection, context.deadline, async (session) => {
        const output = await change(session)
        await idempotency.recordApplied([{ entry, output }], session)
        return output
      }),
    )
}

/** For inserting under a name that the operator chose: a taken one is a 409. */
export function refuseDuplicate(message: string) {
  return (error: unknown): never => {
    throw isDuplicateKey(error) ? new AppError('conflict', message, { cause: error }) : error
  }
}
