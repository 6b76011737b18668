import { CommandError } from '../errors/command-error.ts'
import type { PgConnection, Value } from '../postgres/connection.ts'
import { WRITES, WRITES_ONCE } from '../postgres/statements.ts'
import { type Command, isRetryable } from '../wire/command.ts'
import { insertWithinLimits } from './document-limits.ts'
import { isLoneUpsert, upsertAlone } from './upsert.ts'
import { type Outcome, translateFailure, translateWriteReply } from './write-reply.ts'

/** The commands that write to one collection. */
export type WriteName = keyof typeof WRITES

/** Carries out a write to one collection by MongoDB's rules, and answers with its codes and messages. */
export async function carryOutWrite(name: WriteName, connection: PgConnection, command: Command): Promise<Outcome> {
  const run = async () => translateWriteReply(await runWrite(name, connection, command), command, connection)
  try {
    return await (isLoneUpsert(command) ? upsertAlone(connection, command, run) : run())
  } catch (error) {
    throw await translateFailure(error, command, connection)
  }
}

/** Has DocumentDB carry out a write to one collection; a retryable one once, however often it is sent. */
export async function runWrite(name: WriteName, connection: PgConnection, command: Command): Promise<Buffer> {
  if (name === 'insert') return insertWithinLimits(command, (within) => send(name, connection, within))
  return send(name, connection, command)
}

async function send(name: WriteName, connection: PgConnection, command: Command): Promise<Buffer> {
  const { db, body, sequence, lsid = '', txnNumber, inTransaction } = command
  if (isRetryable(command)) {
    const values = [lsid, String(txnNumber), db, body, sequence]
    return toDocument((await connection.query(WRITES_ONCE[name], values))[0])
  }
  if (name !== 'findAndModify') return toDocument((await connection.query(WRITES[name], [db, body, sequence]))[0])
  const modify = () => connection.query(WRITES[name], [db, body])
  return toDocument((await (inTransaction ? inSavepoint(connection, modify) : modify()))[0])
}

// Without a savepoint an error would end PostgreSQL's transaction before the cause of a duplicate key can be read.
async function inSavepoint<T>(connection: PgConnection, work: () => Promise<T>): Promise<T> {
  connection.execute('SAVEPOINT statement').catch(() => undefined)
  try {
    const result = await work()
    connection.execute('RELEASE SAVEPOINT statement').catch(() => undefined)
    return result
  } catch (error) {
    await connection.execute('ROLLBACK TO SAVEPOINT statement').catch(() => undefined)
    throw error
  }
}

/** The document that a statement answered with. */
export function toDocument(value: Value | undefined): Buffer {
  if (Buffer.isBuffer(value)) return value
  throw new CommandError('InternalError', 'the database answered without a document')
}
