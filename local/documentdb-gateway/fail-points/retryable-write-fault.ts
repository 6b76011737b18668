import { CommandError } from '../errors/command-error.ts'
import type { PgConnection } from '../postgres/connection.ts'
import { RECORDED_WRITE } from '../postgres/statements.ts'
import type { Command } from '../wire/command.ts'
import { WireError } from '../wire/messages.ts'
import type { FailPoints } from './fail-points.ts'

const NAME = 'onPrimaryTransactionalWrite'

/**
 * Applies the fail point onPrimaryTransactionalWrite to a retryable write: it fails the write before it is carried out, or
 * closes the connection after its commit. Repeats of a recorded write are not affected.
 */
export async function retryableWriteFault(
  failPoints: FailPoints,
  { lsid = '', txnNumber }: Command,
  appName: string | undefined,
  connection: PgConnection,
): Promise<{ afterCommit: () => void } | undefined> {
  if (!failPoints.isOn(NAME)) return undefined
  const [recorded] = await connection.query(RECORDED_WRITE, [lsid, String(txnNumber)])
  const data = recorded === undefined ? failPoints.activate(NAME, appName) : undefined
  if (!data) return undefined
  const closes = data.closeConnection !== false
  if (data.failBeforeCommitExceptionCode !== undefined)
    throw closes
      ? new WireError(`fail point ${NAME}`)
      : new CommandError(Number(data.failBeforeCommitExceptionCode), `fail point ${NAME}`)
  return {
    afterCommit: () => {
      if (closes) throw new WireError(`fail point ${NAME}`)
    },
  }
}
