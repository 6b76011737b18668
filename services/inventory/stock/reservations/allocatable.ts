import { type Quantity, sum } from '../../../../shared/quantity.ts'
import type { StockView } from '../engine/plan.ts'
import { available } from '../levels/availability.ts'
import { findFreeUnits } from './records/free-units.ts'

/** Units of an item in a warehouse that may be promised: what is available, without lots that have expired. */
export async function findAllocatable(stock: StockView, partNo: number, wid: number): Promise<Quantity> {
  const level = await stock.level(partNo, wid)
  const expired = await stock.expiredLots(partNo, wid)
  if (expired.length === 0) return available(level)
  const free = await findFreeUnits(stock.records, { partNo, wid, level, now: stock.now })
  return available(level).minus(sum(expired.map(free)))
}
