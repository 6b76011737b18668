import type { OutgoingEvent } from '../../../../shared/messaging/events/outbox.ts'
import { groupBy } from '../../../../shared/process/group-by.ts'
import { type Quantity, toNumber, toQuantity, ZERO } from '../../../../shared/quantity.ts'
import { levelDeltas, positionOf } from '../levels/figures.ts'
import type { ReorderLevels } from '../levels/level.model.ts'
import type { StockEffect } from './effect.ts'
import type { LevelKey, StockView } from './plan.ts'

/**
 * An event for each position that an effect, applied to the stock already, took below its minimum. Every write of an item
 * changes its level row, so of transactions at the same time one commits first, and the others plan again on what it left.
 */
export async function findCrossings(
  { entries }: StockEffect<unknown>,
  stock: StockView,
): Promise<readonly OutgoingEvent[]> {
  const events: OutgoingEvent[] = []
  // What has lapsed counts as free before this is recorded.
  const changes = entries.filter(({ type }) => type !== 'expire')
  for (const [partNo, ofItem] of groupBy(changes, (entry) => entry.partNo)) {
    for (const [wid, delta] of levelDeltas(ofItem)) {
      const change = positionOf(delta)
      const levels = change.lt(ZERO) ? await stock.reorderLevels(partNo, wid) : undefined
      if (!levels) continue
      const position = positionOf(await stock.level(partNo, wid))
      const item = { partNo, shortID: ofItem[0]?.shortID ?? '', wid }
      if (!isBelow(position.minus(change), levels) && isBelow(position, levels))
        events.push(toBelowMinimum(item, position, levels, stock.now))
    }
  }
  return events
}

export const isBelow = (position: Quantity, { minimum }: ReorderLevels) => position.lt(toQuantity(minimum))

export function toBelowMinimum(
  key: LevelKey & { readonly shortID: string },
  position: Quantity,
  levels: ReorderLevels,
  now: Date,
): OutgoingEvent {
  const data = { ...key, position: toNumber(position), ...fromReorderLevels(levels) }
  return { subject: 'item.belowMinimum', payload: { at: now.toISOString(), wids: [key.wid], data } }
}

/** The levels as they are returned. */
export const fromReorderLevels = ({ minimum, reorderTo, leadDays }: ReorderLevels) => ({
  minimum: toNumber(minimum),
  reorderTo: toNumber(reorderTo),
  leadDays,
})
