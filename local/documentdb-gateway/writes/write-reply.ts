import { deserialize, serialize } from 'bson'
import { codeNameOf, codeOf } from '../errors/codes.ts'
import { CommandError, TRANSIENT, toCommandError } from '../errors/command-error.ts'
import { isConnectionLoss, unpackSqlState } from '../errors/sqlstate.ts'
import type { PgConnection } from '../postgres/connection.ts'
import { type Command, hasMember } from '../wire/bson-scan.ts'
import { describeDuplicate } from './duplicate-key.ts'
import { isLoneUpsert } from './upsert.ts'

/** The answer to a command; `failed` when something in it did, which ends the transaction it is part of. */
export interface Outcome {
  reply: Uint8Array
  failed: boolean
}

interface WriteError {
  index: number
  code: number
  errmsg: string
}

/** The answer of a write with its errors as MongoDB words them; in a transaction, ours too, a conflict fails the whole command. */
export async function translateWriteReply(reply: Buffer, command: Command, connection: PgConnection): Promise<Outcome> {
  if (!hasMember(reply, 'writeErrors')) return { reply, failed: false }
  const { writeErrors, ...rest } = deserialize(reply, { promoteValues: false })
  const errors: WriteError[] = writeErrors
  const translated: object[] = []
  for (const error of errors) {
    const index = Number(error.index)
    const codeName = codeNameOf(unpackSqlState(Number(error.code)))
    if (codeName === 'WriteConflict' && (command.inTransaction || isLoneUpsert(command)))
      throw new CommandError(codeName, error.errmsg, [TRANSIENT])
    const detail = codeName === 'DuplicateKey' ? await describeDuplicate(error.errmsg, command, index, connection) : {}
    translated.push({ ...error, index, code: codeOf(codeName), ...detail })
  }
  return { reply: serialize({ ...rest, writeErrors: translated }), failed: true }
}

/** Words the error of a command that failed as a whole. */
export async function translateFailure(error: unknown, command: Command, connection: PgConnection): Promise<unknown> {
  if (error instanceof CommandError || isConnectionLoss(error)) return error
  const translated = toCommandError(error, command.inTransaction)
  if (translated.codeName !== 'DuplicateKey') return translated
  const { errmsg, ...detail } = await describeDuplicate(
    translated.message,
    command,
    0,
    command.inTransaction ? undefined : connection,
  )
  return new CommandError('DuplicateKey', errmsg, [], { ...detail })
}
