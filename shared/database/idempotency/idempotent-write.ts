import type { Connection } from 'mongoose'
import type { Operation } from '../../contract/core/operation.ts'
import type { CallContext } from '../../process/call-context.ts'
import { inUnitOfWork, type UnitOfWork } from '../unit-of-work.ts'
import type { Idempotency } from './idempotency.ts'

/** Makes a change in a transaction. */
type Change<T> = (unit: UnitOfWork) => Promise<T>

/** Runs a change once per operation id; a repeat gets the recorded output. Throws what the change throws, 503 or 504. */
type IdempotentWrite = <T>(operation: Operation, input: unknown, context: CallContext, change: Change<T>) => Promise<T>

/**
 * Writes a change and the record of its operation id in one transaction. The change's result is kept in that record in
 * clear, so it must hold no secret.
 */
export function createIdempotentWrite(connection: Connection, idempotency: Idempotency): IdempotentWrite {
  return (operation, input, context, change) =>
    idempotency.once(operation, input, context, (entry) =>
      inUnitOfWork(connection, context.deadline, async (unit) => {
        const output = await change(unit)
        idempotency.recordApplied([{ entry, output }], unit)
        return output
      }),
    )
}
