import { deserialize, serialize } from 'bson'
import type { PgConnection } from '../postgres/connection.ts'
import { CURSORS } from '../postgres/statements.ts'
import type { Command } from '../wire/command.ts'
import type { DuplicateKey } from './duplicate-key.ts'

/**
 * Whether a transaction sees the document whose key its write would double. MongoDB answers a duplicate key only then; a key
 * that was committed after the snapshot is a write conflict. PostgreSQL reports a duplicate key in both cases.
 */
export async function isVisible(
  { keyValue, isExact }: DuplicateKey,
  { db, target }: Command,
  connection: PgConnection,
): Promise<boolean> {
  if (!keyValue || !isExact) return true
  const filter = Object.fromEntries(Object.entries(keyValue).map(([field, value]) => [field, { $eq: value }]))
  const find = serialize({ find: target, filter, limit: 1, singleBatch: true, $db: db })
  const [page] = await connection.query(CURSORS.find, [db, Buffer.from(find)])
  return Buffer.isBuffer(page) && deserialize(page).cursor.firstBatch.length > 0
}
