import { warehouseScope } from '../../shared/contract/core/access.ts'
import type { contract } from '../../shared/contract/index.ts'
import type { Handlers } from '../../shared/messaging/rpc/serve.ts'
import type { Inventory } from './inventory.ts'
import { explainLevel } from './levels/explain-level.ts'
import { createStockHandlers } from './movements/movement-handlers.ts'
import { resolveReferences } from './movements/references.ts'
import { toOrderLine } from './orders/put-order-line.ts'
import { findOutcome } from './outcomes.ts'
import { toNamed, toReasonCode, toWarehouse } from './registries/registries.ts'

/** The contract's operations, each in a line or two: what they do stands in the files of their nouns. */
export function createHandlers(parts: Inventory): Handlers<typeof contract.inventory> {
  const { models, registries, lots, describe, trace, levels, transactions, idempotency, call } = parts
  const { warehouses, reasonCodes, associates, jobs } = registries

  return {
    ...createStockHandlers(parts),

    listLots: (input, context) => lots.list(input, context),
    listWarehouseLots: (input, context) => lots.list(input, context),
    listStockLevels: (input, context) => levels.list(input, context),
    listWarehouseStockLevels: (input, context) => levels.list(input, context),

    getLot: ({ recno }, context) => trace.get(recno, context),
    traceLot: ({ recno }, context) => trace.trace(recno, context),
    listTransactions: (input, context) => transactions.list(input, context),
    getOperation: ({ key }, context) => findOutcome(idempotency, call, key, context),
    async explainLevel(input, context) {
      const item = await resolveReferences(parts, input, undefined, context)
      return explainLevel(models, describe, item, input.wid)
    },

    async listWarehouses(input, context) {
      const scope = warehouseScope(context.caller)
      return warehouses.page(input, 'wID', toWarehouse, scope === 'all' ? undefined : scope)
    },
    listReasonCodes: (input) => reasonCodes.page(input, 'code', toReasonCode),
    listAssociates: (input) => associates.page(input, 'id', toNamed),
    listJobs: (input) => jobs.page(input, 'id', toNamed),
    createWarehouse: async ({ wid, name }) => toWarehouse(await warehouses.add({ _id: wid, name })),
    createReasonCode: async ({ code, ...entry }) => toReasonCode(await reasonCodes.add({ _id: code, ...entry })),
    createAssociate: async ({ id, name }) => toNamed(await associates.add({ _id: id, name })),
    updateWarehouse: async ({ wid, ...changes }) => toWarehouse(await warehouses.update(wid, changes)),
    updateReasonCode: async ({ code, ...changes }) => toReasonCode(await reasonCodes.update(code, changes)),
    updateAssociate: async ({ id, ...changes }) => toNamed(await associates.update(id, changes)),
    updateJob: async ({ id, ...changes }) => toNamed(await jobs.update(id, changes)),
    createJob: async ({ id, name }) => toNamed(await jobs.add({ _id: id, name })),
    async putOrderLine(input, context) {
      const item = await resolveReferences(parts, input, undefined, context)
      await parts.putOrderLine(toOrderLine(input, item), context)
      return { ...input, itemID: item.shortID }
    },
    reconcile: (_input, context) => parts.reconcile(context),
  }
}
