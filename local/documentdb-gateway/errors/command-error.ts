import type { Document } from 'bson'
import { type CodeName, codeNameOf, codeOf, nameOfCode } from './codes.ts'
import { sqlStateOf } from './sqlstate.ts'

/** An error that a command is answered with. */
export class CommandError extends Error {
  readonly code: number
  readonly codeName: string
  /** Further members of the reply. */
  readonly extra: Document
  /** Labels instead of those that follow from the code. */
  readonly labels: string[] | undefined

  constructor(code: CodeName | number, message: string, extra: Document = {}, labels?: string[]) {
    super(message)
    this.code = typeof code === 'number' ? code : codeOf(code)
    this.codeName = typeof code === 'number' ? nameOfCode(code) : code
    this.extra = extra
    this.labels = labels
  }
}

/** Translates an error of PostgreSQL. */
export function toCommandError(error: unknown): CommandError {
  if (error instanceof CommandError) return error
  const sqlState = sqlStateOf(error) ?? ''
  const message = error instanceof Error ? error.message : String(error)
  // Nobody cancels statements here: this is a lock timeout whose signal a subtransaction of DocumentDB has caught.
  const isLockTimeout = sqlState === '57014' && message.includes('user request')
  const codeName = isLockTimeout ? 'WriteConflict' : codeNameOf(sqlState)
  return new CommandError(codeName, codeName === 'InternalError' ? `${message} (SQLSTATE ${sqlState})` : message)
}
