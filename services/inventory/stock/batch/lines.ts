import type { z } from 'zod'
import { authorize, authorizeWarehouses } from '../../../../shared/contract/core/access.ts'
import { AppError, type ErrorDetails, validationError } from '../../../../shared/contract/core/errors.ts'
import { parseInput } from '../../../../shared/contract/core/fields.ts'
import type { Operation } from '../../../../shared/contract/core/operation.ts'
import { type BatchAction, batchLine, inventory } from '../../../../shared/contract/inventory/inventory.ts'
import type { CallContext } from '../../../../shared/process/call-context.ts'
import type { Plan } from '../engine/plan.ts'
import { bindPlan } from '../engine/plan-tag.ts'
import type { Movements } from '../movements/movements.ts'
import { type Prepared, toPlan } from '../stock-operation.ts'

/** A line whose caller may do it, and whose input is valid. */
export interface Line {
  readonly action: BatchAction
  readonly operation: Operation
  readonly input: Readonly<Record<string, unknown>>
  /** With the operation id of the line. */
  readonly context: CallContext
  prepare(): Promise<PreparedChange>
}

/** Checks a line as the gateway and the service check its operation alone; throws what they would return. */
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
  reply: {},
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

/** What a line refers to, resolved: the items that its plan may change, and the plan as it is applied. */
export interface PreparedChange {
  readonly partNos: readonly number[]
  readonly plan: Plan<LineResult>
}

/** What the results of all actions have. */
export interface LineResult {
  readonly partNo: number
  readonly shortID: string
  readonly status: string
}

type Prepare<I> = (input: I, context: CallContext) => Promise<Prepared<LineResult>>

/** What lines of an action do. */
interface LineAction {
  readonly operation: Operation
  /** Throws 400 for an input that the operation would refuse. */
  parse(given: unknown): {
    readonly input: Readonly<Record<string, unknown>>
    prepare(context: CallContext): Promise<PreparedChange>
  }
}
export type LineActions = Readonly<Record<BatchAction, LineAction>>

export const createLineActions = (prepare: Movements['prepare']): LineActions => ({
  receive: toLineAction(inventory.receive, prepare.receive),
  move: toLineAction(inventory.move, prepare.move),
  issue: toLineAction(inventory.issue, prepare.issue),
  hold: toLineAction(inventory.hold, prepare.hold),
  release: toLineAction(inventory.release, prepare.release),
  adjust: toLineAction(inventory.adjust, prepare.adjust),
  amend: toLineAction(inventory.amend, prepare.amend),
})

const toLineAction = <I extends z.ZodObject>(
  operation: Operation & { readonly input: I },
  prepare: Prepare<z.output<I>>,
): LineAction => ({
  operation,
  parse(given) {
    const input = parseInput(operation.input, given)
    return {
      input,
      async prepare(context) {
        const bind = bindPlan({ operation, input, context })
        const prepared = await prepare(input, context)
        return { partNos: prepared.partNos, plan: toPlan(prepared, bind) }
      },
    }
  },
})
