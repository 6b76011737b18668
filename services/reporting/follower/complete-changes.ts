import { MAX_DESCRIBED } from '../../../shared/contract/inventory/history.ts'
import { inventory, LedgerEntry } from '../../../shared/contract/inventory/inventory.ts'
import type { FeedEvent } from '../../../shared/contract/notifications/notifications.ts'
import type { Call } from '../../../shared/messaging/rpc/call.ts'
import type { FeedChange } from '../history/history.ts'

/** Types of changes whose data is an entry of the ledger. */
const OF_STOCK = 'inventory.'

/** Events as changes. Entries that an earlier version sent without the facts of lots get them from inventory. */
export async function completeChanges(events: readonly FeedEvent[], call: Call): Promise<FeedChange[]> {
  const changes = events.map(({ sequence, type, at, data }) => {
    if (!type.startsWith(OF_STOCK)) return { sequence, type, at: new Date(at), data }
    const entry = LedgerEntry.parse(data)
    // What was imported happened before it was entered.
    return { sequence, type, at: new Date(entry.imported ? entry.at : at), data: entry }
  })
  const numbers = changes.flatMap(({ type, data }) =>
    // The schema of the type says what its data is.
    type.startsWith(OF_STOCK) ? numberWithoutPayload(data as LedgerEntry) : [],
  )
  const described = new Map<number, LedgerEntry>()
  for (let first = 0; first < numbers.length; first += MAX_DESCRIBED) {
    const transactionNos = numbers.slice(first, first + MAX_DESCRIBED)
    const { value } = await call(inventory.describeEntries, { transactionNos })
    for (const entry of value) described.set(entry.transactionNo, entry)
  }
  if (described.size < numbers.length) throw new Error('Inventory does not know entries that are in the feed')
  return changes.map((change) =>
    change.type.startsWith(OF_STOCK)
      ? { ...change, data: described.get((change.data as LedgerEntry).transactionNo) ?? change.data }
      : change,
  )
}

const numberWithoutPayload = ({ transactionNo, lots }: LedgerEntry): number[] =>
  lots.every(({ facts }) => facts !== undefined) ? [] : [transactionNo]
