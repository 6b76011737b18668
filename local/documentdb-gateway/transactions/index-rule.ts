import { type Document, deserialize } from 'bson'
import { CommandError } from '../errors/command-error.ts'
import type { PgConnection } from '../postgres/connection.ts'
import type { ConnectionPool } from '../postgres/pool.ts'
import { COLLECTION_EXISTS, INDEX } from '../postgres/statements.ts'
import type { Command } from '../wire/command.ts'

/**
 * Refuses new indexes of an existing collection in a transaction, as MongoDB does. Indexes that exist, and those of a
 * collection that the transaction creates, are allowed.
 */
export async function checkNewIndexes(command: Command, connection: PgConnection, pool: ConnectionPool): Promise<void> {
  if (!command.inTransaction || (await haveIndexes(command, connection))) return
  if (!(await isCommitted(command, pool))) return
  const collection = `${command.db}.${command.target}`
  const message = `Cannot create new indexes on existing collection ${collection} in a multi-document transaction.`
  throw new CommandError('OperationNotSupportedInTransaction', message)
}

async function haveIndexes({ db, target, body }: Command, connection: PgConnection): Promise<boolean> {
  const indexes: Document[] = deserialize(body).indexes ?? []
  for (const { name } of indexes) {
    const [found] = await connection.query(INDEX, [db, target, String(name)])
    if (found === undefined) return false
  }
  return true
}

// Another connection does not see a collection that the transaction has created.
async function isCommitted({ db, target }: Command, pool: ConnectionPool): Promise<boolean> {
  const other = await pool.acquire('command')
  try {
    const [exists] = await other.query(COLLECTION_EXISTS, [db, target])
    return exists === true
  } finally {
    pool.release(other, 'command')
  }
}
