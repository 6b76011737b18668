import pMap from 'p-map'
import { catalog } from '../../../shared/contract/catalog/catalog.ts'
import { inventory } from '../../../shared/contract/inventory/inventory.ts'
import type { Call } from '../../../shared/messaging/rpc/call.ts'
import { WIDTHS } from './growth.ts'

/** The item that so many warehouses have. */
export const itemIn = (warehouses: number) => `IN-${warehouses}`
const ENOUGH_UNITS = 10_000
/** Fewer than a page. */
const HELD_LOTS = 11
const REGISTERED = 3
const MOST = Math.max(...WIDTHS)

/**
 * Adds what the measured requests need: items in many warehouses, and a few lots that are on hold. Data that is continued
 * has them.
 */
export async function addSpecialStock(call: Call): Promise<void> {
  if (await call(catalog.findItemSnapshot, { itemID: itemIn(MOST) })) return
  const receive = (itemID: string, wid: number) =>
    call(inventory.receive, { itemID, wid, units: ENOUGH_UNITS, reasonCode: 10, spot: 'B-01' })
  for (let wid = REGISTERED + 1; wid <= MOST; wid++)
    await call(inventory.createWarehouse, { wid, name: `Warehouse ${wid}` })
  for (const warehouses of WIDTHS) {
    const itemID = itemIn(warehouses)
    await call(catalog.createItem, { shortID: itemID, description: `In ${warehouses} warehouses` })
    const wids = Array.from({ length: warehouses }, (_, index) => index + 1)
    await pMap(wids, (wid) => receive(itemID, wid), { concurrency: 16 })
  }
  for (let lot = 0; lot < HELD_LOTS; lot++) {
    const { recNo } = await receive(itemIn(1), 1)
    await call(inventory.hold, { recno: recNo })
  }
}
