import { groupBy } from '../../../../shared/process/group-by.ts'
import { type Quantity, sum, toStored, ZERO } from '../../../../shared/quantity.ts'
import type { RecordChange } from '../../records/versioned-records.ts'
import type { StockEntry } from '../../stock/engine/effect.ts'
import type { Numbers, StockView } from '../../stock/engine/plan.ts'
import type { Chosen } from '../../stock/lots/choose-lots.ts'
import { changeLot, type Lot, type LotChange, splitLot } from '../../stock/lots/lot.model.ts'
import { countCorrections, findTakeable, readCell, recordCorrection } from '../../stock/movements/cell.ts'
import { issueFrom } from '../../stock/movements/issue.ts'
import { toNewLot } from '../../stock/movements/receive.ts'
import type { CountLineRecord, CountRecord } from './count.model.ts'
import { type CountLineChange, toRecount } from './count-family.ts'
import { fingerprint } from './count-line.ts'
import { differenceOf, movedOf, pairMoves, type WrongSpot } from './variance.ts'

export interface PostReasons {
  readonly reasonIn: number
  readonly reasonOut: number
}

/** What posting lines changes. */
interface Posting {
  readonly entries: readonly StockEntry[]
  readonly records: readonly RecordChange[]
  readonly lines: readonly CountLineChange[]
}

/** A line that waits to be posted. */
type Line = CountLineRecord

/** Posts lines of a count: each, or none of it, is posted, blocked, or to be counted again (docs/counts.md#posting). */
export async function planPost(
  { ifMoved }: CountRecord,
  lines: readonly Line[],
  reasons: PostReasons,
  stock: StockView,
  numbers: Numbers,
): Promise<Posting> {
  const differing = lines.filter((line) => !differenceOf(line).eq(ZERO))
  const agreeing = lines.filter((line) => !differing.includes(line)).map((line) => toPosted(line, ZERO, []))
  const refused: CountLineChange[] = []
  const left: Line[] = []
  const corrections = await Promise.all(differing.map((line) => countCorrections(stock, line)))
  for (const [index, line] of differing.entries()) {
    if (corrections[index] !== line.position?.corrections) {
      refused.push({ before: line, after: toRecount(line, 'The books were corrected since it was counted.') })
    } else if (ifMoved !== 'difference' && (await hasMoved(line, stock))) {
      const why = 'Stock has moved since it was counted.'
      refused.push({ before: line, after: ifMoved === 'recount' ? toRecount(line, why) : toBlocked(line, why) })
    } else left.push(line)
  }
  const posted: Posting[] = []
  for (const ofItem of groupBy(left, ({ partNo }) => partNo).values())
    posted.push(await postItem(ofItem, reasons, stock, numbers))
  return {
    entries: posted.flatMap(({ entries }) => entries),
    records: posted.flatMap(({ records }) => records),
    lines: [...agreeing, ...refused, ...posted.flatMap((one) => one.lines)],
  }
}

const hasMoved = async (line: Line, stock: StockView) =>
  fingerprint((await readCell(stock, line)).lots) !== line.position?.lots

const toBlocked = (line: Line, blocked: string): CountLineRecord => ({ ...line, state: 'Blocked', blocked })

/** A line that is posted; `reasonCode` is that of what is not moved, if there is any. */
const toPosted = (
  before: Line,
  moved: Quantity,
  transactions: readonly number[],
  reasonCode?: number,
): CountLineChange => ({
  before,
  after: {
    ...before,
    state: 'Posted',
    blocked: '',
    moved: toStored(moved),
    transactions,
    ...(reasonCode !== undefined && { reasonCode }),
  },
})

/** Posts the differences of one item: what lay at a wrong spot is moved, the rest is received or issued. */
async function postItem(
  lines: readonly Line[],
  reasons: PostReasons,
  stock: StockView,
  numbers: Numbers,
): Promise<Posting> {
  const { postable, blocked, pairs } = await findPostable(lines, stock)
  const entries = new Map<StockEntry, readonly Line[]>()
  const current = new Map<number, Lot>()
  for (const line of postable) {
    const ofLine = pairs.filter(({ from }) => from === line)
    const missing = differenceOf(line).times(-1)
    if (missing.lte(ZERO)) {
      const found = differenceOf(line).minus(movedOf(pairs, line))
      if (found.gt(ZERO)) entries.set(await receive(line, found, reasons.reasonIn, stock, numbers), [line])
      continue
    }
    const handout = createHandout((await findTakeable(stock, line)).choose(missing), current)
    for (const pair of ofLine) entries.set(await move(pair, handout, stock, numbers), [pair.from, pair.to])
    const lost = missing.minus(sum(ofLine.map(({ units }) => units)))
    if (lost.gt(ZERO)) entries.set(await issue(line, lost, reasons.reasonOut, handout, stock, numbers), [line])
  }
  const posted = postable.map((line) => {
    const own = [...entries].filter(([, ofEntry]) => ofEntry.includes(line)).map(([entry]) => entry)
    requirePosted(line, own)
    return toPosted(
      line,
      movedOf(pairs, line),
      own.map(({ transactionNo }) => transactionNo),
      own.find(({ type }) => type !== 'move')?.attributes?.reasonCode ?? undefined,
    )
  })
  return {
    entries: [...entries.keys()],
    records: await Promise.all(postable.map((line) => recordCorrection(stock, line))),
    lines: [...posted, ...blocked],
  }
}

/** The lines that can be posted: of the others, more is missing than can be taken from the cell. */
async function findPostable(lines: readonly Line[], stock: StockView) {
  const blocked: CountLineChange[] = []
  const postable: Line[] = []
  for (const line of lines) {
    const missing = differenceOf(line).times(-1)
    const takeable = missing.gt(ZERO) ? await findTakeable(stock, line) : undefined
    if (takeable?.units.lt(missing)) {
      const why = takeable.packed || 'The others have gone since the line was counted.'
      const most = `${missing.toFixed()} units are missing, ${takeable.units.toFixed()} can be taken.`
      blocked.push({ before: line, after: toBlocked(line, `${most} ${why}`) })
    } else postable.push(line)
  }
  return { postable, blocked, pairs: pairMoves(postable) }
}

/** Hands out what was chosen of a cell, in its sequence; a lot from which a part was taken stays as that left it. */
function createHandout(chosen: readonly Chosen[], current: Map<number, Lot>) {
  let left = [...chosen]
  return {
    take(units: Quantity): Chosen[] {
      const taken: Chosen[] = []
      let missing = units
      while (missing.gt(ZERO)) {
        const [next, ...rest] = left
        if (!next) throw new Error('A line lacks units that were chosen for it')
        const most = next.units.gt(missing) ? missing : next.units
        taken.push({ lot: current.get(next.lot._id) ?? next.lot, units: most })
        missing = missing.minus(most)
        left = most.eq(next.units) ? rest : [{ ...next, units: next.units.minus(most) }, ...rest]
      }
      return taken
    },
    /** Records what is left of the lots. */
    record(changes: readonly LotChange[]) {
      for (const { after } of changes) current.set(after._id, after)
      return changes
    },
  }
}
type Handout = ReturnType<typeof createHandout>

async function toEntry(
  line: Line,
  entry: Pick<StockEntry, 'type' | 'units' | 'lots'>,
  own: StockEntry['attributes'],
  numbers: Numbers,
): Promise<StockEntry> {
  const { countNo, lineNo, partNo, shortID, wid, spot } = line
  const attributes = { reference: countNo, remark: `Line ${lineNo}`, spot, ...own, details: { countNo } }
  return { ...entry, transactionNo: await numbers.transactionNo(), partNo, shortID, wid, attributes }
}

async function receive(line: Line, units: Quantity, reasonCode: number, stock: StockView, numbers: Numbers) {
  const { countNo, partNo, shortID, wid, spot } = line
  const attributes = { wid, spot, reference: countNo }
  const after = toNewLot(attributes, { _id: partNo, shortID }, await numbers.recNo(), units, stock.now)
  return toEntry(line, { type: 'receive', units, lots: [{ before: undefined, after }] }, { reasonCode }, numbers)
}

async function issue(
  line: Line,
  units: Quantity,
  reasonCode: number,
  handout: Handout,
  stock: StockView,
  numbers: Numbers,
) {
  const lots = handout.record(handout.take(units).map((next) => issueFrom(next, stock.now)))
  return toEntry(line, { type: 'issue', units, lots }, { reasonCode }, numbers)
}

async function move({ from, to, units }: WrongSpot<Line>, handout: Handout, stock: StockView, numbers: Numbers) {
  const changes: LotChange[] = []
  for (const { lot, units: taken } of handout.take(units)) {
    const target = { spot: to.spot }
    const moved = taken.eq(lot.units)
      ? [changeLot(lot, target, stock.now)]
      : splitLot(lot, await numbers.recNo(), taken, target, stock.now)
    changes.push(...handout.record(moved))
  }
  const attributes = { shipToWid: from.wid, toSpot: to.spot, remark: `Lines ${from.lineNo} and ${to.lineNo}` }
  return toEntry(from, { type: 'move', units, lots: changes }, attributes, numbers)
}

/** The one rule of posting: what the entries change in the cell is what was counted less what was expected. */
function requirePosted(line: Line, entries: readonly StockEntry[]): void {
  const inCell = ({ partNo, wid, spot, units }: Lot) =>
    partNo === line.partNo && wid === line.wid && spot === line.spot ? units : ZERO
  const lots = entries.flatMap((entry) => entry.lots)
  const change = sum(lots.map(({ before, after }) => inCell(after).minus(before ? inCell(before) : ZERO)))
  if (!change.eq(differenceOf(line)))
    throw new Error(
      `Line ${line.lineNo} of count ${line.countNo} posts ${change.toFixed()} of ${differenceOf(line).toFixed()}`,
    )
}
