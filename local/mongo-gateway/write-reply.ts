import { deserialize, serialize } from 'bson'
import { hasMember } from './bson-scan.ts'
import { CommandError, codeNameOf, codeOf, TRANSIENT, unpackSqlState } from './errors.ts'

interface WriteError {
  index: number
  code: number
  errmsg: string
}

/** The answer of a write with its errors numbered as MongoDB's; a write conflict fails the whole command. */
export function translateWriteReply(reply: Buffer, inTransaction: boolean): { reply: Uint8Array; failed: boolean } {
  if (!hasMember(reply, 'writeErrors')) return { reply, failed: false }
  const { writeErrors, ...rest } = deserialize(reply, { promoteValues: false }) as { writeErrors: WriteError[] }
  const translated = writeErrors.map((error) => {
    const codeName = codeNameOf(unpackSqlState(Number(error.code)))
    if (codeName === 'WriteConflict') throw new CommandError(codeName, error.errmsg, inTransaction ? [TRANSIENT] : [])
    return { ...error, code: codeOf(codeName) }
  })
  return { reply: serialize({ ...rest, writeErrors: translated }), failed: translated.length > 0 }
}
