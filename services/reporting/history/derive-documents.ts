import type { ReorderSettings } from '../../../shared/contract/inventory/reorder.ts'
import { MAX_LINES } from '../../../shared/contract/orders/order-fields.ts'
import { type ReportedFamily, reportedFamilies } from '../../../shared/names/families.ts'
import { toQuantity, toStored } from '../../../shared/quantity.ts'
import {
  fromOrderLineState,
  isAlikeForLines,
  lineIdOf,
  nextOrderLine,
  type OrderLineState,
  toOrderLineState,
  toOrderRecord,
  withOrder,
} from './derive/order-line-state.ts'
import { type DocumentsChanged, type FeedChange, isOfDocuments, type PageInWork, readByIds } from './derived-page.ts'
import { nameUnlessNamed } from './records/item.model.ts'
import type { HistoryModels } from './records/models.ts'
import type { OrderLineRecord, OrderRecord } from './records/order-line.model.ts'
import { endState } from './records/past-state.ts'

/** Adds to the page what follows from changes of documents; a version that is not newer than the known one is ignored. */
export async function deriveDocuments(
  models: HistoryModels,
  changes: readonly FeedChange[],
  orders: ReadonlyMap<string, OrderRecord>,
  page: PageInWork,
): Promise<void> {
  const ofDocuments = changes.filter(isOfDocuments)
  writeReorder(models, changes, page)
  if (ofDocuments.length === 0) return
  for (const family of reportedFamilies) await deriveLines(models, family, orders, ofDocuments, page)
  writeCounted(models, ofDocuments, page)
}

/** The orders that changes name, as they are before these; by their ids. */
export async function readOrders(
  { orders }: HistoryModels,
  changes: readonly FeedChange[],
  page: PageInWork,
): Promise<ReadonlyMap<string, OrderRecord>> {
  const ids = changes
    .filter(isOfDocuments)
    .flatMap(({ data }) => [...data.orders, ...data.lines].map(({ family, number }) => `${family}/${number}`))
  if (ids.length === 0) return new Map()
  const found = await readByIds<OrderRecord>(orders, ids, page)
  return new Map(found.map((order) => [order._id, order]))
}

/** Changes the last states of lines, and keeps those that others have followed. */
async function deriveLines(
  models: HistoryModels,
  family: ReportedFamily,
  orders: ReadonlyMap<string, OrderRecord>,
  ofDocuments: readonly DocumentsChanged[],
  page: PageInWork,
): Promise<void> {
  const { last, states } = models.orderLines[family]
  const known = new Map(orders)
  const changed = new Map<string, OrderRecord>()
  const ofFamily = ofDocuments.map(({ data, ...change }) => ({
    ...change,
    orders: data.orders.filter((order) => order.family === family),
    lines: data.lines.filter((line) => line.family === family),
  }))
  const numbers = new Set(ofFamily.flatMap((change) => change.orders.map(({ number }) => number)))
  const ids = new Set(ofFamily.flatMap((change) => change.lines.map(lineIdOf)))
  // Some lines are in both. One query with `$or` would do, but planners read all lines that there are for it.
  const [named, ofOrders] = await Promise.all([
    readByIds<OrderLineRecord>(last, [...ids], page),
    page.read<OrderLineRecord>(last, { number: { $in: [...numbers] } }, ({ number }) => numbers.has(number)),
  ])
  const found = [...named, ...ofOrders]
  const lines = new Map(found.map((record) => [record._id, toOrderLineState(record)]))
  const changedLines = new Map<string, OrderLineState>()
  for (const { sequence, at, ...change } of ofFamily) {
    const after = new Map<string, OrderLineState>()
    for (const payload of change.orders) {
      const order = toOrderRecord(payload)
      if ((known.get(order._id)?.version ?? 0) >= order.version) continue
      known.set(order._id, order)
      changed.set(order._id, order)
      for (const [id, line] of lines)
        if (line.number === payload.number && !isAlikeForLines(line, order))
          after.set(id, withOrder(line, order, timeAfter(line, sequence, at)))
    }
    for (const line of change.lines) {
      const before = lines.get(lineIdOf(line))
      if (before && before.version >= line.version) continue
      const order = known.get(`${family}/${line.number}`)
      after.set(lineIdOf(line), nextOrderLine(before, line, order, timeAfter(before, sequence, at)))
    }
    page.to.insert(
      states,
      [...after].flatMap(([id, state]) => {
        const before = lines.get(id)
        return before ? endState(fromOrderLineState(before, `${id}/${before.sequence}`), state) : []
      }),
    )
    for (const [id, state] of after) {
      lines.set(id, state)
      changedLines.set(id, state)
    }
  }
  const knownLines = new Set(found.map(({ _id }) => _id))
  const added = ofFamily.flatMap((change) => change.lines.filter((line) => !knownLines.has(lineIdOf(line))))
  const names = new Map(added.map(({ partNo, shortID }) => [partNo, shortID]))
  page.to.add(
    models.items,
    [...names].map(([partNo, shortID]) => nameUnlessNamed(partNo, shortID)),
  )
  const lastLines = [...changedLines].map(([id, state]) => fromOrderLineState(state, id))
  page.leave<OrderLineRecord>(last, lastLines, knownLines)
  page.leave<OrderRecord>(models.orders, [...changed.values()], orders)
}

const timeAfter = (before: OrderLineState | undefined, sequence: number, at: Date) => ({
  sequence,
  at: before && before.at > at ? before.at : at,
})

function writeReorder(
  { reorderStates, items }: HistoryModels,
  changes: readonly FeedChange[],
  { to }: PageInWork,
): void {
  for (const { sequence, at, type, data } of changes) {
    if (type !== 'item.reorderChanged') continue
    // As above.
    const { partNo, shortID, wid, minimum, reorderTo, leadDays } = data as ReorderSettings
    const stored = (units: number | null) => (units === null ? null : toStored(toQuantity(units)))
    const levels = { minimum: stored(minimum), reorderTo: stored(reorderTo), leadDays }
    to.add(items, [nameUnlessNamed(partNo, shortID)])
    to.insert(reorderStates, [{ _id: `${partNo}/${wid}/${sequence}`, sequence, at, partNo, wid, ...levels }])
  }
}

function writeCounted(
  { countedLines }: HistoryModels,
  ofDocuments: readonly DocumentsChanged[],
  { to }: PageInWork,
): void {
  for (const { sequence, at, data } of ofDocuments)
    to.insert(
      countedLines,
      data.counted.map(({ number, lineNo, partNo, wid, expected, counted, unitCost, reasonCode }) => ({
        _id: `${number}/${lineNo}`,
        sequence,
        at,
        partNo,
        wid,
        expected: toStored(toQuantity(expected)),
        counted: toStored(toQuantity(counted)),
        unitCost: unitCost === null ? null : toStored(toQuantity(unitCost)),
        reasonCode,
      })),
    )
}

/** Lines of orders whose states one page changes: all of them are in memory at once. */
const MOST_LINES = 10 * MAX_LINES

/**
 * The first of the changes that change no more lines than a page may; at least one change. An order that is known and gets
 * another date or vendor counts as many lines as an order may have.
 */
export function firstThatFit(
  changes: readonly FeedChange[],
  orders: ReadonlyMap<string, OrderRecord>,
): readonly FeedChange[] {
  const known = new Map(orders)
  let lines = 0
  const end = changes.findIndex((change, index) => {
    if (!isOfDocuments(change)) return false
    lines += change.data.lines.length
    for (const payload of change.data.orders) {
      const order = toOrderRecord(payload)
      const before = known.get(order._id)
      if (before && !isAlikeForLines(before, order)) lines += MAX_LINES
      known.set(order._id, order)
    }
    return index > 0 && lines > MOST_LINES
  })
  return end < 0 ? changes : changes.slice(0, end)
}
