import { deserialize, serialize } from 'bson'
import { codeNameOf } from '../errors/codes.ts'
import { CommandError } from '../errors/command-error.ts'
import { unpackSqlState } from '../errors/sqlstate.ts'
import type { PgConnection, Statement, Value } from '../postgres/connection.ts'
import type { ConnectionPool } from '../postgres/pool.ts'
import * as sql from '../postgres/statements.ts'
import { checkNewIndexes } from '../transactions/index-rule.ts'
import type { Command } from '../wire/command.ts'
import { forgetIndexes } from '../writes/duplicate-key.ts'

type Define = (connection: PgConnection, command: Command, context: { pool: ConnectionPool }) => Promise<Uint8Array>

// Concurrent changes of tables or indexes deadlock in DocumentDB, so they run one after the other.
let last: Promise<unknown> = Promise.resolve()

function oneAtATime(define: Define): Define {
  return (connection, command, context) => {
    const result = last.then(() => define(connection, command, context)).finally(forgetIndexes)
    last = result.catch(() => undefined)
    return result
  }
}

function passOn(statement: Statement, values: (command: Command) => Value[]): Define {
  return async (connection, command) => {
    const [reply] = await connection.query(statement, values(command))
    return Buffer.isBuffer(reply) ? translate(reply) : serialize({ ok: 1 })
  }
}

const specification = ({ db, body }: Command): Value[] => [db, body]

async function createIndexes(...[connection, command, context]: Parameters<Define>): Promise<Uint8Array> {
  await checkNewIndexes(command, connection, context.pool)
  return passOn(sql.DEFINITIONS.createIndexes, specification)(connection, command, context)
}

/** The commands that define collections and indexes. */
export const DEFINITIONS = {
  create: oneAtATime(passOn(sql.DEFINITIONS.create, specification)),
  createIndexes: oneAtATime(createIndexes),
  dropIndexes: oneAtATime(passOn(sql.DEFINITIONS.dropIndexes, specification)),
  drop: oneAtATime(passOn(sql.DROP, ({ db, target }) => [db, target])),
  dropDatabase: oneAtATime(passOn(sql.DROP_DATABASE, ({ db }) => [db])),
  collMod: oneAtATime(passOn(sql.COLL_MOD, ({ db, target, body }) => [db, target, body])),
  renameCollection: oneAtATime(passOn(sql.RENAME, ({ body }) => [body])),
}

/** The commands that describe databases and collections. */
export const DESCRIPTIONS = {
  listDatabases: passOn(sql.LIST_DATABASES, ({ body }) => [body]),
  collStats: passOn(sql.COLL_STATS, ({ db, target }) => [db, target, 1]),
  dbStats: passOn(sql.DB_STATS, ({ db }) => [db, 1]),
}

interface DefinitionReply {
  ok: number
  raw?: { defaultShard?: DefinitionReply }
  code?: number
  errmsg?: string
}

// DocumentDB answers per shard; MongoDB answers with these members at the top level.
function translate(document: Buffer): Uint8Array {
  const { raw, ...top }: Partial<DefinitionReply> = deserialize(document)
  const reply = { ...top, ...raw?.defaultShard }
  if (reply.ok === 1) return raw ? serialize(reply) : document
  throw new CommandError(codeNameOf(unpackSqlState(reply.code ?? 0)), reply.errmsg ?? 'the definition failed')
}
