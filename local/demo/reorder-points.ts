import pMap from 'p-map'
import { inventory } from '../../shared/contract/inventory/inventory.ts'
import type { Once } from './data/once.ts'
import { tradedItems } from './trade/traded-items.ts'

/** Weeks of sales: the least position besides what is sold until a delivery comes, and the position to order up to. */
const SAFETY_WEEKS = 0.5
const ORDER_UP_TO_WEEKS = 5
const WEEK_DAYS = 7

interface ReorderPoint {
  readonly itemID: string
  readonly minimum: number
  readonly reorderTo: number
  readonly leadDays: number
}

/** Orders of customers wait for the first. */
const points: readonly ReorderPoint[] = [
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
