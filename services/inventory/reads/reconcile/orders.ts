import type { ClientSession, Connection } from 'mongoose'
import type { Difference } from '../../../../shared/contract/core/difference.ts'
import { groupBy } from '../../../../shared/process/group-by.ts'
import type { OrderFamily, OrderHeader, OrderLine } from '../../documents/kit/find-order.ts'
import { NO_LINES } from '../../documents/kit/order-header.ts'
import { readInBlocks } from '../../records/blocks.ts'
import { type Quantity, type StoredQuantity, toQuantity, ZERO } from '../../records/quantity.ts'
import type { LedgerModel, LedgerRecord } from '../../stock/ledger/ledger.model.ts'
import type { OrderFigure } from '../../stock/levels/level.model.ts'
import { readRenamedNumbers, type ToPresent } from '../../stock/numbers/present-numbers.ts'

/** Orders that are compared in one snapshot. */
const ORDERS_PER_BLOCK = 50

/** The numbers of orders. */
export interface ComparedNumbers {
  /** With those that the orders had before they were renamed, as the ledger keeps these. */
  readonly numbers: readonly string[]
  readonly toPresent: ToPresent
}

/** What of an order must agree. */
interface OrderBooks<H, L, R> {
  /** The header as its lines imply it. It is given without what `addLines` adds. */
  imply(header: H, lines: readonly L[]): Omit<H, 'version'>
  /** What is compared of a header besides warehouses and items. */
  describe(header: Omit<H, 'version'>): string
  /** What else the orders of these numbers are compared with, as of the same moment. */
  readRelated(compared: ComparedNumbers, session: ClientSession): Promise<R>
  examineLines(header: H, lines: readonly L[], related: R): Difference[]
}

/**
 * Compares every order of a kind with its lines, and these with what belongs to them; a line without an order is a difference. The
 * deadline is in milliseconds since 1970.
 */
export async function compareOrders<H extends OrderHeader, L extends OrderLine<F>, F extends string, R>(
  connection: Connection,
  { kind, numberField, ...family }: OrderFamily<H, L, F>,
  { imply, describe, readRelated, examineLines }: OrderBooks<H, L, R>,
  deadline: number,
): Promise<Difference[]> {
  const [headers, lines] = [family.headers.model(connection), family.lines.model(connection)]
  const describeAll = (header: Omit<H, 'version'>) =>
    `${describe(header)}, warehouses ${header.wids.join(', ')}, items ${header.partNos.join(', ')}`
  const differences: Difference[] = []
  const range = { first: '', maxSize: ORDERS_PER_BLOCK }
  const blocks = readInBlocks(connection, deadline, range, async (after, size, session) => {
    const orders = await headers.find().gt('_id', after).sort({ _id: 1 }).limit(size).session(session).lean<H[]>()
    const next = orders.length < size ? undefined : orders.at(-1)?._id
    const ofOrders = lines.find().gt(numberField, after)
    if (next !== undefined) ofOrders.lte(numberField, next)
    const byNumber = groupBy(await ofOrders.session(session).lean<L[]>(), (line): string => line[numberField])
    const { toPresent, withEarlier } = await readRenamedNumbers(connection, session)
    const related = await readRelated({ numbers: withEarlier([...byNumber.keys()]), toPresent }, session)
    const ofBlock = orders.flatMap((header) => {
      const found = byNumber.get(header._id) ?? []
      byNumber.delete(header._id)
      return [
        ...compareValues(
          `${kind} ${header._id}`,
          describeAll(imply({ ...header, ...NO_LINES }, found)),
          describeAll(header),
        ),
        ...examineLines(header, found, related),
      ]
    })
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
  { type, figure, numbers, toPresent }: ComparedNumbers & { type: LedgerRecord['type']; figure: OrderFigure },
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
  const sums = new Map<string, Quantity>()
  for (const { _id, units } of found) {
    const line = `${_id.line}/${toPresent(_id.reference)}`
    sums.set(line, (sums.get(line) ?? ZERO).plus(toQuantity(units)))
  }
  return (number, lineNo) => sums.get(`${lineNo}/${number}`) ?? ZERO
}
