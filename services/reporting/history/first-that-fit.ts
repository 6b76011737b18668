import { MAX_LINES } from '../../../shared/contract/orders/order-fields.ts'
import { isAlikeForLines, toOrderRecord } from './derive/order-line-state.ts'
import { type FeedChange, isOfDocuments } from './feed-change.ts'
import type { OrderRecord } from './records/order.model.ts'

/** Lines of orders whose states one page changes: all of them are in memory at once. */
const MOST_LINES = 10 * MAX_LINES

/**
 * The first of the changes that change no more lines than a page may; at least one change. An order that is known and gets
 * another date or vendor counts as many lines as an order may have.
 */
export function firstThatFit(
  changes: readonly FeedChange[],
  orders: ReadonlyMap<string, OrderRecord>,
): readonly FeedChange[] {
  const known = new Map(orders)
  let lines = 0
  const end = changes.findIndex((change, index) => {
    if (!isOfDocuments(change)) return false
    lines += change.data.lines.length
    for (const payload of change.data.orders) {
      const order = toOrderRecord(payload)
      const before = known.get(order._id)
      if (before && !isAlikeForLines(before, order)) lines += MAX_LINES
      known.set(order._id, order)
    }
    return index > 0 && lines > MOST_LINES
  })
  return end < 0 ? changes : changes.slice(0, end)
}
