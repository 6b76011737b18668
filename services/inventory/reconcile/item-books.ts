import { toQuantity, ZERO } from '../../../shared/database/quantity.ts'
import type { LedgerLot, LedgerRecord, LotState } from '../ledger/ledger.model.ts'
import { type LevelFigures, type LevelRecord, levelFigures, NO_FIGURES, sumFigures } from '../levels/level.model.ts'
import type { LotRecord } from '../lots/lot.model.ts'
import type { OrderLineRecord } from '../orders/order-line.model.ts'

/** Everything that is kept of one item. */
export interface ItemBooks {
  readonly partNo: number
  readonly lots: readonly LotRecord[]
  readonly ledger: readonly LedgerRecord[]
  readonly levels: readonly LevelRecord[]
  readonly orderLines: readonly OrderLineRecord[]
}

/** A place where two accounts of the same stock disagree. */
export interface Difference {
  readonly what: string
  readonly expected: string
  readonly found: string
}

/** Every difference between an item's ledger, lots and levels; none if the books are right. */
export function examine(account: ItemBooks): Difference[] {
  return [...examineLots(account), ...examineLevels(account)]
}

/** The ledger told from its start must end in the lots as they are. */
function examineLots({ lots, ledger }: ItemBooks): Difference[] {
  const stories = tellStories(ledger)
  const differences = [...stories].flatMap(([recNo, story]) => examineStory(recNo, story))
  for (const lot of lots) {
    const told = stories.get(lot._id)?.at(-1)?.after
    if (describe(told) !== describe(lot))
      differences.push({ what: `lot ${lot._id}`, expected: describe(told), found: describe(lot) })
    if (toQuantity(lot.units).lt(ZERO))
      differences.push({ what: `units of lot ${lot._id}`, expected: '0 or more', found: describe(lot) })
    stories.delete(lot._id)
  }
  for (const [recNo, story] of stories)
    differences.push({ what: `lot ${recNo}`, expected: describe(story.at(-1)?.after), found: NOTHING })
  return differences
}

interface Step extends LedgerLot {
  readonly transactionNo: number
}

/** What the ledger says of each lot, from its first state to its last. */
function tellStories(ledger: readonly LedgerRecord[]): Map<number, Step[]> {
  const stories = new Map<number, Step[]>()
  for (const { _id: transactionNo, lots } of ledger) {
    for (const lot of lots) stories.set(lot.recNo, [...(stories.get(lot.recNo) ?? []), { ...lot, transactionNo }])
  }
  for (const story of stories.values()) story.sort((one, other) => one.after.version - other.after.version)
  return stories
}

/** Every step must begin where the one before it ended. */
function examineStory(recNo: number, story: readonly Step[]): Difference[] {
  return story.flatMap(({ before, transactionNo }, index) => {
    const expected = describe(story[index - 1]?.after)
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
