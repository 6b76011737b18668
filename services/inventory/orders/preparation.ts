import type { OfLines } from './order-header.ts'

/** Thrown by a plan if what was read before its transaction no longer holds: the request is prepared again. */
export class PreparationOutdated extends Error {
  override readonly name = 'PreparationOutdated'
}

/** Throws PreparationOutdated if an order has items or warehouses that its preparation did not read. */
export function requirePrepared(order: OfOrder, partNos: readonly number[], wids: readonly number[]): void {
  if (order.partNos.every((partNo) => partNos.includes(partNo)) && order.wids.every((wid) => wids.includes(wid))) return
  throw new PreparationOutdated()
}

type OfOrder = Pick<OfLines, 'partNos' | 'wids'>
