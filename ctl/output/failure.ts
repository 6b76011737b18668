import { CommanderError } from 'commander'
import { AppError } from '../../shared/contract/core/errors.ts'
import { toFlag } from '../command-fields.ts'

/** Why a command failed, in a sentence for the operator. */
export class CtlError extends Error {
  override readonly name: string = 'CtlError'
}

/** Why a command failed, as `--json` prints it on stderr. */
export interface Failure {
  /** An error code of the contract; `usage` for wrong arguments, `failed` for a failure of the command itself. */
  readonly error: string
  readonly message: string
  readonly details?: Readonly<Record<string, readonly string[]>>
}

export function toFailure(error: unknown): Failure {
  if (error instanceof CommanderError) return { error: 'usage', message: error.message }
  if (error instanceof CtlError) return { error: 'failed', message: error.message }
  if (!(error instanceof AppError)) return { error: 'unexpected', message: messageOf(error) }
  const { code, details } = error
  return { error: code, message: messageOf(error), ...(details && { details }) }
}

/** A sentence for the operator, and a line for each bad flag. */
export function describeError(error: unknown): string[] {
  const { error: code, message, details = {} } = toFailure(error)
  const faults = Object.entries(details).flatMap(([field, messages]) =>
    messages.map((fault) => `  --${toFlag(field)}: ${fault}`),
  )
  return [code === 'unexpected' ? `Unexpected: ${message}` : message, ...faults]
}

function messageOf(error: unknown): string {
  if (error instanceof AppError) {
    if (error.code === 'service_unavailable') return 'The system does not answer. Nothing was changed.'
    if (error.code === 'outcome_unknown') return 'No reply came in time. It may have been done: look before repeating.'
  }
  return error instanceof Error ? error.message : String(error)
}
