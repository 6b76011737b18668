import { AppError } from '../../shared/contract/core/errors.ts'
import { toFlag } from '../fields/command-field.ts'
import { CtlError } from './io.ts'

/** The sentence for the operator, and a line for each bad flag. */
export function describeError(error: unknown): string[] {
  if (error instanceof CtlError) return [error.message]
  if (!(error instanceof AppError)) return [`Unexpected: ${error instanceof Error ? error.message : String(error)}`]
  if (error.code === 'service_unavailable') return ['The system does not answer. Nothing was changed.']
  if (error.code === 'outcome_unknown') return ['No answer came in time. It may have been done: look before repeating.']
  const details = Object.entries(error.details ?? {})
  return [
    error.message,
    ...details.flatMap(([field, faults]) => faults.map((fault) => `  --${toFlag(field)}: ${fault}`)),
  ]
}
