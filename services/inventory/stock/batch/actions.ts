import type { z } from 'zod'
import { parseInput } from '../../../../shared/contract/core/fields.ts'
import type { Operation } from '../../../../shared/contract/core/operation.ts'
import { type BatchAction, inventory } from '../../../../shared/contract/inventory/inventory.ts'
import type { CallContext } from '../../../../shared/process/call-context.ts'
import type { Plan } from '../engine/plan.ts'
import { bindPlan } from '../engine/plan-tag.ts'
import type { Movements } from '../movements/movements.ts'
import { type Prepared, toPlan } from '../stock-operation.ts'

/** What a line refers to, resolved: the items that its plan may change, and the plan as it is applied. */
export interface PreparedChange {
  readonly partNos: readonly number[]
  readonly plan: Plan<LineResult>
}

/** What the answers of all actions have. */
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

export const createLineActions = ({ prepare }: Movements): LineActions => ({
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
