import { type CodeName, codeNameOf, codeOf } from './codes.ts'
import { sqlStateOf } from './sqlstate.ts'

/** An error as MongoDB answers it: number, name, text, labels. */
export class CommandError extends Error {
  readonly code: number
  readonly codeName: string
  readonly labels: string[]
  readonly extra: Record<string, unknown>

  constructor(codeName: CodeName, message: string, labels: string[] = [], extra: Record<string, unknown> = {}) {
    super(message)
    this.code = codeOf(codeName)
    this.codeName = codeName
    this.labels = labels
    this.extra = extra
  }

  /** The document to answer with. */
  toReply(): Record<string, unknown> {
    const labels = this.labels.length > 0 ? { errorLabels: this.labels } : {}
    return { ok: 0, errmsg: this.message, code: this.code, codeName: this.codeName, ...this.extra, ...labels }
  }
}

/** Translates an error that PostgreSQL answered; `labels` are those of a command inside a transaction. */
export function toCommandError(error: unknown, inTransaction: boolean): CommandError {
  if (error instanceof CommandError) return error
  const sqlState = sqlStateOf(error) ?? ''
  const message = error instanceof Error ? error.message : String(error)
  const codeName = codeNameOf(sqlState)
  const labels = inTransaction && codeName === 'WriteConflict' ? [TRANSIENT] : []
  return new CommandError(
    codeName,
    codeName === 'InternalError' ? `${message} (SQLSTATE ${sqlState})` : message,
    labels,
  )
}

/** The label of errors after which a client may run its whole transaction again. */
export const TRANSIENT = 'TransientTransactionError'
