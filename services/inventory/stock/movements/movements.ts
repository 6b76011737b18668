import { AppError, validationError } from '../../../../shared/contract/core/errors.ts'
import {
  type AdjustInput,
  type AmendInput,
  type HoldInput,
  type IssueInput,
  inventory,
  type MoveInput,
  type ReceiveInput,
  type ReverseInput,
} from '../../../../shared/contract/inventory/inventory.ts'
import type { CallContext } from '../../../../shared/process/call-context.ts'
import { type ReferenceDeps, requireReasonCodes, resolveMovement, resolveReferences } from '../../masters/references.ts'
import type { Plan } from '../engine/plan.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { authorizeLot } from '../lots/choose-lots.ts'
import type { LotModel } from '../lots/lot.model.ts'
import { createStockOperation, dryRunsOf, type OperationDeps, type StockOperation } from '../stock-operation.ts'
import { directionOf, planAdjust, requireAdjustment } from './adjust.ts'
import { planAmend } from './amend.ts'
import { createDryRun } from './dry-run.ts'
import { HOLD_STATUS, planHold } from './hold.ts'
import { issueSelection, planIssue } from './issue.ts'
import { moveSelection, planMove } from './move.ts'
import { planReceive } from './receive.ts'
import { planReverse, requireReversible } from './reverse.ts'

interface MovementDeps extends ReferenceDeps, OperationDeps {
  readonly lots: LotModel
  readonly ledger: Ledger
}

/** Operations that move stock: each resolves what its request refers to, then has the engine apply its plan. */
export function createMovements(deps: MovementDeps) {
  const { lots, ledger, registries } = deps
  const operation = createStockOperation(deps)
  const dryRun = createDryRun(deps)

  const prepareReceive = async (given: ReceiveInput, context: CallContext) => {
    const { item, input } = await resolveMovement(deps, given, 'in', context)
    const selection = { partNo: item._id, wid: input.wid }
    const plan = (...view: PlanArguments) => planReceive(input, item, ...view)
    return { partNos: [item._id], shortID: item.shortID, selection, plan }
  }
  const prepareMove = async (given: MoveInput, context: CallContext) => {
    // Reached by a batch only: moves into transit are operations of transits.
    if (given.transit)
      throw validationError({ transit: ['The field transit must not be true in a batch: POST /Transit ships lines.'] })
    const { item, input } = await resolveMovement(deps, given, undefined, context)
    const selection = await moveSelection(input, item, registries.daysOf)
    const plan = (...view: PlanArguments) => planMove(input, item, context.caller, ...view)
    return { partNos: [item._id], shortID: item.shortID, selection, purpose: 'move' as const, plan, expires: true }
  }
  const prepareIssue = async (given: IssueInput, context: CallContext) => {
    const { item, input } = await resolveMovement(deps, given, 'out', context)
    const selection = issueSelection(input, item)
    const plan = (...view: PlanArguments) => planIssue(input, item, ...view)
    return { partNos: [item._id], shortID: item.shortID, selection, purpose: 'issue' as const, plan, expires: true }
  }
  const prepareAdjust = async (input: AdjustInput, context: CallContext) => {
    const direction = directionOf(input)
    const { reasonCode, ...references } = input
    const item = await resolveReferences(deps, direction ? input : references, direction, context)
    if (!direction) await requireReasonCodes(registries, [{ field: 'reasonCode', code: reasonCode }])
    requireAdjustment(direction, context.caller)
    const selection = { partNo: item._id, wid: input.wid, spot: input.spot ?? '' }
    const plan = (...view: PlanArguments) => planAdjust(input, item, ...view)
    const prepared = { partNos: [item._id], shortID: item.shortID, selection, plan, expires: true }
    return direction === 'out' ? { ...prepared, purpose: 'count' as const } : prepared
  }

  const prepareAmend = async (input: AmendInput, { caller }: CallContext) => {
    const lot = await lots.findById(input.recno).lean()
    if (!lot) throw new AppError('not_found', `Lot ${input.recno} does not exist.`)
    authorizeLot(lot, caller)
    return { partNos: [lot.partNo], plan: (...view: PlanArguments) => planAmend(input, caller, ...view) }
  }

  const prepareHold =
    <T extends 'hold' | 'release'>(type: T) =>
    async (input: HoldInput, { caller }: CallContext) => {
      await requireReasonCodes(registries, [{ field: 'reasonCode', code: input.reasonCode }])
      const lot = await lots.findById(input.recno).lean()
      if (!lot) throw validationError({ recno: ['The field recno must name an existing lot.'] })
      authorizeLot(lot, caller)
      return { partNos: [lot.partNo], plan: (...view: PlanArguments) => planHold(type, input, caller, ...view) }
    }

  const prepareReverse = async (input: ReverseInput, context: CallContext) => {
    const transaction = await ledger.get(input.transactionNo, context)
    requireReversible(transaction, context.caller)
    return {
      partNos: [transaction.partNo],
      expires: true,
      plan: (...view: PlanArguments) => planReverse(input, transaction, context.caller, ...view),
    }
  }

  /** For the lines of a batch. */
  const prepare = {
    receive: prepareReceive,
    move: prepareMove,
    issue: prepareIssue,
    hold: prepareHold('hold'),
    release: prepareHold('release'),
    adjust: prepareAdjust,
    amend: prepareAmend,
  }
  /** Results that version 1.0.0 recorded lack the status, which it returned. */
  const withStatus = <T extends 'hold' | 'release', A extends object>(type: T, apply: StockOperation<HoldInput, A>) =>
    Object.assign(
      async (input: HoldInput, context: CallContext) => ({
        ...(await apply(input, context)),
        status: HOLD_STATUS[type],
      }),
      { dryRun: apply.dryRun },
    )

  const others = {
    hold: withStatus('hold', operation(inventory.hold, prepare.hold)),
    release: withStatus('release', operation(inventory.release, prepare.release)),
    amend: operation(inventory.amend, prepareAmend),
    reverse: operation(inventory.reverse, prepareReverse),
  }
  return {
    prepare,
    receive: operation(inventory.receive, prepareReceive),
    move: operation(inventory.move, prepareMove),
    issue: operation(inventory.issue, prepareIssue),
    adjust: operation(inventory.adjust, prepareAdjust),
    previewReceive: dryRun(inventory.receive, prepareReceive),
    previewMove: dryRun(inventory.move, prepareMove),
    previewIssue: dryRun(inventory.issue, prepareIssue),
    previewAdjust: dryRun(inventory.adjust, prepareAdjust),
    ...others,
    ...dryRunsOf(others),
  }
}

type PlanArguments = Parameters<Plan<unknown>>

export type Movements = ReturnType<typeof createMovements>
