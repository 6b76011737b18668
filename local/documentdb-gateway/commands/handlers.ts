import { CommandError } from '../errors/command-error.ts'
import type { FailPoints } from '../fail-points/fail-points.ts'
import { retryableWriteFault } from '../fail-points/retryable-write-fault.ts'
import type { PgConnection, Statement, Value } from '../postgres/connection.ts'
import type { ConnectionPool } from '../postgres/pool.ts'
import { CURSORS, QUERIES, WRITES, WRITES_ONCE } from '../postgres/statements.ts'
import type { Client } from '../wire/client.ts'
import { type Command, isRetryable } from '../wire/command.ts'
import { isLoneUpsert, upsertAlone } from '../writes/upsert.ts'
import { type Outcome, translateFailure, translateWriteReply } from '../writes/write-reply.ts'
import type { Cursors } from './cursors.ts'
import { DEFINITIONS, DESCRIPTIONS } from './definitions.ts'

/** What handlers work with. */
export interface HandlerContext {
  pool: ConnectionPool
  cursors: Cursors
  failPoints: FailPoints
}

/** Carries out one kind of command on a connection to PostgreSQL. */
export interface Handler {
  writes: boolean
  work: (connection: PgConnection, command: Command, context: HandlerContext, client: Client) => Promise<Outcome>
}

/** The handler of a command; undefined when there is none. */
export function handlerOf(name: string): Handler | undefined {
  return Object.hasOwn(HANDLERS, name) ? HANDLERS[name] : undefined
}

function write(name: keyof typeof WRITES): Handler {
  return {
    writes: true,
    work: async (connection, command, { failPoints }, { appName }) => {
      const fault = isRetryable(command)
        ? await retryableWriteFault(failPoints, command, appName, connection)
        : undefined
      const run = async () => translateWriteReply(await runWrite(name, connection, command), command, connection)
      try {
        const outcome = await (isLoneUpsert(command) ? upsertAlone(connection, command, run) : run())
        fault?.afterCommit()
        return outcome
      } catch (error) {
        throw await translateFailure(error, command, connection)
      }
    },
  }
}

async function runWrite(name: keyof typeof WRITES, connection: PgConnection, command: Command): Promise<Buffer> {
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

function other(
  work: (connection: PgConnection, command: Command, context: HandlerContext) => Promise<Uint8Array>,
  writes = false,
): Handler {
  return {
    writes,
    work: async (connection, command, context) => ({ reply: await work(connection, command, context), failed: false }),
  }
}

function query(statement: Statement): Handler {
  return other(async (connection, { db, body }) => toDocument((await connection.query(statement, [db, body]))[0]))
}

function cursor(statement: Statement): Handler {
  return other((connection, command, { cursors }) => cursors.first(connection, statement, command))
}

const HANDLERS: Record<string, Handler> = {
  insert: write('insert'),
  update: write('update'),
  delete: write('delete'),
  findAndModify: write('findAndModify'),
  find: cursor(CURSORS.find),
  aggregate: cursor(CURSORS.aggregate),
  listCollections: cursor(CURSORS.listCollections),
  listIndexes: cursor(CURSORS.listIndexes),
  count: query(QUERIES.count),
  distinct: query(QUERIES.distinct),
  getMore: other((connection, command, { cursors }) => cursors.next(connection, command)),
  killCursors: other((connection, command, { cursors }) => cursors.kill(connection, command)),
  ...Object.fromEntries(Object.entries(DEFINITIONS).map(([name, define]) => [name, other(define, true)])),
  ...Object.fromEntries(Object.entries(DESCRIPTIONS).map(([name, describe]) => [name, other(describe)])),
}

function toDocument(value: Value | undefined): Buffer {
  if (Buffer.isBuffer(value)) return value
  throw new CommandError('InternalError', 'the database answered without a document')
}
