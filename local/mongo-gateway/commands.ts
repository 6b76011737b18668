import { deserialize, serialize } from 'bson'
import { type Command, sessionId } from './bson-scan.ts'
import type { Cursors } from './cursors.ts'
import { DEFINITIONS_BY_NAME } from './definitions.ts'
import { CommandError, toCommandError } from './errors.ts'
import { fixedReply } from './handshake.ts'
import type { ConnectionPool } from './pool.ts'
import { isConnectionLoss, type PgConnection, type Statement, type Value } from './postgres.ts'
import { CURSORS, FIND_AND_MODIFY, QUERIES, WRITES } from './statements.ts'
import type { Client, Transactions } from './transactions.ts'
import { translateWriteReply } from './write-reply.ts'

const WRITE_TRIES = 10

/** What commands are carried out with. */
export interface Context {
  pool: ConnectionPool
  transactions: Transactions
  cursors: Cursors
}

interface Handler {
  writes: boolean
  work: (connection: PgConnection, command: Command, context: Context) => Promise<Uint8Array>
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
  if (command.inTransaction) return transactions.run(command, client, handler.writes, work)
  return onConnection(context.pool, handler.writes ? WRITE_TRIES : 1, work)
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

function write(statement: Statement): Handler {
  return {
    writes: true,
    work: async (connection, command) => {
      const transactionId = retryId(command)
      const [reply] = await connection.query(statement, [command.db, command.body, command.sequence, transactionId])
      const { reply: translated } = translateWriteReply(toDocument(reply), command.inTransaction)
      return translated
    },
  }
}

function query(statement: Statement): Handler {
  return {
    writes: false,
    work: async (connection, { db, body }) => toDocument((await connection.query(statement, [db, body]))[0]),
  }
}

function cursor(statement: Statement): Handler {
  return {
    writes: false,
    work: (connection, command, { cursors }) => cursors.first(connection, statement, command),
  }
}

const HANDLERS: Record<string, Handler> = {
  insert: write(WRITES.insert),
  update: write(WRITES.update),
  delete: write(WRITES.delete),
  findAndModify: {
    writes: true,
    work: async (connection, command) => {
      const [reply] = await connection.query(FIND_AND_MODIFY, [command.db, command.body, retryId(command)])
      return toDocument(reply)
    },
  },
  find: cursor(CURSORS.find),
  aggregate: cursor(CURSORS.aggregate),
  listCollections: cursor(CURSORS.listCollections),
  listIndexes: cursor(CURSORS.listIndexes),
  count: query(QUERIES.count),
  distinct: query(QUERIES.distinct),
  getMore: { writes: false, work: (connection, command, { cursors }) => cursors.next(connection, command) },
  killCursors: { writes: false, work: (connection, command, { cursors }) => cursors.kill(connection, command) },
  ...DEFINITIONS_BY_NAME,
}

// Names a retryable write, so that its repetition is recognised.
function retryId({ lsid, txnNumber, inTransaction }: Command): string | null {
  return lsid === undefined || txnNumber === undefined || inTransaction ? null : `${lsid}:${txnNumber}`
}

function toDocument(value: Value | undefined): Buffer {
  if (Buffer.isBuffer(value)) return value
  throw new CommandError('InternalError', 'the database answered without a document')
}
