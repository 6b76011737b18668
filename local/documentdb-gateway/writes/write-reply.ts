import { type Document, deserialize, serialize } from 'bson'
import { codeNameOf, codeOf } from '../errors/codes.ts'
import { CommandError, toCommandError } from '../errors/command-error.ts'
import { isConnectionLoss, unpackSqlState } from '../errors/sqlstate.ts'
import type { PgConnection } from '../postgres/connection.ts'
import { elementOf } from '../wire/bson-scan.ts'
import type { Command } from '../wire/command.ts'
import { WireError } from '../wire/messages.ts'
import { type DuplicateKey, describeDuplicate } from './duplicate-key.ts'
import { isVisible } from './snapshot-check.ts'
import { isLoneUpsert } from './upsert.ts'

/** The reply to a command. `failed` says that it contains an error, which ends the command's transaction. */
export interface Outcome {
  reply: Uint8Array
  failed: boolean
}

interface WriteError {
  index: number
  code: number
  errmsg: string
}

/**
 * The reply of a write with MongoDB's codes and messages. A conflict fails the whole command in a transaction and in an
 * upsert, which runs in a transaction of its own.
 */
export async function translateWriteReply(reply: Buffer, command: Command, connection: PgConnection): Promise<Outcome> {
  if (!elementOf(reply, 'writeErrors')) return { reply, failed: false }
  const { writeErrors, ...rest } = deserialize(reply, { promoteValues: false })
  const errors: WriteError[] = writeErrors
  const translated: Document[] = []
  for (const error of errors) {
    const index = Number(error.index)
    const codeName = codeNameOf(unpackSqlState(Number(error.code)))
    if (codeName === 'WriteConflict' && (command.inTransaction || isLoneUpsert(command)))
      throw new CommandError(codeName, error.errmsg)
    const { isExact: _, ...detail } =
      codeName === 'DuplicateKey' ? await duplicateOf(error.errmsg, command, index, connection) : { isExact: true }
    translated.push({ ...error, index, code: codeOf(codeName), ...detail })
  }
  return { reply: serialize({ ...rest, writeErrors: translated }), failed: true }
}

/** The error of a command that failed as a whole, in MongoDB's words. */
export async function translateFailure(error: unknown, command: Command, connection: PgConnection): Promise<unknown> {
  if (error instanceof CommandError || error instanceof WireError || isConnectionLoss(error)) return error
  const translated = toCommandError(error)
  if (translated.codeName !== 'DuplicateKey') return translated
  const { errmsg, isExact: _, ...detail } = await duplicateOf(translated.message, command, 0, connection)
  return new CommandError('DuplicateKey', errmsg, detail)
}

async function duplicateOf(
  text: string,
  command: Command,
  index: number,
  connection: PgConnection,
): Promise<DuplicateKey> {
  const duplicate = await describeDuplicate(text, command, index, connection)
  if (command.inTransaction && !(await isVisible(duplicate, command, connection)))
    throw new CommandError(
      'WriteConflict',
      `a key was committed after the snapshot of the transaction: ${duplicate.errmsg}`,
    )
  return duplicate
}
