import { inventory } from '../../../shared/contract/inventory/inventory.ts'
import type { Call } from '../../../shared/messaging/rpc/call.ts'

/** Registers what the factories refer to: warehouses 1 to 3, reason code 10 for receipts and 20 for issues. */
export async function registerBasics(call: Call): Promise<void> {
  for (const wid of [1, 2, 3]) await call(inventory.createWarehouse, { wid, name: `Warehouse ${wid}` })
  await call(inventory.createReasonCode, { code: 10, direction: 'in', name: 'Purchase' })
  await call(inventory.createReasonCode, { code: 20, direction: 'out', name: 'Sale' })
}
