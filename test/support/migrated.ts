import type { Migration, Position } from '../../shared/database/migrations/migration.ts'

/** Runs a migration to its end; resolves to how many records it has changed. */
export async function migrated({ run }: Migration, after?: Position): Promise<number> {
  let count = 0
  for await (const { changed } of run(after)) count += changed
  return count
}
