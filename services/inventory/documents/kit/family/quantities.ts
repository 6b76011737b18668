import { type Quantity, type StoredQuantity, sum, toQuantity, toStored, ZERO } from '../../../../../shared/quantity.ts'
import type { Conserved, Family, Header, Line, LineChange, Unversioned, Unwritten } from './family.ts'

/** Each number once, ascending. */
const ascending = (numbers: readonly number[]) => [...new Set(numbers)].sort((one, other) => one - other)

/** Fields of a new header that do not follow from its lines. The schema refuses a header that lacks one. */
export type NewHeader<H extends Header> = Pick<Header, '_id' | 'status' | 'modified'> & Partial<Unversioned<H>>

/** The header of a document without lines: counts and sums are zero. */
export function withoutLines<H extends Header, L extends Line, T>(
  { widsOf = () => [], counts = {}, sums = {} }: Family<H, L, T>,
  header: NewHeader<H>,
): Unversioned<H> {
  const zeros = {
    ...Object.fromEntries(Object.keys(counts).map((field) => [field, 0])),
    ...Object.fromEntries(Object.keys(sums).map((field) => [field, toStored(ZERO)])),
  }
  // With these, the header has all of its fields.
  const empty = { ...header, totalLines: 0, wids: [], partNos: [], ...zeros } as unknown as Unversioned<H>
  return { ...empty, wids: ascending(widsOf(empty)) }
}

/** Updates everything in a header that follows from its lines: number of lines, warehouses, items, counts, sums, status. */
export function imply<H extends Header, L extends Line, T>(
  { counts = {}, sums = {}, statusOf }: Family<H, L, T>,
  header: Unversioned<H>,
  changes: readonly LineChange<L>[],
  lines: readonly Unwritten<L>[],
): Unversioned<H> {
  const fields = new Map<string, unknown>(Object.entries(header))
  // The family declares that these fields of its header hold numbers, and quantities.
  const countOf = (field: string) => fields.get(field) as number
  const sumOf = (field: string) => toQuantity(fields.get(field) as StoredQuantity)
  const counted = Object.entries(counts).map(([field, isCounted]) => {
    const added = difference(changes, (line) => toQuantity(Number(isCounted(line))))
    return [field, countOf(field) + added.toNumber()]
  })
  const summed = Object.entries(sums).map(([field, of]) => [
    field,
    toStored(sumOf(field).plus(difference(changes, of))),
  ])
  const after = {
    ...header,
    totalLines: header.totalLines + changes.filter(({ before }) => !before).length,
    wids: ascending([...header.wids, ...changes.map((change) => change.after.wid)]),
    partNos: ascending([...header.partNos, ...changes.map((change) => change.after.partNo)]),
    ...Object.fromEntries([...counted, ...summed]),
  }
  return statusOf ? { ...after, status: statusOf(after, lines) } : after
}

/** What changes of lines add to a sum over lines. */
const difference = <L extends Line>(changes: readonly LineChange<L>[], of: (line: Unwritten<L>) => Quantity) =>
  sum(changes.map(({ before, after }) => of(after).minus(before ? of(before) : ZERO)))

/** Why the quantities of a line do not add up; undefined if they do. */
export function whyNotConserved(line: object, { whole, terms }: Conserved): string | undefined {
  const fields = new Map<string, unknown>(Object.entries(line))
  // The family declares that these fields hold quantities.
  const of = (field: string) => toQuantity(fields.get(field) as StoredQuantity)
  const units = terms.map(of)
  if (sum(units).eq(of(whole)) && units.every((one) => one.gte(ZERO))) return undefined
  return `${units.join(' + ')} is not ${of(whole).toFixed()}`
}

/** Adds to quantities of a record; negative ones are taken off. */
export function addTo<R extends object>(record: R, added: Readonly<Partial<Record<keyof R, Quantity>>>): R {
  const after = { ...record }
  for (const [field, units] of Object.entries(added) as [keyof R, Quantity][]) {
    // As above: a quantity is added to.
    const stored = record[field] as StoredQuantity
    after[field] = toStored(toQuantity(stored).plus(units)) as R[keyof R]
  }
  return after
}
