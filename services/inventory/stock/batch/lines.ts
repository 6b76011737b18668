import { authorize, authorizeWarehouses } from '../../../../shared/contract/core/access.ts'
import { AppError, type ErrorDetails, validationError } from '../../../../shared/contract/core/errors.ts'
import { parseInput } from '../../../../shared/contract/core/fields.ts'
import type { Operation } from '../../../../shared/contract/core/operation.ts'
import { type BatchAction, batchLine } from '../../../../shared/contract/inventory/inventory.ts'
import type { CallContext } from '../../../../shared/process/call-context.ts'
import type { LineActions, PreparedChange } from './actions.ts'

/** A line whose caller may do it, and whose input is valid. */
export interface Line {
  readonly action: BatchAction
  readonly operation: Operation
  readonly input: Readonly<Record<string, unknown>>
  /** With the operation id of the line. */
  readonly context: CallContext
  prepare(): Promise<PreparedChange>
}

/** Checks a line as the gateway and the service check its operation alone; throws what they would answer. */
export function toLine(
  actions: LineActions,
  given: unknown,
  index: number,
  effect: Operation['effect'],
  context: CallContext,
): Line {
  const { action, key, ifPlanMatch: planMatch } = parseInput(batchLine, given)
  const { operation, parse } = actions[action]
  authorize({ ...operation, effect }, context.caller)
  const { input, prepare } = parse(given)
  authorizeWarehouses(operation, input, context.caller)
  const ofLine = { ...lineContext(context, key, index), planMatch }
  return { action, operation, input, context: ofLine, prepare: () => prepare(ofLine) }
}

/** The context of a line, with an operation id of its own. */
export const lineContext = (context: CallContext, key: string | undefined, index: number): CallContext => ({
  ...context,
  // The batch has been started, and so have all of its lines.
  startDeadline: undefined,
  operationId: key ?? `${context.operationId}/${index}`,
  hasClientKey: key !== undefined || context.hasClientKey,
  answer: {},
})

/** The error of an atomic batch for that of one of its lines: its fields, or its message, name the line. */
export function atLine(index: number, error: unknown): unknown {
  if (!(error instanceof AppError)) return error
  const { code, message, details } = error
  const line = `lines[${index}]`
  if (!details) return new AppError(code, `${line}: ${message}`, { cause: error })
  const entries = Object.entries(details).map(([field, messages]) => [
    `${line}.${field}`,
    messages.map((text) => text.replace(field, `${line}.${field}`)),
  ])
  return validationError(Object.fromEntries(entries) satisfies ErrorDetails, { cause: error })
}
