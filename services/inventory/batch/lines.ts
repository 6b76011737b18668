import { authorize, authorizeWarehouses } from '../../../shared/contract/core/access.ts'
import { AppError, type ErrorDetails, validationError } from '../../../shared/contract/core/errors.ts'
import { parseInput } from '../../../shared/contract/core/fields.ts'
import type { Input, Operation } from '../../../shared/contract/core/operation.ts'
import {
  type BatchAction,
  type batchActions,
  batchLine,
  inventory,
} from '../../../shared/contract/inventory/inventory.ts'
import type { CallContext } from '../../../shared/process/call-context.ts'
import type { Plan } from '../engine/plan.ts'

/** What a line refers to, resolved: the items that its plan may change, and the plan. */
export interface PreparedChange {
  readonly partNos: readonly number[]
  readonly plan: Plan<LineAnswer>
}

/** What the answers of all actions have. */
export interface LineAnswer {
  readonly partNo: number
  readonly shortID: string
}

/** How a line of each action is prepared. */
export type Preparations = {
  readonly [A in BatchAction]: (input: Input<(typeof batchActions)[A]>, context: CallContext) => Promise<PreparedChange>
}

/** A line whose caller may do it, and whose input is valid. */
export interface Line {
  readonly operation: Operation
  readonly input: Readonly<Record<string, unknown>>
  /** With the operation id of the line. */
  readonly context: CallContext
  prepare(): Promise<PreparedChange>
}

/** Checks a line as the gateway and the service check its operation alone; throws what they would answer. */
export function toLine(
  preparations: Preparations,
  given: unknown,
  index: number,
  effect: Operation['effect'],
  context: CallContext,
): Line {
  const { action, key } = parseInput(batchLine, given)
  const operation: Operation = inventory[action]
  authorize({ ...operation, effect }, context.caller)
  const input: Record<string, unknown> = parseInput(operation.input, given)
  authorizeWarehouses(operation, input, context.caller)
  const ofLine: CallContext = {
    ...context,
    operationId: key ?? `${context.operationId}/${index}`,
    hasClientKey: key !== undefined || context.hasClientKey,
    answer: {},
  }
  // The input was parsed by the schema of this action.
  const prepare = preparations[action] as (input: unknown, context: CallContext) => Promise<PreparedChange>
  return { operation, input, context: ofLine, prepare: () => prepare(input, ofLine) }
}

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
