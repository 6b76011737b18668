import type { Model } from 'mongoose'
import type { Difference } from '../../../shared/contract/core/difference.ts'
import { levelFigures } from '../../../shared/contract/inventory/inventory.ts'
import { type Quantity, toQuantity, ZERO } from '../../../shared/database/quantity.ts'
import type { StockModels } from '../engine/stock-writes.ts'
import type { LedgerLot, LedgerRecord, LotState } from '../ledger/ledger.model.ts'
import { type LevelFigures, type LevelRecord, NO_FIGURES, sumFigures } from '../levels/level.model.ts'
import type { LotRecord } from '../lots/lot.model.ts'
import type { OrderLineRecord } from '../orders/order-line.model.ts'

/** The collections that the books of items are read from. */
export interface BookModels extends StockModels {
  readonly orderLines: Model<OrderLineRecord>
}

/** Everything that is kept of one item. */
export interface ItemBooks {
  readonly partNo: number
  readonly lots: readonly LotRecord[]
  readonly ledger: readonly LedgerRecord[]
  readonly levels: readonly LevelRecord[]
  readonly orderLines: readonly OrderLineRecord[]
}

/** Every difference between an item's ledger, lots, order lines and levels; none if the books are right. */
export function examine(books: ItemBooks): Difference[] {
  return [...examineLots(books), ...examineFigures(books), ...examineLevels(books)]
}

/** The history of each lot in the ledger must be without a gap and end in the lot as it is. */
function examineLots({ lots, ledger }: ItemBooks): Difference[] {
  const histories = toLotHistories(ledger)
  const differences = [...histories].flatMap(([recNo, history]) => examineHistory(recNo, history))
  for (const lot of lots) {
    const last = histories.get(lot._id)?.at(-1)?.after
    if (describe(last) !== describe(lot))
      differences.push({ what: `lot ${lot._id}`, expected: describe(last), found: describe(lot) })
    if (toQuantity(lot.units).lt(ZERO))
      differences.push({ what: `units of lot ${lot._id}`, expected: '0 or more', found: describe(lot) })
    histories.delete(lot._id)
  }
  for (const [recNo, history] of histories)
    differences.push({ what: `lot ${recNo}`, expected: describe(history.at(-1)?.after), found: NOTHING })
  return differences
}

interface LotEntry extends LedgerLot {
  readonly transactionNo: number
}

/** The entries of each lot, from its first state to its last. */
function toLotHistories(ledger: readonly LedgerRecord[]): Map<number, LotEntry[]> {
  const histories = new Map<number, LotEntry[]>()
  for (const { _id: transactionNo, lots } of ledger) {
    for (const lot of lots) {
      const history = histories.get(lot.recNo) ?? []
      histories.set(lot.recNo, history)
      history.push({ ...lot, transactionNo })
    }
  }
  for (const history of histories.values()) history.sort((one, other) => one.after.version - other.after.version)
  return histories
}

/** Each entry must begin with the state in which the one before it ended. */
function examineHistory(recNo: number, history: readonly LotEntry[]): Difference[] {
  return history.flatMap(({ before, transactionNo }, index) => {
    const expected = describe(history[index - 1]?.after)
    const found = describe(before ?? undefined)
    return expected === found ? [] : [{ what: `lot ${recNo} before transaction ${transactionNo}`, expected, found }]
  })
}

const NOTHING = 'nothing'

function describe(state: LotState | undefined): string {
  if (!state) return NOTHING
  const { units, wid, spot, hold, version } = state
  return `${toQuantity(units).toFixed()} in warehouse ${wid}, spot "${spot}"${hold ? ', on hold' : ''}, version ${version}`
}

/** The open units of each order line must be the sum of what the ledger says was added to them. */
function examineFigures({ ledger, orderLines }: ItemBooks): Difference[] {
  const sums = new Map<string, Quantity>()
  for (const { figure, wid, reference, line, units } of ledger.flatMap(({ figures }) => figures)) {
    const name = `${figure} of line ${line} of "${reference}" in warehouse ${wid}`
    sums.set(name, (sums.get(name) ?? ZERO).plus(toQuantity(units)))
  }
  const differences: Difference[] = []
  for (const { kind, wid, reference, line, units } of orderLines) {
    const what = `${kind} of line ${line} of "${reference}" in warehouse ${wid}`
    const expected = sums.get(what) ?? ZERO
    if (!expected.eq(toQuantity(units)))
      differences.push({ what, expected: expected.toFixed(), found: toQuantity(units).toFixed() })
    sums.delete(what)
  }
  for (const [what, expected] of sums)
    if (!expected.eq(ZERO)) differences.push({ what, expected: expected.toFixed(), found: NOTHING })
  return differences
}

/** Each figure of each warehouse must be the sum of the lots and order lines behind it. */
function examineLevels({ partNo, lots, levels, orderLines }: ItemBooks): Difference[] {
  const wids = new Set([...lots, ...orderLines].map(({ wid }) => wid))
  for (const wid of Object.keys(levels[0]?.stock ?? {})) wids.add(Number(wid))
  return [...wids].flatMap((wid) => {
    const expected = sumOf(
      lots.filter((lot) => lot.wid === wid),
      orderLines.filter((line) => line.wid === wid),
    )
    const found = sumFigures(levels[0] ?? null, (other) => other === wid)
    return levelFigures
      .filter((figure) => !expected[figure].eq(found[figure]))
      .map((figure) => ({
        what: `${figure} of item ${partNo} in warehouse ${wid}`,
        expected: expected[figure].toFixed(),
        found: found[figure].toFixed(),
      }))
  })
}

function sumOf(lots: readonly LotRecord[], orderLines: readonly OrderLineRecord[]): LevelFigures {
  const total = { ...NO_FIGURES }
  for (const { units, hold } of lots) {
    total.inStock = total.inStock.plus(toQuantity(units))
    if (hold) total.onHold = total.onHold.plus(toQuantity(units))
  }
  for (const { kind, units } of orderLines) total[kind] = total[kind].plus(toQuantity(units))
  return total
}
