import type { ClientSession, Connection } from 'mongoose'
import { catalog } from '../../../shared/contract/catalog/catalog.ts'
import type { Difference } from '../../../shared/contract/core/difference.ts'
import { verifyPageIndex } from '../../../shared/database/page-index/verify.ts'
import { inSnapshot } from '../../../shared/database/transaction.ts'
import type { Call } from '../../../shared/messaging/rpc/call.ts'
import type { CallContext } from '../../../shared/process/call-context.ts'
import type { ItemModel } from '../items/item.model.ts'
import { type BookModels, examine, type ItemBooks } from './item-books.ts'
import { compareItemCopies } from './item-copies.ts'

/** Items whose books are read at once. */
const ITEMS_PER_BLOCK = 50

/** How much was compared, and every difference. */
export interface Reconciliation {
  readonly items: number
  readonly lots: number
  readonly levels: number
  readonly transactions: number
  readonly differences: Difference[]
}

type ReconciledModels = BookModels & { readonly items: ItemModel }

/**
 * Compares lots, levels and ledger of every item in one snapshot, a block of items at a time; then page indexes with their records,
 * the catalog's items with their names, and inventory's copies of items with the catalog.
 */
export const createReconcile =
  (connection: Connection, models: ReconciledModels, call: Call) =>
  async (_input: unknown, { deadline, requestId, traceparent }: CallContext): Promise<Reconciliation> => {
    const { differences, ...counts } = await reconcileStock(connection, models, deadline)
    for (const list of Object.values(models.indexedLists))
      differences.push(...(await verifyPageIndex(connection, list, deadline)))
    differences.push(...(await call(catalog.reconcile, {}, { deadline, requestId, traceparent })).differences)
    const copies = await compareItemCopies(models.items, call)
    return { items: copies.items, ...counts, differences: [...differences, ...copies.differences] }
  }

function reconcileStock(
  connection: Connection,
  models: BookModels,
  deadline: number,
): Promise<Omit<Reconciliation, 'items'>> {
  return inSnapshot(connection, deadline, async (session) => {
    const count = { lots: 0, levels: 0, transactions: 0 }
    const differences: Difference[] = []
    const end = (await highestPartNo(models, session)) + 1
    for (let from = 0; from < end; from += ITEMS_PER_BLOCK) {
      for (const ofItem of await readBooks(models, { $gte: from, $lt: from + ITEMS_PER_BLOCK }, session)) {
        count.lots += ofItem.lots.length
        count.levels += ofItem.levels.length
        count.transactions += ofItem.ledger.length
        differences.push(...examine(ofItem))
      }
    }
    return { ...count, differences }
  })
}

async function highestPartNo(
  { lots, ledger, levels, orderLines }: BookModels,
  session: ClientSession,
): Promise<number> {
  const last = [
    (await lots.findOne().sort({ partNo: -1 }).session(session).lean())?.partNo,
    (await ledger.findOne().sort({ partNo: -1 }).session(session).lean())?.partNo,
    (await levels.findOne().sort({ _id: -1 }).session(session).lean())?._id,
    (await orderLines.findOne().sort({ partNo: -1 }).session(session).lean())?.partNo,
  ]
  return Math.max(0, ...last.flatMap((partNo) => partNo ?? []))
}

/** All that is kept of the items in a range. One list after the other: a session reads one cursor at a time. */
async function readBooks(
  models: BookModels,
  range: { $gte: number; $lt: number },
  session: ClientSession,
): Promise<ItemBooks[]> {
  const books = new Map<number, { [K in Exclude<keyof ItemBooks, 'partNo'>]: ItemBooks[K][number][] }>()
  const booksOf = (partNo: number) => {
    const ofItem = books.get(partNo) ?? { lots: [], ledger: [], levels: [], orderLines: [] }
    books.set(partNo, ofItem)
    return ofItem
  }
  const { lots, ledger, levels, orderLines } = models
  for (const lot of await lots.find({ partNo: range }).session(session).lean()) booksOf(lot.partNo).lots.push(lot)
  for (const entry of await ledger.find({ partNo: range }).session(session).lean())
    booksOf(entry.partNo).ledger.push(entry)
  for (const level of await levels.find({ _id: range }).session(session).lean()) booksOf(level._id).levels.push(level)
  for (const line of await orderLines.find({ partNo: range }).session(session).lean())
    booksOf(line.partNo).orderLines.push(line)
  return [...books].map(([partNo, ofItem]) => ({ partNo, ...ofItem }))
}
