import type { Model } from 'mongoose'
import type { Difference } from '../../../../shared/contract/core/difference.ts'
import { levelFigures } from '../../../../shared/contract/inventory/inventory.ts'
import { type Quantity, type StoredQuantity, toQuantity, ZERO } from '../../../../shared/quantity.ts'
import type { OrderLineRecord } from '../../documents/foreign/order-line.model.ts'
import type { StockModels } from '../../stock/engine/stock-writes.ts'
import type { LedgerRecord } from '../../stock/ledger/ledger.model.ts'
import { type LevelFigures, type LevelRecord, NO_FIGURES, sumFigures } from '../../stock/levels/level.model.ts'
import type { OpenFigure } from '../../stock/levels/open-figure.ts'
import type { ReorderPointRecord } from '../../stock/reorder/reorder-point.model.ts'
import type { PackRecord } from '../../stock/reservations/records/pack.model.ts'
import type { ReservationRecord } from '../../stock/reservations/records/reservation.model.ts'
import { compareReorderCopies } from './reorder-copies.ts'

/** The collections that the books of items are read from. */
export interface BookModels extends StockModels {
  readonly orderLines: Model<OrderLineRecord>
  readonly packs: Model<PackRecord>
  readonly reservations: Model<ReservationRecord>
  readonly reorderPoints: Model<ReorderPointRecord>
}

/** Units of an item's lots in a warehouse, held ones apart. */
interface Stock {
  readonly wid: number
  readonly hold: boolean
  readonly units: StoredQuantity
}

/** Everything that an item's levels follow from, as sums. */
export interface ItemBooks {
  readonly partNo: number
  readonly stock: readonly Stock[]
  /** What the ledger added to figures that no lot explains. */
  readonly figures: LedgerRecord['figures']
  readonly levels: readonly LevelRecord[]
  /** Units that count in a figure: of order lines, reservations and packs. */
  readonly open: readonly OpenFigure[]
  /** When it is reordered, by warehouse. */
  readonly points: readonly ReorderPointRecord[]
}

/**
 * Every difference between an item's levels, lots, order lines and what the ledger says of these; none if the books are
 * right.
 */
export function examine(books: ItemBooks): Difference[] {
  return [...examineFigures(books), ...examineLevels(books), ...compareReorderCopies(books)]
}

const NOTHING = 'nothing'

/** The open units of each order line and reservation must be the sum of what the ledger says was added to them. */
function examineFigures({ figures, open }: ItemBooks): Difference[] {
  const expected = sumByLine(figures.map(({ figure: kind, ...change }) => ({ kind, ...change })))
  const found = sumByLine(open)
  return [...new Set([...expected.keys(), ...found.keys()])].flatMap((what) => {
    const [wanted, is] = [expected.get(what) ?? ZERO, found.get(what)]
    if (wanted.eq(is ?? ZERO)) return []
    return [{ what, expected: wanted.toFixed(), found: is?.toFixed() ?? NOTHING }]
  })
}

function sumByLine(open: readonly OpenFigure[]): Map<string, Quantity> {
  const sums = new Map<string, Quantity>()
  for (const { kind, wid, reference, line, units } of open) {
    const name = `${kind} of line ${line} of "${reference}" in warehouse ${wid}`
    sums.set(name, (sums.get(name) ?? ZERO).plus(toQuantity(units)))
  }
  return sums
}

/** Each figure of each warehouse must be the sum of the lots and order lines behind it. */
function examineLevels({ partNo, stock, levels, open }: ItemBooks): Difference[] {
  const wids = new Set([...stock, ...open].map(({ wid }) => wid))
  for (const wid of Object.keys(levels[0]?.stock ?? {})) wids.add(Number(wid))
  return [...wids].flatMap((wid) => {
    const expected = sumOf(
      stock.filter((held) => held.wid === wid),
      open.filter((line) => line.wid === wid),
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

function sumOf(stock: readonly Stock[], open: readonly OpenFigure[]): LevelFigures {
  const total = { ...NO_FIGURES }
  for (const { units, hold } of stock) {
    total.inStock = total.inStock.plus(toQuantity(units))
    if (hold) total.onHold = total.onHold.plus(toQuantity(units))
  }
  for (const { kind, units } of open) total[kind] = total[kind].plus(toQuantity(units))
  return total
}
