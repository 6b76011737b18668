import type { Books } from './books.ts'
import { type Finding, finding } from './finding.ts'

/** Every ledger entry is in the feed exactly once, and the numbers of the feed have no gap. */
export function checkFeed({ ledger, changes }: Books): Finding[] {
  const numbers = new Set(changes.map(({ _id }) => _id))
  const missing = changes.map((_, index) => index + 1).filter((number) => !numbers.has(number))
  const told = new Map<unknown, number>()
  for (const { type, data } of changes) {
    if (!type.startsWith('inventory.')) continue
    // Stock changes have a LedgerEntry as data.
    const { transactionNo } = data as { transactionNo: number }
    told.set(transactionNo, (told.get(transactionNo) ?? 0) + 1)
  }
  const wrong = ledger.filter(({ _id }) => told.get(_id) !== 1)
  const entered = new Set<unknown>(ledger.map(({ _id }) => _id))
  const unknown = [...told.keys()].filter((number) => !entered.has(number))
  return [
    ...missing.map((number) => finding('feed', `no change has the number ${number} of ${changes.length}`)),
    ...wrong.map(({ _id }) => finding('feed', `transaction ${_id} is in the feed ${told.get(_id) ?? 0} times`)),
    ...unknown.map((number) => finding('feed', `transaction ${String(number)} is in the feed and not in the ledger`)),
  ]
}
