import { type Quantity, type StoredQuantity, toQuantity, ZERO } from '../../../../shared/quantity.ts'
import type { RecordChange } from '../../records/versioned-records.ts'
import type { FigureChange, StockEffect, StockEntry } from '../../stock/engine/effect.ts'
import type { Numbers, Plan, StockView } from '../../stock/engine/plan.ts'
import type { Family, Figures, Header, Line, LineChange, Unversioned, Unwritten } from './family/family.ts'
import { imply, type NewHeader, whyNotConserved, withoutLines } from './family/quantities.ts'

/** Changes of a document that a step has decided. */
export interface Changes<H, L, T = undefined> {
  readonly lines?: readonly LineChange<L>[]
  /** Fields of the header that do not follow from its lines. */
  readonly fields?: Partial<Unversioned<H>>
  /** Ledger entries; by default those of changed figures of the lines. */
  readonly entries?: readonly StockEntry[]
  /** Changes of other documents, such as reservations. */
  readonly records?: readonly RecordChange[]
  /** Data for the family's `events`. */
  readonly included?: T | undefined
  /** Planned after the change, in its transaction. */
  readonly next?: Plan<unknown> | undefined
}

type Written<H> = { readonly after: Unversioned<H>; readonly effect: Omit<StockEffect<unknown>, 'result'> }

/** The effect of changes on a document, and its header afterwards. `lines` are all lines after the changes. */
export async function changeDocument<H extends Header, L extends Line, T>(
  family: Family<H, L, T>,
  before: H,
  changes: Changes<H, L, T>,
  lines: readonly Unwritten<L>[],
  stock: StockView,
  numbers: Numbers,
): Promise<Written<H>> {
  const implied = imply(family, before, changes.lines ?? [], lines)
  const after = { ...implied, ...changes.fields, modified: stock.now }
  return write(family, { before, after }, changes, stock, numbers)
}

/** A new document with its lines; `taken` is the write that takes its number. */
export async function makeDocument<H extends Header, L extends Line, T>(
  family: Family<H, L, T>,
  taken: RecordChange,
  header: NewHeader<H>,
  lines: readonly Unwritten<L>[],
  { records = [], ...changes }: Changes<H, L, T>,
  stock: StockView,
  numbers: Numbers,
): Promise<Written<H>> {
  const added = lines.map((after) => ({ before: undefined, after }))
  const after = imply(family, withoutLines(family, header), added, lines)
  const change = { ...changes, lines: added, records: [taken, ...records] }
  return write(family, { before: undefined, after }, change, stock, numbers)
}

async function write<H extends Header, L extends Line, T>(
  family: Family<H, L, T>,
  { before, after }: { readonly before: H | undefined; readonly after: Unversioned<H> },
  { lines = [], entries, records = [], included, next }: Changes<H, L, T>,
  stock: StockView,
  numbers: Numbers,
): Promise<Written<H>> {
  const effect = {
    entries: entries ?? (await toFigureEntries(family, lines, numbers)),
    records: [
      ...records,
      family.headers.change(before, after),
      ...lines.map((change) => toLineWrite(family, change, stock.now)),
    ],
    events: family.events?.(before, after, lines, included),
    next,
  }
  return { after, effect }
}

/** The write of a changed line. Throws if its quantities do not add up. */
export function toLineWrite<H extends Header, L extends Line, T>(
  family: Family<H, L, T>,
  { before, after }: LineChange<L>,
  modified: Date,
): RecordChange {
  const { kind, lines, linesAreDated, conserved } = family
  const why = conserved && whyNotConserved(after, conserved)
  if (why) throw new Error(`Units of line ${after.lineNo} of ${kind} ${numberOf(family, after)} do not add up: ${why}`)
  const dated = linesAreDated ? { ...after, modified } : after
  // With `modified`, where the family's lines have it, the line is complete.
  return lines.change(before, dated as unknown as Unversioned<L>)
}

/** A field of a record that the family declares. */
const fieldOf = (record: object, field: string): unknown => new Map<string, unknown>(Object.entries(record)).get(field)

/** The number of the document that a line belongs to. */
export const numberOf = ({ numberField }: { readonly numberField: string }, line: Unwritten<Line>): string =>
  String(fieldOf(line, numberField))

/** Units of a line that count in a figure of its item's level. */
export const unitsOf = <L extends Line>({ field }: Figures<L>, line: Unwritten<L>): Quantity =>
  // The family declares that the field holds a quantity.
  toQuantity(fieldOf(line, field) as StoredQuantity)

/**
 * What a change of a line adds to the family's figure. It is recorded even if it is zero: reconcile finds the entries of
 * a line by it.
 */
export function toFigures<H extends Header, L extends Line, T>(
  family: Family<H, L, T>,
  { before, after }: LineChange<L>,
): FigureChange[] {
  const { figures } = family
  if (!figures) return []
  const units = unitsOf(figures, after).minus(before ? unitsOf(figures, before) : ZERO)
  const { wid, lineNo: line } = after
  return [{ figure: figures.figure, wid, units, reference: numberOf(family, after), line }]
}

async function toFigureEntries<H extends Header, L extends Line, T>(
  family: Family<H, L, T>,
  changes: readonly LineChange<L>[],
  numbers: Numbers,
): Promise<StockEntry[]> {
  const entries: StockEntry[] = []
  const toEntry = family.figures?.entry
  if (!toEntry) return entries
  for (const change of changes) {
    const { units, remark } = toEntry(change.after)
    const entry = { type: 'order', units: toQuantity(units), figures: toFigures(family, change) } as const
    entries.push(await toLineEntry(family, change.after, { ...entry, attributes: { remark } }, numbers))
  }
  return entries
}

type EntryOfLine = Pick<StockEntry, 'type' | 'units' | 'figures' | 'attributes'> &
  Partial<Pick<StockEntry, 'lots' | 'wid'>>

/** The ledger's entry of what happens to units of a line. */
export async function toLineEntry(
  family: { readonly numberField: string },
  line: Unwritten<Line>,
  { attributes = {}, ...entry }: EntryOfLine,
  numbers: Numbers,
): Promise<StockEntry> {
  const { lineNo, partNo, shortID, wid } = line
  const details = { ...attributes.details, line: lineNo }
  return {
    transactionNo: await numbers.transactionNo(),
    partNo,
    shortID,
    wid,
    lots: [],
    ...entry,
    attributes: { ...attributes, reference: numberOf(family, line), details },
  }
}
