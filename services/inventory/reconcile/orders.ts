import type { ClientSession, Connection } from 'mongoose'
import type { Difference } from '../../../shared/contract/core/difference.ts'
import { type Quantity, type StoredQuantity, toQuantity, ZERO } from '../../../shared/database/quantity.ts'
import { groupBy } from '../../../shared/process/group-by.ts'
import type { LedgerModel, LedgerRecord } from '../ledger/ledger.model.ts'
import type { OrderFigure } from '../levels/level.model.ts'
import { readInBlocks } from './blocks.ts'

/** Orders that are compared in one snapshot. */
const ORDERS_PER_BLOCK = 50

/** Matches the numbers of the orders of one block. */
interface NumberRange {
  readonly $gt: string
  readonly $lte?: string
}

/** One kind of orders: where headers and lines are, and what of an order must agree. */
interface OrderFamily<H, L, R> {
  readonly kind: string
  /** Reads the first orders of a range by number. */
  readHeaders(numbers: NumberRange, size: number, session: ClientSession): Promise<H[]>
  readLines(numbers: NumberRange, session: ClientSession): Promise<L[]>
  numberOf(line: L): string
  /** What else the orders of these numbers are compared with, as of the same moment. */
  readRelated(numbers: readonly string[], session: ClientSession): Promise<R>
  examine(header: H, lines: readonly L[], related: R): Difference[]
}

/** Compares every order with its lines; a line without an order is a difference. The deadline is in milliseconds since 1970. */
export async function compareOrders<H extends { readonly _id: string }, L, R>(
  connection: Connection,
  { kind, readHeaders, readLines, numberOf, readRelated, examine }: OrderFamily<H, L, R>,
  deadline: number,
): Promise<Difference[]> {
  const differences: Difference[] = []
  const range = { first: '', maxSize: ORDERS_PER_BLOCK }
  const blocks = readInBlocks(connection, deadline, range, async (after, size, session) => {
    const headers = await readHeaders({ $gt: after }, size, session)
    const next = headers.length < size ? undefined : headers.at(-1)?._id
    const lines = await readLines({ $gt: after, ...(next !== undefined && { $lte: next }) }, session)
    const byNumber = groupBy(lines, numberOf)
    const related = await readRelated([...byNumber.keys()], session)
    const ofBlock = headers.flatMap((header) => examine(header, byNumber.get(header._id) ?? [], related))
    for (const { _id } of headers) byNumber.delete(_id)
    for (const [number, { length }] of byNumber)
      ofBlock.push({ what: `${kind} ${number}`, expected: `an order of ${length} lines`, found: 'nothing' })
    return { next, ofBlock }
  })
  for await (const { ofBlock } of blocks) differences.push(...ofBlock)
  return differences
}

/** The difference between what a record says and what it should say; none if they are equal. */
export const compareValues = (what: string, expected: string, found: string): Difference[] =>
  expected === found ? [] : [{ what, expected, found }]

export const compareUnits = (what: string, expected: Quantity, found: StoredQuantity): Difference[] =>
  compareValues(what, expected.toFixed(), toQuantity(found).toFixed())

/** Units of the ledger's entries of one type that changed a figure of order lines, by order and line. */
export async function sumEntries(
  ledger: LedgerModel,
  { type, figure, numbers }: { type: LedgerRecord['type']; figure: OrderFigure; numbers: readonly string[] },
  session: ClientSession,
): Promise<(number: string, lineNo: number) => Quantity> {
  const found = await ledger
    .aggregate<{ readonly _id: { readonly reference: string; readonly line: number }; readonly units: StoredQuantity }>(
      [
        { $match: { reference: { $in: [...numbers] }, type } },
        { $unwind: '$figures' },
        { $match: { 'figures.figure': figure } },
        { $group: { _id: { reference: '$figures.reference', line: '$figures.line' }, units: { $sum: '$units' } } },
      ],
    )
    .session(session)
  const sums = new Map(found.map(({ _id, units }) => [`${_id.line}/${_id.reference}`, toQuantity(units)]))
  return (number, lineNo) => sums.get(`${lineNo}/${number}`) ?? ZERO
}
