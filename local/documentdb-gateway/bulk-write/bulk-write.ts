import type { FailPoints } from '../fail-points/fail-points.ts'
import { retryableWriteFault } from '../fail-points/retryable-write-fault.ts'
import type { PgConnection } from '../postgres/connection.ts'
import { type Command, isRetryable } from '../wire/command.ts'
import { carryOutWrite, runWrite } from '../writes/run-write.ts'
import { translateFailure, translateWriteReply } from '../writes/write-reply.ts'
import { type BulkOptions, type BulkWriteGroup, readBulkWrite } from './operations.ts'
import { BulkResults } from './results.ts'

/**
 * Writes to several collections in one command (MongoDB 8.0,
 * https://www.mongodb.com/docs/manual/reference/command/bulkWrite). In a transaction all of it takes one round trip to
 * PostgreSQL.
 */
export async function bulkWrite(
  connection: PgConnection,
  command: Command,
  failPoints: FailPoints,
  appName: string | undefined,
): Promise<{ options: BulkOptions; results: BulkResults }> {
  const { options, groups } = readBulkWrite(command)
  const [head] = groups
  const fault =
    head && isRetryable(command) ? await retryableWriteFault(failPoints, head.command, appName, connection) : undefined
  const results = new BulkResults(options)
  await (command.inTransaction ? runTogether : runInTurn)(connection, groups, results)
  fault?.afterCommit()
  return { options, results }
}

/** Outside a transaction each group is durable by itself, and those after a failed one are not carried out. */
async function runInTurn(connection: PgConnection, groups: readonly BulkWriteGroup[], results: BulkResults) {
  for (const group of groups) {
    const { reply } = await carryOutWrite(group.kind, connection, group.command)
    if (!results.add(group, reply)) return
  }
}

/** In a transaction they are sent at once: what follows a failed group is rolled back with it. */
async function runTogether(connection: PgConnection, groups: readonly BulkWriteGroup[], results: BulkResults) {
  const started = groups.map((group) => ({ group, reply: runWrite(group.kind, connection, group.command) }))
  await Promise.allSettled(started.map(({ reply }) => reply))
  for (const { group, reply } of started) {
    try {
      const outcome = await translateWriteReply(await reply, group.command, connection)
      if (!results.add(group, outcome.reply)) return
    } catch (error) {
      throw await translateFailure(error, group.command, connection)
    }
  }
}
