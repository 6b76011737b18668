import type { LedgerEntry } from '../../../../shared/contract/inventory/inventory.ts'
import { type Quantity, sum } from '../../../../shared/quantity.ts'
import type { Books } from './books.ts'
import { joinOldest } from './layer.ts'
import type { LotChange } from './lot-state.ts'
import { moveAtAverage } from './move-at-average.ts'
import { moveLayers } from './move-layers.ts'
import { leaving, type Pocket, pocketsOf } from './pockets.ts'
import { reprice } from './reprice.ts'

/**
 * Changes the values of an item, by every method, by an entry: what goes from one pocket to another takes its cost along,
 * what comes from outside or leaves for good is posted, and so is each change of a price
 * (docs/reports.md#conserved).
 */
export async function moveValue(entry: LedgerEntry, changes: readonly LotChange[], books: Books): Promise<void> {
  for (const change of changes) await reprice(change, books)
  const pockets = pocketsOf(changes)
  if (pockets.length === 0) return
  const { bought, taken } = moveAtAverage(entry, pockets, books)
  moveLots(pockets, bought, books)
  const layers = await moveLayers(entry, pockets, bought, books)
  if ((entry.type === 'issue' || entry.type === 'move') && layers.length > 0)
    books.addWithdrawal({ transactionNo: entry.transactionNo, averageValue: taken, layers: joinOldest(layers) })
}

/** By the prices of lots: value goes wherever the lots go. */
function moveLots(pockets: readonly Pocket[], bought: Quantity, books: Books): void {
  for (const { wid, inTransit, value } of pockets) {
    if (inTransit === undefined) continue
    const load = books.load(inTransit, wid)
    books.setLoad({ ...load, lotValue: load.lotValue.plus(value) })
  }
  const [pocket] = [...leaving(pockets, 'units'), ...pockets]
  if (pocket) books.post(pocket.wid, 'usedByLot', bought.minus(sum(pockets.map(({ value }) => value))))
}
