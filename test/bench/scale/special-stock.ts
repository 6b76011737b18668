import pMap from 'p-map'
import { catalog } from '../../../shared/contract/catalog/catalog.ts'
import { inventory } from '../../../shared/contract/inventory/inventory.ts'
import type { Call } from '../../../shared/messaging/rpc/call.ts'

/** Numbers of warehouses that have an item. */
export const WIDTHS = [1, 40, 400]
export const itemIn = (warehouses: number) => `IN-${warehouses}`
/** The name of a request. */
export const inWarehouses = (write: string, warehouses: number) => `${write}, item in ${warehouses} warehouses`
const ENOUGH_UNITS = 10_000
/** Fewer than a page. */
const HELD_LOTS = 11
const REGISTERED = 3

/** Adds what the measured requests need: items in many warehouses, and a few lots that are on hold. */
export async function addSpecialStock(call: Call): Promise<void> {
  const receive = (itemID: string, wid: number) =>
    call(inventory.receive, { itemID, wid, units: ENOUGH_UNITS, reasonCode: 10, spot: 'B-01' })
  for (let wid = REGISTERED + 1; wid <= Math.max(...WIDTHS); wid++)
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
