import type { PgConnection } from '../postgres/connection.ts'
import { LOCK, UNLOCK } from '../postgres/statements.ts'
import type { Command } from '../wire/command.ts'

// The bytes of a member upsert: true. A document that contains them by chance is run as an upsert, which only costs time.
const UPSERT = Buffer.from('\u0008upsert\0\u0001', 'latin1')
const BEGIN = 'BEGIN ISOLATION LEVEL REPEATABLE READ'

/** Whether the command contains an upsert and is not part of a transaction. */
export function isLoneUpsert({ body, sequence, inTransaction }: Command): boolean {
  return !inTransaction && (body.includes(UPSERT) || (sequence?.includes(UPSERT) ?? false))
}

/**
 * Runs an upsert so that it does not overwrite another one. DocumentDB searches for a document and inserts one if it finds
 * none; that replaces a document which another upsert has inserted meanwhile, so two counters would start with the same
 * number. In a repeatable-read transaction this is a conflict. The lock prevents that upserts of one collection conflict
 * again and again.
 */
export async function upsertAlone<T>(connection: PgConnection, command: Command, upsert: () => Promise<T>): Promise<T> {
  const namespace = [`${command.db}.${command.target}`]
  await connection.query(LOCK, namespace)
  connection.execute(BEGIN).catch(() => undefined)
  let end = 'ROLLBACK'
  try {
    const result = await upsert()
    end = 'COMMIT'
    return result
  } finally {
    const ended = connection.execute(end)
    connection.query(UNLOCK, namespace).catch(() => undefined)
    await ended
  }
}
