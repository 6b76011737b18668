import type { ClientSession, Connection } from 'mongoose'
import { catalog } from '../../../../shared/contract/catalog/catalog.ts'
import type { Difference } from '../../../../shared/contract/core/difference.ts'
import type { Output } from '../../../../shared/contract/core/operation.ts'
import type { inventory } from '../../../../shared/contract/inventory/inventory.ts'
import { verifyPageIndex } from '../../../../shared/database/page-index/verify.ts'
import type { Call } from '../../../../shared/messaging/rpc/call.ts'
import { compareNaturally } from '../../../../shared/names/natural-order.ts'
import type { CallContext } from '../../../../shared/process/call-context.ts'
import { foreignOrders, type OrderLineRecord } from '../../documents/foreign/order-line.model.ts'
import { type NumberedKind, withArticle } from '../../documents/kit/order-number.ts'
import type { FigureOfItem, RegisteredFamily } from '../../documents/kit/register-family.ts'
import type { Models } from '../../models.ts'
import { readInBlocks } from '../../records/queries.ts'
import type { OpenFigure } from '../../stock/levels/figures.ts'
import type { ReorderPointRecord } from '../../stock/reorder-points.ts'
import { type PackRecord, toOpenFigure } from '../../stock/reservations/records/pack.model.ts'
import type { ReservationRecord } from '../../stock/reservations/records/reservation.model.ts'
import { examine, findNegative, type ItemBooks } from './item-books.ts'
import { compareItemCopies } from './item-copies.ts'
import { compareLots, findMissingLots } from './lot-histories.ts'

/** Part numbers whose books are read in one snapshot. */
const ITEMS_PER_BLOCK = 100

/** How much was compared, and every difference. */
type Reconciliation = Output<typeof inventory.reconcile>
type Negative = NonNullable<Reconciliation['negative']>[number]

/**
 * Compares lots and levels of every item with the ledger, in many short snapshots; then page indexes with their records, the
 * catalog's items with their names, and inventory's copies of items with the catalog.
 */
export const createReconcile =
  (
    connection: Connection,
    models: Models,
    families: readonly RegisteredFamily[],
    numberedKinds: readonly NumberedKind[],
    call: Call,
  ) =>
  async (_input: unknown, { deadline, requestId, traceparent }: CallContext): Promise<Reconciliation> => {
    const { lots, ...ofLots } = await compareLots(connection, models, deadline)
    const { transactions, ...ofLedger } = await findMissingLots(connection, models, deadline)
    const { levels, negative, ...ofItems } = await compareLevels(connection, models, families, deadline)
    const differences = [ofLots, ofLedger, ofItems].flatMap((compared) => compared.differences)
    for (const { compare } of families) differences.push(...(await compare(connection, models.ledger, deadline)))
    differences.push(...(await compareOrderNumbers(connection, numberedKinds, deadline)))
    for (const list of [...Object.values(models.indexedLists), ...Object.values(models.documentLists)])
      differences.push(...(await verifyPageIndex(connection, list, deadline)))
    differences.push(...(await call(catalog.reconcile, {}, { deadline, requestId, traceparent })).differences)
    const copies = await compareItemCopies(models.items, call)
    const counted = { items: copies.items, lots, levels, transactions }
    return { ...counted, differences: inOrder([...differences, ...copies.differences]), negative }
  }

/** Sorts by name: the database returns records in any order, and two reports of the same differences must be equal. */
const inOrder = (differences: readonly Difference[]) =>
  differences.toSorted((one, other) => compareNaturally(one.what, other.what))

/** The levels of every item must be what its lots and order lines add up to. */
async function compareLevels(
  connection: Connection,
  models: Models,
  families: readonly RegisteredFamily[],
  deadline: number,
) {
  const differences: Difference[] = []
  const negative: Negative[] = []
  let count = 0
  const last = await highestPartNo(models)
  const blocks = readInBlocks(
    connection,
    deadline,
    { first: 0, maxSize: ITEMS_PER_BLOCK },
    async (after, size, session) => {
      const next = after + size
      const books = await readBooks(connection, models, families, { $gt: after, $lte: next }, session)
      return { books, next: next < last ? next : undefined }
    },
  )
  for await (const { books } of blocks) {
    count += books.filter(({ levels }) => levels.length > 0).length
    const found = books.flatMap(findNegative)
    negative.push(...found.map((one) => one.level))
    differences.push(...books.flatMap(examine), ...found.flatMap((one) => one.differences))
  }
  return { levels: count, differences, negative }
}

async function highestPartNo({ lots, ledger, levels, orderLines, reorderPoints }: Models): Promise<number> {
  const last = [
    (await lots.findOne().sort({ partNo: -1 }).lean())?.partNo,
    (await ledger.findOne().sort({ partNo: -1 }).lean())?.partNo,
    (await levels.findOne().sort({ _id: -1 }).lean())?._id,
    (await orderLines.findOne().sort({ partNo: -1 }).lean())?.partNo,
    (await reorderPoints.findOne().sort({ partNo: -1 }).lean())?.partNo,
  ]
  return Math.max(0, ...last.flatMap((partNo) => partNo ?? []))
}

type Books = { [K in Exclude<keyof ItemBooks, 'partNo'>]: ItemBooks[K][number][] }

/** The books of the items in a range; the database adds up lots and ledger. A session reads one list after the other. */
async function readBooks(
  connection: Connection,
  models: Models,
  families: readonly RegisteredFamily[],
  range: { $gt: number; $lte: number },
  session: ClientSession,
): Promise<ItemBooks[]> {
  const { lots, ledger, levels, reorderPoints } = models
  const books = new Map<number, Books>()
  const booksOf = (partNo: number) => {
    const ofItem = books.get(partNo) ?? { stock: [], figures: [], levels: [], open: [], points: [] }
    books.set(partNo, ofItem)
    return ofItem
  }
  const ofItems = { $match: { partNo: range } }
  const units = { $sum: '$units' }
  const stock = lots.aggregate<Grouped<Books['stock']>>([
    { $match: { partNo: range, transit: null } },
    { $group: { _id: { partNo: '$partNo', wid: '$wid', hold: '$hold' }, units } },
  ])
  for (const { _id, units } of await stock.session(session)) booksOf(_id.partNo).stock.push({ ..._id, units })
  const figures = ledger.aggregate<Grouped<Books['figures']>>([
    ofItems,
    { $unwind: '$figures' },
    { $replaceWith: { $mergeObjects: [{ partNo: '$partNo' }, '$figures'] } },
    {
      $group: {
        _id: { partNo: '$partNo', figure: '$figure', wid: '$wid', reference: '$reference', line: '$line' },
        units,
      },
    },
  ])
  for (const { _id, units } of await figures.session(session)) booksOf(_id.partNo).figures.push({ ..._id, units })
  for (const level of await levels.find({ _id: range }).session(session).lean()) booksOf(level._id).levels.push(level)
  const points = await reorderPoints.find({ partNo: range }).session(session).lean<ReorderPointRecord[]>()
  for (const point of points) booksOf(point.partNo).points.push(point)
  for (const { partNo, carried, ...open } of await readOpenFigures(connection, models, families, range, session)) {
    const { open: found, figures } = booksOf(partNo)
    found.push(open)
    if (carried) figures.push({ ...open, figure: open.kind, units: carried })
  }
  return [...books]
    .map(([partNo, ofItem]) => ({ partNo, ...ofItem }))
    .toSorted((one, other) => one.partNo - other.partNo)
}

/** A sum of units, by all that tells one sum from another. */
interface Grouped<T extends readonly { readonly units: unknown }[]> {
  readonly _id: Omit<T[number], 'units'> & { readonly partNo: number }
  readonly units: T[number]['units']
}

/** What counts in the figures of the items in a range besides lots. */
async function readOpenFigures(
  connection: Connection,
  { orderLines, reservations, packs }: Models,
  families: readonly RegisteredFamily[],
  partNo: { readonly $gt: number; readonly $lte: number },
  session: ClientSession,
): Promise<(OpenFigure & Pick<OrderLineRecord, 'partNo' | 'carried'>)[]> {
  const ofOrderSystems = await orderLines.find({ partNo }).session(session).lean<OrderLineRecord[]>()
  const ofFamilies: FigureOfItem[] = []
  for (const { readFigures } of families) ofFamilies.push(...(await readFigures(connection, { partNo }, session)))
  const reserved = await reservations.find({ partNo, state: 'Active' }).session(session).lean<ReservationRecord[]>()
  const packed = await packs.find({ partNo }).session(session).lean<PackRecord[]>()
  return [
    ...ofOrderSystems.map((line) => ({ ...line, reservedBy: 'otherSystem' as const })),
    ...ofFamilies,
    ...reserved.map(({ remaining: units, line, ...record }) => ({
      ...record,
      kind: 'committed' as const,
      line: line ?? 0,
      units,
      ...(!record.ofOrder && { reservedBy: 'reservation' as const }),
    })),
    ...packed.map(toOpenFigure),
  ]
}

/** Numbers that are compared in one snapshot. */
const NUMBERS_PER_BLOCK = 500

/**
 * A number must belong to one order, transit or count, or to another order system; versions before 1.2 did not see to
 * that over all kinds.
 */
export async function compareOrderNumbers(
  connection: Connection,
  kinds: readonly NumberedKind[],
  deadline: number,
): Promise<Difference[]> {
  const differences: Difference[] = []
  for (const [index, { kind, findAfter }] of kinds.entries()) {
    const others = [...kinds.slice(index + 1), foreignOrders]
    const range = { first: '', maxSize: NUMBERS_PER_BLOCK }
    const blocks = readInBlocks(connection, deadline, range, async (after, size, session) => {
      const numbers = await findAfter(connection, after, size, session)
      const found = []
      for (const other of others)
        for (const number of await other.findTaken(connection, numbers, session))
          found.push({ what: `number ${number}`, expected: `one ${kind}`, found: `${withArticle(other.kind)} too` })
      return { next: numbers.length < size ? undefined : numbers.at(-1), found }
    })
    for await (const { found } of blocks) differences.push(...found)
  }
  return differences
}
