import { AppError, validationError } from '../../../../shared/contract/core/errors.ts'
import type { Operation } from '../../../../shared/contract/core/operation.ts'
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
import type { Idempotency } from '../../../../shared/database/idempotency/idempotency.ts'
import type { CallContext } from '../../../../shared/process/call-context.ts'
import { type ReferenceParts, requireReasonCodes, resolveReferences } from '../../masters/registries/references.ts'
import { withExpiry } from '../claims/expire.ts'
import type { Plan } from '../engine/plan.ts'
import { withTag } from '../engine/plan-tag.ts'
import type { StockEngine } from '../engine/stock-engine.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { findPresentEntry } from '../ledger/present-entries.ts'
import type { LotModel } from '../lots/lot.model.ts'
import { directionOf, planAdjust, requireAdjustment } from './adjust.ts'
import { planAmend } from './amend.ts'
import { HOLD_STATUS, planHold } from './hold.ts'
import { issueSelection, planIssue } from './issue.ts'
import { moveSelection, planMove } from './move.ts'
import { authorizeLot } from './named-lot.ts'
import { planForPresent } from './plan-for-present.ts'
import { type PreparedMovement, toPreview } from './preview.ts'
import { planReceive } from './receive.ts'
import { planReverse, requireReversible } from './reverse.ts'

interface MovementParts extends ReferenceParts {
  readonly lots: LotModel
  readonly ledger: Ledger
  readonly engine: StockEngine
  readonly idempotency: Idempotency
}

type Prepare<I, P> = (input: I, context: CallContext) => Promise<P>

/** Operations that move stock: each resolves what its request refers to, then has the engine apply its plan. */
export function createMovements(parts: MovementParts) {
  const { lots, ledger, engine, idempotency, registries } = parts

  /** A repeat under the same operation id gets the answer of the first run (docs/promises.md, R4). */
  const applyOnce =
    <I, A>(operation: Operation, prepare: Prepare<I, { partNo: number; plan: Plan<A> }>) =>
    (input: I, context: CallContext): Promise<A> =>
      idempotency.once(operation, input, context, async (entry) => {
        const { partNo, plan } = await prepare(input, context)
        return engine.change([partNo], entry, plan)
      })

  /** The writes that look at promised units also record those that have expired. */
  const expiring =
    <I, A>(prepare: Prepare<I, { partNo: number; plan: Plan<A> }>): Prepare<I, { partNo: number; plan: Plan<A> }> =>
    async (input, context) => {
      const { partNo, plan } = await prepare(input, context)
      return { partNo, plan: withExpiry([partNo], plan) }
    }

  /** The plan has a tag, and refuses the request if that names another one. */
  const tagged =
    <I, A, P>(operation: Operation, prepare: Prepare<I, P & { readonly plan: Plan<A> }>) =>
    async (input: I, context: CallContext) => {
      const prepared = await prepare(input, context)
      return { ...prepared, plan: withTag(prepared.plan, { operation, context }) }
    }

  const preview =
    <I, A>(prepare: Prepare<I, PreparedMovement<A>>) =>
    async (input: I, context: CallContext) => {
      const movement = await prepare(input, context)
      const effect = await engine.preview(context.deadline, movement.plan)
      const shown = await toPreview(lots, movement, effect)
      if (shown.plan !== null) context.answer.plan = shown.plan
      return shown
    }

  const prepareReceive = async (input: ReceiveInput, context: CallContext) => {
    const item = await resolveReferences(parts, input, 'in', context)
    const selection = { partNo: item._id, wid: input.wid }
    const plan = planForPresent(input, (present, ...view) => planReceive(present, item, ...view))
    return { partNo: item._id, shortID: item.shortID, selection, plan }
  }
  const prepareMove = async (input: MoveInput, context: CallContext) => {
    // Reached by a batch only: moves into transit are operations of transits.
    if (input.transit)
      throw validationError({ transit: ['The field transit must not be true in a batch: POST /Transit ships lines.'] })
    const item = await resolveReferences(parts, input, undefined, context)
    const selection = moveSelection(input, item)
    const plan = planForPresent(input, (present, ...view) => planMove(present, item, context.caller, ...view))
    return { partNo: item._id, shortID: item.shortID, selection, purpose: 'move' as const, plan }
  }
  const prepareIssue = async (input: IssueInput, context: CallContext) => {
    const item = await resolveReferences(parts, input, 'out', context)
    const selection = issueSelection(input, item)
    const plan = planForPresent(input, (present, ...view) => planIssue(present, item, ...view))
    return { partNo: item._id, shortID: item.shortID, selection, purpose: 'issue' as const, plan }
  }
  const prepareAdjust = async (input: AdjustInput, context: CallContext) => {
    const direction = directionOf(input)
    const { reasonCode, ...references } = input
    const item = await resolveReferences(parts, direction ? input : references, direction, context)
    if (!direction) await requireReasonCodes(registries, [{ field: 'reasonCode', code: reasonCode }])
    requireAdjustment(direction, context.caller)
    const selection = { partNo: item._id, wid: input.wid, spot: input.spot ?? '' }
    const plan = planForPresent(input, (present, ...view) => planAdjust(present, item, ...view))
    const prepared = { partNo: item._id, shortID: item.shortID, selection, plan }
    return direction === 'out' ? { ...prepared, purpose: 'count' as const } : prepared
  }

  const prepareAmend = async (input: AmendInput, { caller }: CallContext) => {
    const lot = await lots.findById(input.recno).lean()
    if (!lot) throw new AppError('not_found', `Lot ${input.recno} does not exist.`)
    authorizeLot(lot, caller)
    return { partNo: lot.partNo, plan: (...view: PlanArguments) => planAmend(input, caller, ...view) }
  }

  const prepareHold =
    <T extends 'hold' | 'release'>(type: T) =>
    async (input: HoldInput, { caller }: CallContext) => {
      await requireReasonCodes(registries, [{ field: 'reasonCode', code: input.reasonCode }])
      const lot = await lots.findById(input.recno).lean()
      if (!lot) throw validationError({ recno: ['The field recno must name an existing lot.'] })
      authorizeLot(lot, caller)
      return { partNo: lot.partNo, plan: (...view: PlanArguments) => planHold(type, input, caller, ...view) }
    }

  const prepareReverse = async (input: ReverseInput, context: CallContext) => {
    const transaction = await ledger.get(input.transactionNo, context)
    requireReversible(transaction, context.caller)
    return {
      partNo: transaction.partNo,
      plan: async (...[stock, numbers]: PlanArguments) => {
        const entry = await findPresentEntry(stock.documents, transaction)
        return planReverse(input, entry, context.caller, stock, numbers)
      },
    }
  }

  const receive = tagged(inventory.receive, prepareReceive)
  const move = tagged(inventory.move, prepareMove)
  const issue = tagged(inventory.issue, prepareIssue)
  const adjust = tagged(inventory.adjust, prepareAdjust)
  const prepare = {
    receive,
    move: expiring(move),
    issue: expiring(issue),
    hold: tagged(inventory.hold, prepareHold('hold')),
    release: tagged(inventory.release, prepareHold('release')),
    adjust: expiring(adjust),
    amend: tagged(inventory.amend, prepareAmend),
  }
  /** Answers that version 1.0.0 recorded lack the status, which it answered. */
  const applyHold = <T extends 'hold' | 'release'>(type: T) => {
    const apply = applyOnce(inventory[type], prepareHold(type))
    return async (input: HoldInput, context: CallContext) => ({
      ...(await apply(input, context)),
      status: HOLD_STATUS[type],
    })
  }

  return {
    /** For the lines of a batch. */
    prepare,
    receive: applyOnce(inventory.receive, prepare.receive),
    move: applyOnce(inventory.move, prepare.move),
    issue: applyOnce(inventory.issue, prepare.issue),
    hold: applyHold('hold'),
    release: applyHold('release'),
    adjust: applyOnce(inventory.adjust, prepare.adjust),
    amend: applyOnce(inventory.amend, prepare.amend),
    reverse: applyOnce(inventory.reverse, expiring(prepareReverse)),
    previewReceive: preview(receive),
    previewMove: preview(move),
    previewIssue: preview(issue),
    previewAdjust: preview(adjust),
  }
}

type PlanArguments = Parameters<Plan<unknown>>

export type Movements = ReturnType<typeof createMovements>
