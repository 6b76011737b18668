import { deserialize, serialize } from 'bson'
import { CommandError, toCommandError } from '../errors/command-error.ts'
import { isConnectionLoss } from '../errors/sqlstate.ts'
import type { PgConnection, Statement, Value } from '../postgres/connection.ts'
import type { ConnectionPool } from '../postgres/pool.ts'
import { CURSORS, QUERIES, WRITES, WRITES_ONCE } from '../postgres/statements.ts'
import type { Client, Transactions } from '../transactions/transactions.ts'
import { type Command, sessionId } from '../wire/bson-scan.ts'
import { isLoneUpsert, upsertAlone } from '../writes/upsert.ts'
import { type Outcome, translateFailure, translateWriteReply } from '../writes/write-reply.ts'
import type { Cursors } from './cursors.ts'
import { DEFINITIONS, DESCRIPTIONS } from './definitions.ts'
import { fixedReply } from './handshake.ts'

const WRITE_TRIES = 10

/** What commands are carried out with. */
export interface Context {
  pool: ConnectionPool
  transactions: Transactions
  cursors: Cursors
}

interface Handler {
  writes: boolean
  work: (connection: PgConnection, command: Command, context: Context) => Promise<Outcome>
}

/** Carries out one command; its answer as BSON. */
export async function execute(command: Command, client: Client, context: Context): Promise<Uint8Array> {
  const { transactions } = context
  const fixed = fixedReply(command.name)
  if (fixed) return fixed
  if (command.name === 'commitTransaction') return transactions.commit(command).then(() => OK)
  if (command.name === 'abortTransaction') return transactions.abort(command).then(() => OK)
  if (command.name === 'endSessions' || command.name === 'killSessions') return endSessions(command, transactions)
  const handler = Object.hasOwn(HANDLERS, command.name) ? HANDLERS[command.name] : undefined
  if (!handler) throw new CommandError('CommandNotFound', `no such command: '${command.name}'`)
  const work = (connection: PgConnection) =>
    withTimeLimit(connection, command, () => handler.work(connection, command, context))
  const { reply } = await (command.inTransaction
    ? transactions.run(command, client, handler.writes, work)
    : onConnection(context.pool, handler.writes ? WRITE_TRIES : 1, work))
  return reply
}

// Outside a transaction a conflict is the database's own affair: the command had no effect and is tried again.
async function onConnection<T>(
  pool: ConnectionPool,
  tries: number,
  work: (connection: PgConnection) => Promise<T>,
): Promise<T> {
  const connection = await pool.acquire('command')
  try {
    for (let i = 1; ; i++) {
      try {
        return await work(connection)
      } catch (error) {
        if (isConnectionLoss(error) && !(error instanceof CommandError)) throw error
        const translated = toCommandError(error, false)
        if (translated.codeName !== 'WriteConflict' || i >= tries) throw translated
      }
    }
  } finally {
    pool.release(connection, 'command')
  }
}

async function withTimeLimit<T>(connection: PgConnection, { maxTimeMs }: Command, work: () => Promise<T>): Promise<T> {
  if (maxTimeMs === undefined) return work()
  connection.execute(`SET statement_timeout = ${maxTimeMs}`).catch(() => undefined)
  const result = work()
  connection.execute('RESET statement_timeout').catch(() => undefined)
  return result
}

async function endSessions({ body, name }: Command, transactions: Transactions): Promise<Uint8Array> {
  const { [name]: sessions } = deserialize(body, { raw: true, fieldsAsRaw: { [name]: true } })
  for (const lsid of Array.isArray(sessions) ? sessions : []) {
    const id = Buffer.isBuffer(lsid) ? sessionId(lsid) : undefined
    if (id !== undefined) await transactions.endSession(id)
  }
  return OK
}

const OK = serialize({ ok: 1 })

function write(name: keyof typeof WRITES): Handler {
  return {
    writes: true,
    work: async (connection, command) => {
      const write = async () => translateWriteReply(await runWrite(name, connection, command), command, connection)
      try {
        return await (isLoneUpsert(command) ? upsertAlone(connection, command, write) : write())
      } catch (error) {
        throw await translateFailure(error, command, connection)
      }
    },
  }
}

async function runWrite(name: keyof typeof WRITES, connection: PgConnection, command: Command): Promise<Buffer> {
  const { db, body, sequence, lsid, txnNumber, inTransaction } = command
  const values = [db, body, ...(name === 'findAndModify' ? [] : [sequence])]
  const [reply] =
    lsid === undefined || txnNumber === undefined || inTransaction
      ? await connection.query(WRITES[name], values)
      : await connection.query(WRITES_ONCE[name], [lsid, String(txnNumber), db, body, sequence])
  return toDocument(reply)
}

function other(
  work: (connection: PgConnection, command: Command, context: Context) => Promise<Uint8Array>,
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
