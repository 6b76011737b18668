import type { Params } from '../../../../../shared/contract/core/operation.ts'
import { inventory } from '../../../../../shared/contract/inventory/inventory.ts'
import { unique } from '../../../../support/records/factories.ts'
import { type StartStock, shareStockWorld } from '../../stock-world.ts'

type Input = Params<typeof inventory.createPurchaseOrder>

/** A stock world with a vendor, and short words for purchase orders. */
export async function startPurchaseWorld(more: Parameters<StartStock>[0] = [], start: StartStock = shareStockWorld) {
  const world = await start(more)
  const { call } = world
  const vendor = (await call(inventory.createVendor, { shortID: unique('V'), name: unique('Vendor') })).shortID
  const ofOrder = (poNo: string) => ({
    get: () => call(inventory.getPurchaseOrder, { poNo }),
    lines: async () => (await call(inventory.listPurchaseOrderLines, { poNo })).value,
    receipts: async () => (await call(inventory.listPurchaseOrderReceipts, { poNo })).value,
    update: (changes: Omit<Params<typeof inventory.updatePurchaseOrder>, 'poNo'>) =>
      call(inventory.updatePurchaseOrder, { poNo, ...changes }),
    finalize: () => call(inventory.finalizePurchaseOrder, { poNo }),
    cancel: () => call(inventory.cancelPurchaseOrder, { poNo }),
  })
  return {
    ...world,
    vendor,
    ofOrder,
    create: (lines: Input['lines'], input: Partial<Input> = {}) =>
      call(inventory.createPurchaseOrder, { vendor, lines, ...input }),
    receiveLine: (itemID: string, units: number, reference: string, line: number, wid = 1) =>
      world.receive(itemID, units, { reference, line, wid }),
    onOrder: async (itemID: string, wid = 1) => (await call(inventory.explainLevel, { itemID, wid })).level.onOrder,
  }
}

export type PurchaseWorld = Awaited<ReturnType<typeof startPurchaseWorld>>
