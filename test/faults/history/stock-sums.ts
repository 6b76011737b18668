import type { LedgerRecord } from '../../../services/inventory/stock/ledger/ledger.model.ts'
import { type Books, toMillionths } from './books.ts'
import { type Finding, finding } from './finding.ts'
import { compareSums, createSums } from './sums.ts'

/** R1: for each item and warehouse, ledger, lots and levels have the same units in stock and on hold. */
export function compareStock({ ledger, lots, levels }: Books): Finding[] {
  const [entered, inLots, inLevels] = [createSums(), createSums(), createSums()]
  const byNumber = new Map(ledger.map((entry) => [entry._id, entry]))
  for (const entry of ledger) {
    const undone = entry.reverses === null ? undefined : byNumber.get(entry.reverses)
    for (const { wid, millionths } of undone ? movementsOf(undone) : movementsOf(entry))
      entered.add(`inStock of item ${entry.partNo} in warehouse ${wid}`, undone ? -millionths : millionths)
    for (const { before, after } of entry.lots) {
      const add = ({ wid, hold, units, transit }: typeof after, sign: number) => {
        if (hold && !transit)
          entered.add(`onHold of item ${entry.partNo} in warehouse ${wid}`, sign * toMillionths(units))
      }
      if (before) add(before, -1)
      add(after, 1)
    }
  }
  for (const { partNo, wid, units, hold, transit } of lots) {
    if (transit) continue
    inLots.add(`inStock of item ${partNo} in warehouse ${wid}`, toMillionths(units))
    if (hold) inLots.add(`onHold of item ${partNo} in warehouse ${wid}`, toMillionths(units))
  }
  for (const { _id, stock } of levels)
    for (const [wid, { inStock, onHold }] of Object.entries(stock)) {
      inLevels.add(`inStock of item ${_id} in warehouse ${wid}`, toMillionths(inStock))
      inLevels.add(`onHold of item ${_id} in warehouse ${wid}`, toMillionths(onHold))
    }
  const negative = lots.filter(({ units }) => toMillionths(units) < 0)
  return [
    ...compareSums({ ledger: entered, lots: inLots, levels: inLevels }),
    ...negative.map(({ _id, units }) => finding('R1', `lot ${_id} holds ${units}`)),
  ]
}

/** What an entry adds to warehouses, as its type says; independent of the lots that it names. */
function movementsOf({ type, wid, shipToWid, units }: LedgerRecord) {
  const millionths = toMillionths(units)
  switch (type) {
    case 'receive':
    case 'accept':
    case 'reject':
    case 'return':
      return [{ wid, millionths }]
    case 'issue':
    case 'ship':
      return [{ wid, millionths: -millionths }]
    case 'move':
      return [
        { wid, millionths: -millionths },
        { wid: shipToWid ?? wid, millionths },
      ]
    default:
      return []
  }
}
