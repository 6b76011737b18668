import { warehouseScope } from '../../shared/contract/access.ts'
import type { contract } from '../../shared/contract/index.ts'
import { inventory } from '../../shared/contract/inventory.ts'
import type { CallContext } from '../../shared/messaging/context.ts'
import type { Handlers } from '../../shared/messaging/serve.ts'
import type { OperationLog } from '../../shared/runtime/operation-log.ts'
import { planIssue } from './issue.ts'
import type { Items } from './items.ts'
import type { Levels } from './levels.ts'
import type { Lots } from './lots.ts'
import { planMove } from './move.ts'
import type { OpenOrderLine } from './order-lines.ts'
import { planReceive } from './receive.ts'
import type { Reconciliation } from './reconcile.ts'
import { resolveReferences } from './references.ts'
import type { Registries } from './registries.ts'
import type { RegistryRecord } from './registry.model.ts'
import type { Stock } from './stock.ts'

export interface Inventory {
  readonly items: Items
  readonly registries: Registries
  readonly lots: Lots
  readonly levels: Levels
  readonly stock: Stock
  readonly operations: OperationLog
  readonly putOrderLine: (told: OpenOrderLine, context: CallContext) => Promise<void>
  readonly reconcile: (context: CallContext) => Promise<Reconciliation>
}

/** The contract's operations, each in a line or two: what they do stands in the files of their nouns. */
export function createHandlers(parts: Inventory): Handlers<typeof contract.inventory> {
  const { registries, lots, levels, stock, operations } = parts
  const { warehouses, reasonCodes, associates, jobs } = registries
  const toWarehouse = ({ _id: wID, name }: RegistryRecord) => ({ wID, name })
  const toReasonCode = ({ _id: code, name, direction = 'in' }: RegistryRecord) => ({ code, name, direction })
  const toNamed = ({ _id: id, name }: RegistryRecord) => ({ id, name })

  return {
    listLots: (input, context) => lots.list(input, context),
    listWarehouseLots: (input, context) => lots.list(input, context),
    listStockLevels: (input, context) => levels.list(input, context),
    listWarehouseStockLevels: (input, context) => levels.list(input, context),

    receive: (input, context) =>
      operations.once(inventory.receive, input, context, async (entry) => {
        const item = await resolveReferences(parts, input, 'in', context)
        return stock.change(item._id, entry, (numbers, view) => planReceive(input, item, numbers, view))
      }),
    move: (input, context) =>
      operations.once(inventory.move, input, context, async (entry) => {
        const item = await resolveReferences(parts, input, undefined, context)
        return stock.change(item._id, entry, (numbers, view) => planMove(input, item, numbers, view))
      }),
    issue: (input, context) =>
      operations.once(inventory.issue, input, context, async (entry) => {
        const item = await resolveReferences(parts, input, 'out', context)
        return stock.change(item._id, entry, (numbers, view) => planIssue(input, item, numbers, view))
      }),

    async listWarehouses(input, context) {
      const scope = warehouseScope(context.caller)
      const { records, page } = await warehouses.page(input, 'wID', scope === 'all' ? undefined : scope)
      return { value: records.map(toWarehouse), ...page }
    },
    async listReasonCodes(input) {
      const { records, page } = await reasonCodes.page(input, 'code')
      return { value: records.map(toReasonCode), ...page }
    },
    async listAssociates(input) {
      const { records, page } = await associates.page(input, 'id')
      return { value: records.map(toNamed), ...page }
    },
    async listJobs(input) {
      const { records, page } = await jobs.page(input, 'id')
      return { value: records.map(toNamed), ...page }
    },

    createWarehouse: async ({ wid, name }) => toWarehouse(await warehouses.add({ _id: wid, name })),
    createReasonCode: async ({ code, direction, name }) =>
      toReasonCode(await reasonCodes.add({ _id: code, direction, name })),
    createAssociate: async ({ id, name }) => toNamed(await associates.add({ _id: id, name })),
    createJob: async ({ id, name }) => toNamed(await jobs.add({ _id: id, name })),

    async putOrderLine(input, context) {
      const item = await resolveReferences(parts, input, undefined, context)
      await parts.putOrderLine({ ...input, partNo: item._id }, context)
      return { ...input, itemID: item.shortID }
    },
    reconcile: (_input, context) => parts.reconcile(context),
  }
}
