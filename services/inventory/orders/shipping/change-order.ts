import type { Caller } from '../../../../shared/contract/core/access.ts'
import { AppError, validationError } from '../../../../shared/contract/core/errors.ts'
import type { Operation } from '../../../../shared/contract/core/operation.ts'
import { inventory } from '../../../../shared/contract/inventory/inventory.ts'
import type { AllocateInput, ShippingOrderChanges } from '../../../../shared/contract/orders/shipping-inputs.ts'
import type { ShippingOrderDetail } from '../../../../shared/contract/orders/shipping-orders.ts'
import type { CallContext } from '../../../../shared/process/call-context.ts'
import type { StockEntry } from '../../engine/effect.ts'
import type { Numbers, Plan, StockView } from '../../engine/plan.ts'
import { type Quantity, smaller, toQuantity, ZERO } from '../../records/quantity.ts'
import type { DocumentChange } from '../../records/versioned-documents.ts'
import {
  type ChangedLine,
  type ItemsByName,
  requireAtMostMaxLines,
  requireNewLine,
  requireSamePlace,
  withChanges,
} from '../changed-lines.ts'
import { createDescribeOrder } from '../describe-line.ts'
import { findOrder } from '../find-order.ts'
import { authorizeOrder } from '../order-access.ts'
import { requirePrepared } from '../preparation.ts'
import { withExpiry } from '../reservations/expire.ts'
import { resolveLines } from '../resolve-lines.ts'
import { createStockOperation } from '../stock-operation.ts'
import { createAllocation, reservationsOf, takeOff, toEntry } from './allocate.ts'
import { toDetail } from './describe.ts'
import {
  changeHeader,
  changeLine,
  type LineChange,
  refuseLine,
  requireNotClosed,
  toLineWrite,
  toNewLine,
} from './line-state.ts'
import { toEvents } from './shipping-events.ts'
import {
  type ShippingLineRecord,
  type ShippingOrderRecord,
  shippingFamily,
  shippingLines,
  shippingOrders,
} from './shipping-order.model.ts'
import type { ShippingParts } from './shipping-orders.ts'

/** A shipping order in a transaction. */
export interface Order {
  readonly header: ShippingOrderRecord
  readonly lines: readonly ShippingLineRecord[]
  readonly stock: StockView
  readonly numbers: Numbers
  /** The items that lines of the request name. */
  readonly items: ItemsByName
}

/** What a request does to lines of an order. */
export interface Changes {
  readonly lines: readonly LineChange[]
  readonly entries: readonly StockEntry[]
  /** Changes of reservations and packs. */
  readonly documents: readonly DocumentChange[]
  readonly fields?: Partial<Pick<ShippingOrderRecord, 'shipDate' | 'priority'>>
  readonly tracking?: string | undefined
  /** Planned after the change, in its transaction. */
  readonly next?: Plan<unknown>
}

export const sumChanges = (parts: readonly Changes[]): Changes => ({
  lines: parts.flatMap(({ lines }) => lines),
  entries: parts.flatMap(({ entries }) => entries),
  documents: parts.flatMap(({ documents }) => documents),
})

/** What changes of its lines change of an order, and the order afterwards. */
export function toOrderEffect(header: ShippingOrderRecord, changes: Changes, now: Date) {
  const { lines, entries, documents, fields, tracking, next } = changes
  const after = { ...changeHeader(header, lines, now), ...fields }
  const effect = {
    entries,
    documents: [shippingOrders.change(header, after), ...lines.map((change) => toLineWrite(change, now)), ...documents],
    events: toEvents(header, after, lines, tracking),
    next,
  }
  return { after, effect }
}

/** An operation that changes the lines of an order, as they are in the transaction. */
export const createChange =
  (parts: ShippingParts) =>
  <I extends { readonly soNo: string; readonly lines?: readonly ChangedLine[] | undefined }>(
    operation: Operation,
    decide: (order: Order, input: I) => Promise<Changes>,
    authorizeCaller: (caller: Caller | undefined) => void = () => undefined,
  ) =>
    createStockOperation(parts)(operation, async (input: I, context: CallContext) => {
      const { caller } = context
      const known = await findOrder(parts.connection, shippingFamily, input.soNo, caller)
      authorizeCaller(caller)
      const items = await resolveLines(parts, input.lines ?? [], context)
      const partNos = [...new Set([...known.partNos, ...[...items.values()].map(({ _id }) => _id)])]
      const wids = [...known.wids, ...(input.lines ?? []).flatMap(({ warehouse }) => warehouse ?? [])]
      const describe = await createDescribeOrder(parts, partNos, wids)
      const plan = async (stock: StockView, numbers: Numbers) => {
        const header = await stock.documents.get(shippingOrders, input.soNo)
        if (!header) throw new AppError('not_found', `There is no shipping order ${input.soNo}.`)
        authorizeOrder(header, caller)
        requirePrepared(header, partNos, wids)
        const lines = await stock.documents.find(shippingLines, { soNo: input.soNo })
        const changes = await decide({ header, lines, stock, numbers, items }, input)
        const { fields = {} } = changes
        if (changes.lines.length === 0 && Object.keys(fields).length === 0)
          return { entries: [], answer: toDetail(header, lines, describe) satisfies ShippingOrderDetail }
        const { after, effect } = toOrderEffect(header, changes, stock.now)
        return { ...effect, answer: toDetail(after, withChanges(lines, changes.lines), describe) }
      }
      return { partNos, plan: withExpiry(partNos, plan) }
    })

type AllocateLine = ReturnType<typeof createAllocation>

/** The lines that a request names, each with what it says. Throws 400 for a number that the order does not have. */
export function namedLines<T extends { readonly lineNo: number }>(order: Order, named: readonly T[]) {
  return named.map((input, index) => {
    const line = order.lines.find(({ lineNo }) => lineNo === input.lineNo)
    const field = `lines[${index}].lineNo`
    if (!line) throw validationError({ [field]: [`The field ${field} must name a line of the order.`] })
    return { line, input }
  })
}

/** Allocates what is backordered, as far as there is stock. Lines that were not to be allocated are from now on. */
export async function allocate(order: Order, { lines }: AllocateInput): Promise<Changes> {
  const { header, stock, numbers } = order
  requireNotClosed(header)
  const wanted = lines ? namedLines(order, lines).map(({ line }) => line) : order.lines
  const allocateLine = createAllocation(stock, numbers, header.priority)
  const changes: Changes[] = []
  for (const before of wanted) {
    if (toQuantity(before.backordered).lte(ZERO)) continue
    const line = { ...before, allocate: before.allocate === 'none' ? ('soft' as const) : before.allocate }
    changes.push(await commit(order, before, line, allocateLine))
  }
  return sumChanges(changes)
}

async function commit(
  { numbers }: Order,
  before: ShippingLineRecord | undefined,
  line: LineChange['after'],
  allocateLine: AllocateLine,
): Promise<Changes> {
  const { units, figures, documents } = await allocateLine(line, toQuantity(line.backordered))
  const after = changeLine(line, { committed: units, backordered: units.times(-1) })
  const isChanged =
    !before || after.allocate !== before.allocate || !toQuantity(after.units).eq(toQuantity(before.units))
  if (units.lte(ZERO)) return { lines: isChanged ? [{ before, after }] : [], entries: [], documents: [] }
  const entries = [await toEntry(line, { type: 'reserve', units, figures }, numbers)]
  return { lines: [{ before, after }], entries, documents }
}

/**
 * Changes date, priority and quantities, and adds lines, allocated as the order's others are. Less is taken from what is backordered
 * first, then from what is committed.
 */
async function update(order: Order, { shipDate, priority, lines = [] }: ShippingOrderChanges): Promise<Changes> {
  const { header, stock, numbers, items } = order
  requireNotClosed(header)
  const byNumber = new Map(order.lines.map((line) => [line.lineNo, line]))
  requireAtMostMaxLines(order.lines.length + lines.filter(({ lineNo }) => !byNumber.has(lineNo)).length)
  const allocateLine = createAllocation(stock, numbers, priority ?? header.priority)
  const allocation = order.lines.find((line) => line.allocate !== 'none')?.allocate ?? 'none'
  const changes: Changes[] = []
  for (const [index, input] of lines.entries()) {
    const line = byNumber.get(input.lineNo)
    if (line) {
      requireSamePlace(line, input, index, items)
      if (input.units !== undefined) changes.push(await changeUnits(order, line, toQuantity(input.units), allocateLine))
    } else {
      const { place, units } = requireNewLine(input, index, items)
      const added = toNewLine(header._id, input.lineNo, units, place, allocation)
      changes.push(await commit(order, undefined, added, allocateLine))
    }
  }
  const fields = {
    ...(shipDate !== undefined && { shipDate: new Date(shipDate) }),
    ...(priority !== undefined && { priority }),
  }
  return { ...sumChanges(changes), fields }
}

async function changeUnits(order: Order, line: ShippingLineRecord, units: Quantity, allocateLine: AllocateLine) {
  const added = units.minus(toQuantity(line.units))
  if (added.eq(ZERO)) return sumChanges([])
  if (added.lt(ZERO)) return giveUp(order, line, added.times(-1), 'units')
  return commit(order, line, changeLine(line, { units: added, backordered: added }), allocateLine)
}

/** Gives units of a line up, backordered ones first: they are no longer ordered, or are kept as canceled. */
async function giveUp(
  { stock, numbers }: Order,
  line: ShippingLineRecord,
  units: Quantity,
  as: 'units' | 'canceled',
): Promise<Changes> {
  const ofBackorder = smaller(toQuantity(line.backordered), units)
  const ofCommitted = units.minus(ofBackorder)
  const fixed = toQuantity(line.units).minus(toQuantity(line.backordered)).minus(toQuantity(line.committed))
  if (ofCommitted.gt(toQuantity(line.committed)))
    throw refuseLine(line, `${fixed.toFixed()} units are shipped, packed or canceled`)
  const after = changeLine(line, {
    backordered: ofBackorder.times(-1),
    committed: ofCommitted.times(-1),
    [as]: as === 'units' ? units.times(-1) : units,
  })
  if (ofCommitted.eq(ZERO)) return { lines: [{ before: line, after }], entries: [], documents: [] }
  const released = takeOff(await reservationsOf(line, stock), ofCommitted, stock.now, 'Released')
  const entry = await toEntry(line, { type: 'unreserve', units: ofCommitted, figures: released.figures }, numbers)
  return { lines: [{ before: line, after }], entries: [entry], documents: released.documents }
}

async function cancel(order: Order): Promise<Changes> {
  const { header, lines } = order
  if (lines.some(({ packed }) => toQuantity(packed).gt(ZERO)))
    throw new AppError('conflict', `Shipping order ${header._id} has packed units.`)
  const changes: Changes[] = []
  for (const line of lines) {
    const open = toQuantity(line.backordered).plus(toQuantity(line.committed))
    if (open.gt(ZERO)) changes.push(await giveUp(order, line, open, 'canceled'))
  }
  return sumChanges(changes)
}

export function createChangeOrder(parts: ShippingParts) {
  const change = createChange(parts)
  return {
    update: change(inventory.updateShippingOrder, update),
    allocate: change(inventory.allocateShippingOrder, allocate),
    cancel: change(inventory.cancelShippingOrder, cancel),
  }
}
