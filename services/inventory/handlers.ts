import type { contract } from '../../shared/contract/index.ts'
import type { Handlers } from '../../shared/messaging/rpc/serve.ts'
import type { Parts } from './parts.ts'

/** The contract's operations, one line each. */
export function createHandlers(parts: Parts): Handlers<typeof contract.inventory> {
  const {
    movements,
    lots,
    trace,
    levels,
    explainLevel,
    ledger,
    outcomes,
    putOrderLine,
    reconcile,
    registries,
    customers,
    shipping,
    vendors,
    reservations,
  } = parts

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
    listJobs: registries.listJobs,
    createWarehouse: registries.createWarehouse,
    createReasonCode: registries.createReasonCode,
    createJob: registries.createJob,
    updateWarehouse: registries.updateWarehouse,
    updateReasonCode: registries.updateReasonCode,
    updateJob: registries.updateJob,
    putOrderLine,

    listReservations: reservations.list,
    getReservation: reservations.get,
    createReservation: reservations.create,
    updateReservation: reservations.update,
    releaseReservation: reservations.release,

    reconcile,

    listShippingOrders: shipping.list,
    getShippingOrder: shipping.get,
    listShippingOrderLines: shipping.listLines,
    createShippingOrder: shipping.create,
    updateShippingOrder: shipping.update,
    allocateShippingOrder: shipping.allocate,
    packShippingOrder: shipping.pack,
    unpackShippingOrder: shipping.unpack,
    shipShippingOrder: shipping.ship,
    cancelShippingOrder: shipping.cancel,

    listCustomers: customers.list,
    getCustomer: customers.get,
    createCustomer: customers.create,
    updateCustomer: customers.update,
    discontinueCustomer: customers.discontinue,
    listVendors: vendors.list,
    getVendor: vendors.get,
    createVendor: vendors.create,
    updateVendor: vendors.update,
    discontinueVendor: vendors.discontinue,
  }
}
