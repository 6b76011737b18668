import type { contract } from '../../shared/contract/index.ts'
import type { Handlers } from '../../shared/messaging/rpc/serve.ts'
import type { Parts } from './parts.ts'

/** The contract's operations, one line each. */
export function createHandlers(parts: Parts): Handlers<typeof contract.inventory> {
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
    ledger,
    outcomes,
    putOrderLine,
    reconcile,
    registries,
    customers,
    vendors,
    renameNumber,
    reservations,
    reorderPoints,
    documents,
    moveIntoTransit,
    availableToPromise,
  } = parts

  return {
    ...documents,

    receive: movements.receive,
    move: (input, context) => (input.transit ? moveIntoTransit.move : movements.move)(input, context),
    issue: movements.issue,
    hold: movements.hold,
    release: movements.release,
    adjust: movements.adjust,
    amend: movements.amend,
    reverse: movements.reverse,
    previewReceive: movements.previewReceive,
    previewMove: (input, context) =>
      (input.transit ? moveIntoTransit.previewMove : movements.previewMove)(input, context),
    previewIssue: movements.previewIssue,
    previewAdjust: movements.previewAdjust,
    batch: batch.batch,
    previewBatch: batch.previewBatch,
    importHistory,

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
    renameNumber,

    listReservations: reservations.list,
    getReservation: reservations.get,
    createReservation: reservations.create,
    updateReservation: reservations.update,
    releaseReservation: reservations.release,

    reconcile,

    listCustomers: customers.list,
    getCustomer: customers.get,
    createCustomer: customers.create,
    updateCustomer: customers.update,
    discontinueCustomer: customers.discontinue,
    renameCustomer: customers.rename,
    listVendors: vendors.list,
    getVendor: vendors.get,
    createVendor: vendors.create,
    updateVendor: vendors.update,
    discontinueVendor: vendors.discontinue,
    renameVendor: vendors.rename,

    getAvailableToPromise: availableToPromise,
  }
}
