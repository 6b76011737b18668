import { type StoredQuantity, toNumber } from '../../../../shared/quantity.ts'
import type { ItemRecord } from '../../masters/item.model.ts'
import type { ReferenceDeps } from '../../masters/references.ts'
import { byLineNo, type References } from './family/family.ts'

interface OrderedLine {
  readonly lineNo: number
  readonly shortID: string
  readonly partNo: number
  readonly units: StoredQuantity
  readonly wid: number
}

/** Describes lines as they are answered, with the names of what they refer to. `known` items are not read again. */
export async function createDescribeLine(
  { items, registries }: ReferenceDeps,
  { partNos, wids }: References,
  known: Iterable<ItemRecord> = [],
) {
  const byPartNo = new Map([...known].map((item) => [item._id, item]))
  const unknown = partNos.filter((partNo) => !byPartNo.has(partNo))
  for (const [partNo, item] of await items.findMany(unknown)) byPartNo.set(partNo, item)
  const warehouses = await registries.warehouses.namesOf(wids)
  return ({ lineNo, shortID, partNo, units, wid }: OrderedLine) => ({
    lineNo,
    shortID: byPartNo.get(partNo)?.shortID ?? shortID,
    description: byPartNo.get(partNo)?.description ?? '',
    units: toNumber(units),
    warehouse: wid,
    warehouseName: warehouses.get(wid) ?? '',
  })
}

/** Answers an order with its lines: what lines of all orders have, and `more` of this family's. */
export const resultWithLines =
  <H, L extends OrderedLine, A extends object, M extends object>(
    deps: ReferenceDeps,
    toHeader: (header: H) => A,
    more: (line: L) => M,
  ) =>
  async (references: References, known?: Iterable<ItemRecord>) => {
    const describe = await createDescribeLine(deps, references, known)
    return (header: H, lines: readonly L[]) => ({
      ...toHeader(header),
      lines: lines.toSorted(byLineNo).map((line) => ({ ...describe(line), ...more(line) })),
    })
  }
