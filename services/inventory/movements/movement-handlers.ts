import { authorizeWarehouses } from '../../../shared/contract/core/access.ts'
import type { contract } from '../../../shared/contract/index.ts'
import {
  type HoldInput,
  type IssueInput,
  inventory,
  type MoveInput,
  type ReceiveInput,
} from '../../../shared/contract/inventory/inventory.ts'
import type { Handlers } from '../../../shared/messaging/rpc/serve.ts'
import type { CallContext } from '../../../shared/process/call-context.ts'
import type { Inventory } from '../inventory.ts'
import { type HoldAnswer, planHold, unknownLot } from './hold.ts'
import { issueSelection, planIssue } from './issue.ts'
import { moveSelection, planMove } from './move.ts'
import { toPreview } from './preview.ts'
import { planReceive } from './receive.ts'
import { requireReasonCode, resolveReferences } from './references.ts'
import { planReverse, requireReversible } from './reverse.ts'

type StockOperations =
  | 'receive'
  | 'move'
  | 'issue'
  | 'previewReceive'
  | 'previewMove'
  | 'previewIssue'
  | 'hold'
  | 'release'
  | 'reverse'

/** What changes stock: finds what the request refers to, then hands a plan to the stock. */
export function createStockHandlers(parts: Inventory): Pick<Handlers<typeof contract.inventory>, StockOperations> {
  const { models, idempotency, registries, stock, transactions } = parts

  const prepareReceive = async (input: ReceiveInput, context: CallContext) => {
    const item = await resolveReferences(parts, input, 'in', context)
    return { item, plan: (...view: PlanArguments) => planReceive(input, item, ...view) }
  }
  const prepareMove = async (input: MoveInput, context: CallContext) => {
    const item = await resolveReferences(parts, input, undefined, context)
    return { item, plan: (...view: PlanArguments) => planMove(input, item, ...view) }
  }
  const prepareIssue = async (input: IssueInput, context: CallContext) => {
    const item = await resolveReferences(parts, input, 'out', context)
    return { item, plan: (...view: PlanArguments) => planIssue(input, item, ...view) }
  }

  const holdOrRelease = (type: 'hold' | 'release', input: HoldInput, context: CallContext): Promise<HoldAnswer> =>
    idempotency.once(inventory[type], input, context, async (entry) => {
      await requireReasonCode(registries, input.reasonCode)
      const lot = await models.lots.findById(input.recno).lean()
      if (!lot) throw unknownLot()
      authorizeWarehouses({ access: 'client', effect: 'write', warehouses: ['wid'] }, { wid: lot.wid }, context.caller)
      return stock.change([lot.partNo], entry, (...view) => planHold(type, input, ...view))
    })

  return {
    receive: (input, context) =>
      idempotency.once(inventory.receive, input, context, async (entry) => {
        const { item, plan } = await prepareReceive(input, context)
        return stock.change([item._id], entry, plan)
      }),
    move: (input, context) =>
      idempotency.once(inventory.move, input, context, async (entry) => {
        const { item, plan } = await prepareMove(input, context)
        return stock.change([item._id], entry, plan)
      }),
    issue: (input, context) =>
      idempotency.once(inventory.issue, input, context, async (entry) => {
        const { item, plan } = await prepareIssue(input, context)
        return stock.change([item._id], entry, plan)
      }),

    async previewReceive(input, context) {
      const { item, plan } = await prepareReceive(input, context)
      const effect = await stock.preview(context.deadline, plan)
      return toPreview(models.lots, item, effect, { partNo: item._id, wid: input.wid }, undefined)
    },
    async previewMove(input, context) {
      const { item, plan } = await prepareMove(input, context)
      const effect = await stock.preview(context.deadline, plan)
      return toPreview(models.lots, item, effect, moveSelection(input, item), 'move')
    },
    async previewIssue(input, context) {
      const { item, plan } = await prepareIssue(input, context)
      const effect = await stock.preview(context.deadline, plan)
      return toPreview(models.lots, item, effect, issueSelection(input, item), 'issue')
    },

    hold: async (input, context) => ({ ...(await holdOrRelease('hold', input, context)), status: 'held' }),
    release: async (input, context) => ({ ...(await holdOrRelease('release', input, context)), status: 'released' }),

    reverse: (input, context) =>
      idempotency.once(inventory.reverse, input, context, async (entry) => {
        const transaction = await transactions.get(input.transactionNo, context)
        requireReversible(transaction, context.caller)
        return stock.change([transaction.partNo], entry, (...view) => planReverse(input, transaction, ...view))
      }),
  }
}

type PlanArguments = Parameters<Parameters<Inventory['stock']['change']>[2]>
