import type { contract } from '../../shared/contract/index.ts'
import type { Handlers } from '../../shared/messaging/rpc/serve.ts'
import type { Parts } from './parts.ts'

/** The contract's operations, one line each. */
export function createHandlers(parts: Parts): Handlers<typeof contract.inventory> {
  const { movements, lots, trace, levels, explainLevel, ledger, outcomes, putOrderLine, reconcile, registries } = parts

  return {
    receive: movements.receive,
    move: movements.move,
    issue: movements.issue,
    hold: movements.hold,
    release: movements.release,
    reverse: movements.reverse,
    previewReceive: movements.previewReceive,
    previewMove: movements.previewMove,
    previewIssue: movements.previewIssue,

    listLots: lots.list,
    listWarehouseLots: lots.list,
    listExpiringLots: lots.listExpiring,
    getLot: trace.get,
    traceLot: trace.trace,
    listStockLevels: levels.list,
    listWarehouseStockLevels: levels.list,
    explainLevel,
    listTransactions: ledger.list,
    getOperation: outcomes.get,

    listWarehouses: registries.listWarehouses,
    listReasonCodes: registries.listReasonCodes,
    listAssociates: registries.listAssociates,
    listJobs: registries.listJobs,
    createWarehouse: registries.createWarehouse,
    createReasonCode: registries.createReasonCode,
    createAssociate: registries.createAssociate,
    createJob: registries.createJob,
    updateWarehouse: registries.updateWarehouse,
    updateReasonCode: registries.updateReasonCode,
    updateAssociate: registries.updateAssociate,
    updateJob: registries.updateJob,
    putOrderLine,
    reconcile,
  }
}
