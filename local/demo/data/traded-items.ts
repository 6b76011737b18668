import pMap from 'p-map'
import { inventory } from '../../../shared/contract/inventory/inventory.ts'
import type { Once } from './repetition.ts'

type Row = readonly [string, string, uOM: string, putUp: string, units: number, ...rest: readonly number[]]

/**
 * shortID, description, unit, package, units of it; category, sub-category, price of a unit when the history begins,
 * packages that are sold in a week, supplier, days that it takes (more for a late delivery).
 */
const rows: readonly Row[] = [
  ['BOLT-M8-50', 'Hex bolt M8 x 50, 8.8, zinc plated', 'EA', 'Box 100', 100, 1, 1, 0.14, 22, 101, 5],
  ['BOLT-M10-50', 'Hex bolt M10 x 50, 8.8, zinc plated', 'EA', 'Box 50', 50, 1, 1, 0.31, 14, 101, 6],
  ['NUT-M10', 'Hex nut M10, class 8, zinc plated', 'EA', 'Bag 200', 200, 1, 2, 0.05, 12, 100, 4],
  ['WASHER-M10', 'Flat washer M10, zinc plated', 'EA', 'Bag 500', 500, 1, 2, 0.02, 9, 100, 4],
  ['ANCHOR-10X100', 'Through anchor M10 x 100, zinc plated', 'EA', 'Box 25', 25, 1, 3, 1.15, 11, 101, 9],
  ['RELAY-24V-2CO', 'Plug-in relay 24 V DC, 2 changeover contacts', 'EA', 'Box 10', 10, 2, 3, 4.6, 13, 104, 8],
  ['FUSE-10A-GG', 'Fuse link 10 x 38 mm, 10 A', 'EA', 'Box 10', 10, 2, 3, 0.95, 16, 104, 7],
  ['CABLE-3G1.5', 'Power cable 3 x 1.5 mm2, black', 'M', 'Drum 100 m', 100, 2, 2, 0.82, 8, 103, 10],
  ['BOX-300-200-150', 'Carton 300 x 200 x 150 mm, single wall', 'EA', 'Bundle 25', 25, 3, 1, 0.48, 18, 105, 3],
  ['TAPE-75-66', 'Packing tape 75 mm x 66 m, clear', 'EA', 'Box 24', 24, 3, 2, 1.9, 6, 105, 3],
  ['GREASE-PTFE-400', 'PTFE grease cartridge 400 g', 'EA', 'Box 12', 12, 4, 1, 7.4, 5, 106, 12],
  ['CLEANER-CIT-1L', 'Citrus cleaner 1 l', 'EA', 'Box 6', 6, 4, 1, 5.2, 7, 106, 6],
]

/** Items whose trade of 90 days the demo has, in a fixed order. */
export const tradedItems = rows.map(([shortID, description, uOM, putUp, packed, ...rest]) => {
  const [category = 1, subCategory = 1, price = 1, weekly = 10, supplier = 100, leadDays = 5] = rest
  const item = { shortID, description, category, subCategory, uOM, putUp, units: packed }
  return { item, packed, price, weekly, supplier, leadDays }
})

export type TradedItem = (typeof tradedItems)[number]

/** Weeks of sales: the least position besides what is sold until a delivery comes, and the position to order up to. */
const SAFETY_WEEKS = 0.5
const ORDER_UP_TO_WEEKS = 5
const WEEK_DAYS = 7

/** Orders of customers wait for the first. */
const points = [
  { itemID: 'PALLET-EUR', minimum: 60, reorderTo: 200, leadDays: 14 },
  ...tradedItems.map(({ item, packed, weekly, leadDays }) => ({
    itemID: item.shortID,
    minimum: packed * Math.ceil(weekly * (leadDays / WEEK_DAYS + SAFETY_WEEKS)),
    reorderTo: packed * weekly * ORDER_UP_TO_WEEKS,
    leadDays,
  })),
]

/** When items of the demo are reordered for the main warehouse. */
export async function createDemoReorderPoints(once: Once): Promise<void> {
  await pMap(points, (point) => once(`reorder-${point.itemID}`, inventory.putReorderPoint, { ...point, wid: 1 }), {
    concurrency: 4,
  })
}
