import type { contract } from '../../shared/contract/index.ts'
import type { Handlers } from '../../shared/messaging/rpc/serve.ts'
import type { Deps } from './deps.ts'
import { dryRunsOf } from './stock/stock-operation.ts'

/** The contract's operations, one line each. */
export function createHandlers(deps: Deps): Handlers<typeof contract.inventory> {
  const {
    movements,
    batch,
    importHistory,
    lots,
    trace,
    levels,
    explainLevel,
    describeEntries,
    readLevels,
    search,
    ledger,
    outcomes,
    putOrderLine,
    reconcile,
    registries,
    customers,
    vendors,
    reservations,
    reorderPoints,
    documents,
    moveIntoTransit,
    availableToPromise,
  } = deps

  return {
    ...documents,
    ...dryRunsOf(documents),
    ...reservations,
    ...dryRunsOf(reservations),
    ...movements.others,
    ...dryRunsOf(movements.others),

    receive: movements.receive,
    move: (input, context) => (input.transit ? moveIntoTransit.move : movements.move)(input, context),
    issue: movements.issue,
    adjust: movements.adjust,
    previewReceive: movements.previewReceive,
    previewMove: (input, context) =>
      (input.transit ? moveIntoTransit.previewMove : movements.previewMove)(input, context),
    previewIssue: movements.previewIssue,
    previewAdjust: movements.previewAdjust,
    batch: batch.batch,
    previewBatch: batch.previewBatch,
    importHistory,

    search,
    listLots: lots.list,
    listWarehouseLots: lots.list,
    listExpiringLots: lots.listExpiring,
    getLot: trace.get,
    traceLot: trace.trace,
    listStockLevels: levels.list,
    listWarehouseStockLevels: levels.list,
    explainLevel,
    describeEntries,
    readLevels,
    listTransactions: ledger.list,
    getOperation: outcomes.get,

    listReorderPoints: reorderPoints.list,
    putReorderPoint: reorderPoints.put,
    previewPutReorderPoint: reorderPoints.put.dryRun,

    listWarehouses: registries.listWarehouses,
    listReasonCodes: registries.listReasonCodes,
    listJobs: registries.listJobs,
    createWarehouse: registries.createWarehouse,
    createReasonCode: registries.createReasonCode,
    createJob: registries.createJob,
    updateWarehouse: registries.updateWarehouse,
    updateReasonCode: registries.updateReasonCode,
    updateJob: registries.updateJob,
    putOrderLine,

    reconcile,

    listCustomers: customers.list,
    getCustomer: customers.get,
    createCustomer: customers.create,
    previewCreateCustomer: customers.create.dryRun,
    updateCustomer: customers.update,
    previewUpdateCustomer: customers.update.dryRun,
    discontinueCustomer: customers.discontinue,
    previewDiscontinueCustomer: customers.discontinue.dryRun,
    renameCustomer: customers.rename,
    listVendors: vendors.list,
    getVendor: vendors.get,
    createVendor: vendors.create,
    previewCreateVendor: vendors.create.dryRun,
    updateVendor: vendors.update,
    previewUpdateVendor: vendors.update.dryRun,
    discontinueVendor: vendors.discontinue,
    previewDiscontinueVendor: vendors.discontinue.dryRun,
    renameVendor: vendors.rename,

    getAvailableToPromise: availableToPromise,
  }
}
