import type { PgConnection } from '../postgres/connection.ts'
import { LOCK, UNLOCK } from '../postgres/statements.ts'
import type { Command } from '../wire/bson-scan.ts'

// A member named upsert that is true. What only looks like one costs time and does no harm.
const UPSERT = Buffer.from('\u0008upsert\0\u0001', 'latin1')
const BEGIN = 'BEGIN ISOLATION LEVEL REPEATABLE READ'

/** An upsert outside of a transaction. */
export function isLoneUpsert({ body, sequence, inTransaction }: Command): boolean {
  return !inTransaction && (body.includes(UPSERT) || (sequence?.includes(UPSERT) ?? false))
}

/**
 * Runs an upsert so that it loses to no other one. DocumentDB looks for a document and, if it finds none, makes one, which
 * overwrites what another upsert has made in between: two counters would begin with the same number. In a snapshot that is a
 * conflict instead; the lock keeps upserts of one collection from meeting it again and again.
 */
export async function upsertAlone<T>(connection: PgConnection, command: Command, upsert: () => Promise<T>): Promise<T> {
  const place = [`${command.db}.${command.target}`]
  await connection.query(LOCK, place)
  connection.execute(BEGIN).catch(() => undefined)
  let end = 'ROLLBACK'
  try {
    const result = await upsert()
    end = 'COMMIT'
    return result
  } finally {
    const ended = connection.execute(end)
    connection.query(UNLOCK, place).catch(() => undefined)
    await ended
  }
}
