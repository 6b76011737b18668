import type { Difference } from '../../../../shared/contract/core/difference.ts'
import { levelFigures } from '../../../../shared/contract/inventory/inventory.ts'
import { type Quantity, type StoredQuantity, sum, toNumber, toQuantity, ZERO } from '../../../../shared/quantity.ts'
import type { LedgerRecord } from '../../stock/ledger/ledger.model.ts'
import { available, type OpenFigure } from '../../stock/levels/figures.ts'
import {
  type LevelFigures,
  type LevelRecord,
  NO_FIGURES,
  type ReorderLevels,
  sumFigures,
} from '../../stock/levels/level.model.ts'
import type { ReorderPointRecord } from '../../stock/reorder-points.ts'

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

/**
 * The levels of an item whose available figure is negative. Units on hold, reservations that belong to no order, and
 * what another order system states may explain it (docs/orders.md#reconcile); what they do not explain is a difference:
 * stock left although it was reserved.
 */
export function findNegative({ partNo, levels: [row], open }: ItemBooks) {
  return Object.keys(row?.stock ?? {}).flatMap((key) => {
    const wid = Number(key)
    const figures = sumFigures(row, (other) => other === wid)
    const left = available(figures)
    if (left.gte(ZERO)) return []
    const reserved = open.filter((one) => one.wid === wid && (one.kind === 'committed' || one.kind === 'packed'))
    const by = (who: 'reservation' | 'otherSystem') =>
      sum(reserved.filter(({ reservedBy }) => reservedBy === who).map(({ units }) => toQuantity(units)))
    const causes: readonly (readonly [Quantity, string])[] = [
      [figures.onHold, 'on hold'],
      [by('reservation'), 'promised by reservations that belong to no order'],
      [by('otherSystem'), 'promised by another order system'],
    ]
    const explained = sum(causes.map(([units]) => units))
    const given = causes
      .filter(([units]) => units.gt(ZERO))
      .map(([units, what]) => `${units.toFixed()} units are ${what}`)
    const what = `available of item ${partNo} in warehouse ${wid}`
    const differences: Difference[] = left.plus(explained).lt(ZERO)
      ? [{ what, expected: '0 or more', found: left.toFixed() }]
      : []
    const cause = given.length > 0 ? given.join(', ') : 'units left that were promised'
    return [{ level: { partNo, wid, available: toNumber(left), cause }, differences }]
  })
}

interface Compared {
  readonly partNo: number
  readonly levels: readonly LevelRecord[]
  readonly points: readonly ReorderPointRecord[]
}

/** The reorder points of an item must have the same copies in its level row, and no others. */
export function compareReorderCopies({ partNo, levels: [row], points }: Compared): Difference[] {
  const copies = row?.reorder ?? {}
  const wids = new Set([...points.map(({ wid }) => wid), ...Object.keys(copies).map(Number)])
  return [...wids].flatMap((wid) => {
    const expected = describe(points.find((point) => point.wid === wid))
    const found = describe(copies[wid])
    return expected === found ? [] : [{ what: `reorder point of item ${partNo} in warehouse ${wid}`, expected, found }]
  })
}

function describe(levels: ReorderLevels | undefined): string {
  if (!levels) return NOTHING
  const [minimum, reorderTo] = [toQuantity(levels.minimum), toQuantity(levels.reorderTo)]
  return `minimum ${minimum.toFixed()}, reorderTo ${reorderTo.toFixed()}, leadDays ${levels.leadDays}`
}
