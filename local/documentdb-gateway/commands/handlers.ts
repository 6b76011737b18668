import { serialize } from 'bson'
import { bulkWrite } from '../bulk-write/bulk-write.ts'
import type { FailPoints } from '../fail-points/fail-points.ts'
import { retryableWriteFault } from '../fail-points/retryable-write-fault.ts'
import type { PgConnection, Statement } from '../postgres/connection.ts'
import type { ConnectionPool } from '../postgres/pool.ts'
import { CURSORS, QUERIES } from '../postgres/statements.ts'
import type { Client } from '../wire/client.ts'
import { type Command, isRetryable } from '../wire/command.ts'
import { carryOutWrite, toDocument, type WriteName } from '../writes/run-write.ts'
import type { Outcome } from '../writes/write-reply.ts'
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

function write(name: WriteName): Handler {
  return {
    writes: true,
    work: async (connection, command, { failPoints }, { appName }) => {
      const fault = isRetryable(command)
        ? await retryableWriteFault(failPoints, command, appName, connection)
        : undefined
      const outcome = await carryOutWrite(name, connection, command)
      fault?.afterCommit()
      return outcome
    },
  }
}

const writeInBulk: Handler['work'] = async (connection, command, { cursors, failPoints }, { appName }) => {
  const { options, results } = await bulkWrite(connection, command, failPoints, appName)
  const cursor = cursors.keepResults(command, results.documents, options.batchSize)
  return { reply: serialize({ cursor, ...results.counts, ok: 1 }), failed: results.counts.nErrors > 0 }
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
  bulkWrite: { writes: true, work: writeInBulk },
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
