import type { ItemRecord } from '../items/item.model.ts'
import type { StoredQuantity } from '../records/quantity.ts'
import { toNumber } from '../records/quantity.ts'
import type { ReferenceParts } from '../registries/references.ts'

/** What lines of every kind of order have. */
interface Line {
  readonly lineNo: number
  readonly shortID: string
  readonly partNo: number
  readonly units: StoredQuantity
  readonly wid: number
}

/** Describes lines as they are answered, with the names of what they refer to. `known` items are not read again. */
export async function createDescribeLine(
  { items, registries }: ReferenceParts,
  lines: readonly Pick<Line, 'partNo' | 'wid'>[],
  known: Iterable<ItemRecord> = [],
) {
  const byPartNo = new Map([...known].map((item) => [item._id, item]))
  const unknown = lines.flatMap(({ partNo }) => (byPartNo.has(partNo) ? [] : [partNo]))
  for (const [partNo, item] of await items.findMany(unknown)) byPartNo.set(partNo, item)
  const warehouses = await registries.warehouses.namesOf(lines.map(({ wid }) => wid))
  return ({ lineNo, shortID, partNo, units, wid }: Line) => ({
    lineNo,
    shortID: byPartNo.get(partNo)?.shortID ?? shortID,
    description: byPartNo.get(partNo)?.description ?? '',
    units: toNumber(units),
    warehouse: wid,
    warehouseName: warehouses.get(wid) ?? '',
  })
}
export type DescribeLine = Awaited<ReturnType<typeof createDescribeLine>>

/** Describes any line of an order, and of items and warehouses that are added to it. */
export const createDescribeOrder = (
  parts: ReferenceParts,
  partNos: readonly number[],
  wids: readonly number[],
): Promise<DescribeLine> =>
  createDescribeLine(parts, [
    ...partNos.map((partNo) => ({ partNo, wid: NONE })),
    ...wids.map((wid) => ({ partNo: NONE, wid })),
  ])

/** No item and no warehouse that a line names. */
const NONE = -1

export const byLineNo = (one: Pick<Line, 'lineNo'>, other: Pick<Line, 'lineNo'>) => one.lineNo - other.lineNo
