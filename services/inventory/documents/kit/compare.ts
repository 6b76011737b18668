import type { ClientSession, Connection } from 'mongoose'
import type { Difference } from '../../../../shared/contract/core/difference.ts'
import { groupBy } from '../../../../shared/process/group-by.ts'
import { type Quantity, type StoredQuantity, toQuantity, ZERO } from '../../../../shared/quantity.ts'
import { anyOfIndexed, readInBlocks } from '../../records/queries.ts'
import type { LedgerModel } from '../../stock/ledger/ledger.model.ts'
import { numberOf } from './document-effect.ts'
import type { Entered, Family, Header, Line, Unversioned } from './family/family.ts'
import { imply, whyNotConserved, withoutLines } from './family/quantities.ts'
import { withArticle } from './order-number.ts'

/** Documents that are compared in one snapshot. */
const DOCUMENTS_PER_BLOCK = 50

/** What a snapshot of some documents is compared with. */
export interface Compared {
  readonly connection: Connection
  readonly ledger: LedgerModel
  readonly numbers: readonly string[]
  readonly session: ClientSession
}

/** Compares a document with what else belongs to it, as of the same moment. */
export type CompareRelated<H, L> = (
  compared: Compared,
) => Promise<(header: H, lines: readonly L[]) => readonly Difference[]>

/**
 * Compares every document of a family with its lines, and these with the ledger and what else belongs to them; a line
 * without a document is a difference. The deadline is in milliseconds since 1970.
 */
export async function compareDocuments<H extends Header, L extends Line, T>(
  family: Family<H, L, T>,
  compareRelated: CompareRelated<H, L> | undefined,
  connection: Connection,
  ledger: LedgerModel,
  deadline: number,
): Promise<Difference[]> {
  const { kind, numberField } = family
  const [headers, lines] = [family.headers.model(connection), family.lines.model(connection)]
  const differences: Difference[] = []
  const range = { first: '', maxSize: DOCUMENTS_PER_BLOCK }
  const blocks = readInBlocks(connection, deadline, range, async (after, size, session) => {
    const found = await headers.find().gt('_id', after).sort({ _id: 1 }).limit(size).session(session).lean<H[]>()
    const next = found.length < size ? undefined : found.at(-1)?._id
    const ofBlock = lines.find().gt(numberField, after)
    if (next !== undefined) ofBlock.lte(numberField, next)
    const byNumber = groupBy(await ofBlock.session(session).lean<L[]>(), (line) => numberOf(family, line))
    const compared = { connection, ledger, numbers: [...byNumber.keys()], session }
    const related = await compareRelated?.(compared)
    const entered = family.entered && (await sumEntries(compared, family.entered))
    const ofDocuments = found.flatMap((header) => {
      const ofHeader = byNumber.get(header._id) ?? []
      byNumber.delete(header._id)
      return [
        ...compareHeader(family, header, ofHeader),
        ...ofHeader.flatMap((line) => compareLine(family, line, entered)),
        ...(related?.(header, ofHeader) ?? []),
      ]
    })
    for (const [number, { length }] of byNumber)
      ofDocuments.push({
        what: `${kind} ${number}`,
        expected: `${withArticle(family.whole)} of ${length} lines`,
        found: 'nothing',
      })
    return { next, ofDocuments }
  })
  for await (const { ofDocuments } of blocks) differences.push(...ofDocuments)
  return differences
}

/** A header must say what its lines imply. */
function compareHeader<H extends Header, L extends Line, T>(family: Family<H, L, T>, header: H, lines: readonly L[]) {
  const { counts = {}, sums = {} } = family
  const added = lines.map((after) => ({ before: undefined, after }))
  const implied = imply(family, withoutLines(family, header), added, lines)
  const describe = (of: Unversioned<H>) => {
    const fields = new Map<string, unknown>(Object.entries(of))
    const names = ['status', 'totalLines', ...Object.keys(counts), ...Object.keys(sums), 'wids', 'partNos']
    return names.map((name) => `${name} ${String(fields.get(name))}`).join(', ')
  }
  return compareValues(`${family.kind} ${header._id}`, describe(implied), describe(header))
}

/** Quantities of a line must add up, and be what the ledger says. */
function compareLine<H extends Header, L extends Line, T>(
  family: Family<H, L, T>,
  line: L,
  entered: ReadonlyMap<string, Quantity> | undefined,
): Difference[] {
  const { kind, conserved, follows = {} } = family
  const name = `line ${line.lineNo} of ${kind} ${numberOf(family, line)}`
  const fields = new Map<string, unknown>(Object.entries(line))
  // The family declares that these fields hold quantities.
  const unitsOf = (field: string) => fields.get(field) as StoredQuantity
  const why = conserved && whyNotConserved(line, conserved)
  const added = why
    ? [{ what: `units of ${name}`, expected: toQuantity(unitsOf(conserved.whole)).toFixed(), found: why }]
    : []
  const quantities = Object.keys(family.entered?.types ?? {})
  return [
    ...added,
    ...quantities.flatMap((field) => {
      const expected = entered?.get(keyOf(field, numberOf(family, line), line.lineNo)) ?? ZERO
      return compareUnits(`${field} of ${name}`, expected, unitsOf(field))
    }),
    ...Object.entries(follows).flatMap(([field, of]) => compareUnits(`${field} of ${name}`, of(line), unitsOf(field))),
  ]
}

const keyOf = (field: string, number: string, lineNo: number) => `${field}/${lineNo}/${number}`

/** Units of the ledger's entries that changed the family's figure of lines, by the quantity, line and number. */
async function sumEntries({ ledger, numbers, session }: Compared, { figure, types }: Entered) {
  const sums = new Map<string, Quantity>()
  for (const [field, signs] of Object.entries(types)) {
    const found = await ledger
      .aggregate<{ readonly _id: { type: string; reference: string; line: number }; readonly units: StoredQuantity }>([
        { $match: { reference: anyOfIndexed(numbers, ''), type: { $in: Object.keys(signs) } } },
        { $unwind: '$figures' },
        { $match: { 'figures.figure': figure } },
        {
          $group: {
            _id: { type: '$type', reference: '$figures.reference', line: '$figures.line' },
            units: { $sum: '$units' },
          },
        },
      ])
      .session(session)
    for (const { _id, units } of found) {
      const key = keyOf(field, _id.reference, _id.line)
      sums.set(key, (sums.get(key) ?? ZERO).plus(toQuantity(units).times(signs[_id.type] ?? 0)))
    }
  }
  return sums
}

/** The difference between what a record says and what it should say; none if they are equal. */
export const compareValues = (what: string, expected: string, found: string): Difference[] =>
  expected === found ? [] : [{ what, expected, found }]

export const compareUnits = (what: string, expected: Quantity, found: StoredQuantity): Difference[] =>
  compareValues(what, expected.toFixed(), toQuantity(found).toFixed())
