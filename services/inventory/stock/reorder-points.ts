import { isDeepStrictEqual } from 'node:util'
import type { Model } from 'mongoose'
import { warehouseScope } from '../../../shared/contract/core/access.ts'
import type { Input, Output } from '../../../shared/contract/core/operation.ts'
import { requestedSort, toPage } from '../../../shared/contract/core/paging.ts'
import { inventory } from '../../../shared/contract/inventory/inventory.ts'
import { ReorderPoint } from '../../../shared/contract/inventory/reorder.ts'
import { readCountedPage } from '../../../shared/database/read-page.ts'
import { defineSchema, field, type RecordOf } from '../../../shared/database/record-fields.ts'
import type { CallContext } from '../../../shared/process/call-context.ts'
import { toQuantity, toStored } from '../../../shared/quantity.ts'
import type { ItemRecord } from '../masters/item.model.ts'
import { type ReferenceDeps, requestedPartNo, requireWarehouse, resolveReferences } from '../masters/references.ts'
import { defineRecords } from '../records/versioned-records.ts'
import { fromReorderLevels, isBelow, toBelowMinimum } from './engine/crossings.ts'
import type { StockEffect } from './engine/effect.ts'
import type { StockView } from './engine/plan.ts'
import { positionOf } from './levels/figures.ts'
import type { ReorderLevels } from './levels/level.model.ts'
import { createStockOperation, type OperationDeps } from './stock-operation.ts'

interface ReorderDeps extends ReferenceDeps, OperationDeps {
  readonly points: Model<ReorderPointRecord>
}

type PutInput = Input<typeof inventory.putReorderPoint>
type PutResult = Output<typeof inventory.putReorderPoint>
type Query = Input<typeof inventory.listReorderPoints>

const sortable = Object.keys(ReorderPoint.shape)

/** When items are reordered: the list, and setting it for an item in a warehouse (docs/decisions/stock.md#68). */
export function createReorderPoints({ engine, idempotency, points, ...deps }: ReorderDeps) {
  return {
    async listReorderPoints({ itemID, shortID, partNo: number, wid, ...query }: Query, context: CallContext) {
      if (wid !== undefined) await requireWarehouse(deps.registries, wid)
      const scope = wid === undefined ? warehouseScope(context.caller) : [wid]
      const partNo = await requestedPartNo(deps.items, { itemID, shortID, partNo: number }, context)
      const filter = {
        ...(partNo !== undefined && { partNo }),
        ...(scope !== 'all' && { wid: { $in: [...scope] } }),
        ...(query.modifiedSince && { modified: { $gte: new Date(query.modifiedSince) } }),
      }
      const { field, direction } = requestedSort(query, sortable) ?? ({ field: 'partNo', direction: 1 } as const)
      const others = (['partNo', 'wid'] as const).filter((name) => name !== field)
      const sort = Object.fromEntries([[field, direction], ...others.map((name) => [name, 1] as const)])
      const { totalCount, found } = await readCountedPage<ReorderPointRecord>(points, { filter, sort }, query)
      const known = await deps.items.describeMany(found.map((point) => point.partNo))
      const toResult = (point: ReorderPointRecord) => ({
        partNo: point.partNo,
        shortID: known.get(point.partNo)?.shortID ?? point.shortID,
        wid: point.wid,
        ...fromReorderLevels(point),
      })
      return toPage(found.map(toResult), totalCount, query)
    },

    putReorderPoint: createStockOperation({ engine, idempotency })(
      inventory.putReorderPoint,
      async (input: PutInput, context: CallContext) => {
        const item = await resolveReferences(deps, input, undefined, context)
        return { partNos: [item._id], plan: (stock: StockView) => planReorderPoint(input, item, stock) }
      },
    ),
  }
}

/** A minimum above the position is a crossing, unless the position was below the minimum before. */
async function planReorderPoint(
  input: PutInput,
  { _id: partNo, shortID }: ItemRecord,
  stock: StockView,
): Promise<StockEffect<PutResult>> {
  const { wid } = input
  const key = { partNo, shortID, wid }
  const before = await stock.records.get(reorderPoints, reorderPointId(partNo, wid))
  const levels = toReorderLevels(input)
  const settings = { ...key, ...(levels ? fromReorderLevels(levels) : NO_LEVELS) }
  if (isSame(before, levels)) return { entries: [], result: { ...settings, status: 'unchanged' } }
  const record = levels && { _id: reorderPointId(partNo, wid), ...key, ...levels, modified: stock.now }
  const position = positionOf(await stock.level(partNo, wid))
  const crosses = levels && isBelow(position, levels) && !(before && isBelow(position, before))
  const changed = { at: stock.now.toISOString(), wids: [wid], data: settings }
  return {
    entries: [],
    records: [reorderPoints.change(before, record)],
    reorder: [{ partNo, wid, levels }],
    events: [
      { subject: 'item.reorderChanged', payload: changed },
      ...(crosses ? [toBelowMinimum(key, position, levels, stock.now)] : []),
    ],
    result: { ...settings, status: levels ? 'updated' : 'removed' },
  }
}

const NO_LEVELS = { minimum: null, reorderTo: null, leadDays: null }

/** Undefined without a minimum. */
function toReorderLevels({ minimum, reorderTo, leadDays }: PutInput): ReorderLevels | undefined {
  // The contract requires both.
  if (typeof minimum !== 'number' || typeof reorderTo !== 'number') return undefined
  const [least, most] = [toStored(toQuantity(minimum)), toStored(toQuantity(reorderTo))]
  return { minimum: least, reorderTo: most, leadDays: leadDays ?? null }
}

const isSame = (before: ReorderLevels | undefined, after: ReorderLevels | undefined) =>
  isDeepStrictEqual(before && fromReorderLevels(before), after && fromReorderLevels(after))

/** When an item is reordered for a warehouse (docs/decisions/stock.md#68); `_id` names both. */
const fields = {
  _id: field.text,
  partNo: field.number,
  /** The item's when the point was set, for sorting. */
  shortID: field.text,
  wid: field.number,
  minimum: field.quantity,
  reorderTo: field.quantity,
  leadDays: field.nullable(field.number),
  modified: field.date,
  version: field.number,
}
export type ReorderPointRecord = RecordOf<typeof fields>

const schema = defineSchema('reorderPoints', fields)
schema.index({ partNo: 1, wid: 1 })
schema.index({ wid: 1, partNo: 1 })

export const reorderPoints = defineRecords<ReorderPointRecord>('ReorderPoint', schema)

export const reorderPointId = (partNo: number, wid: number) => `${partNo}/${wid}`
