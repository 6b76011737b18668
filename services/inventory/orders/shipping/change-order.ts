import type { Caller } from '../../../../shared/contract/core/access.ts'
import { AppError, validationError } from '../../../../shared/contract/core/errors.ts'
import type { Operation } from '../../../../shared/contract/core/operation.ts'
import { inventory } from '../../../../shared/contract/inventory/inventory.ts'
import type { AllocateInput, ShippingOrderChanges } from '../../../../shared/contract/orders/shipping-inputs.ts'
import type { ShippingOrderDetail } from '../../../../shared/contract/orders/shipping-orders.ts'
import { smaller, toQuantity, ZERO } from '../../../../shared/database/quantity.ts'
import type { DocumentChange } from '../../../../shared/database/versioned-documents.ts'
import type { CallContext } from '../../../../shared/process/call-context.ts'
import type { StockEntry } from '../../engine/effect.ts'
import type { Numbers, StockView } from '../../engine/plan.ts'
import { createDescribeOrder } from '../describe-line.ts'
import { findOrder } from '../find-order.ts'
import { authorizeOrder } from '../order-access.ts'
import { withExpiry } from '../reservations/expire.ts'
import { createStockOperation } from '../stock-operation.ts'
import { createAllocation, reservationsOf, takeOff, toEntry } from './allocate.ts'
import { toDetail } from './describe.ts'
import { changeHeader, changeLine, type LineChange, refuseLine } from './line-state.ts'
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
}

/** What a request does to lines of an order. */
export interface Changes {
  readonly lines: readonly LineChange[]
  readonly entries: readonly StockEntry[]
  /** Changes of reservations and packs. */
  readonly documents: readonly DocumentChange[]
  readonly shipDate?: Date
  readonly tracking?: string | undefined
}

export const sumChanges = (parts: readonly Changes[]): Changes => ({
  lines: parts.flatMap(({ lines }) => lines),
  entries: parts.flatMap(({ entries }) => entries),
  documents: parts.flatMap(({ documents }) => documents),
})

/** An operation that changes the lines of an order, as they are in the transaction. */
export const createChange =
  (parts: ShippingParts) =>
  <I extends { readonly soNo: string }>(
    operation: Operation,
    decide: (order: Order, input: I) => Promise<Changes>,
    authorizeCaller: (caller: Caller | undefined) => void = () => undefined,
  ) =>
    createStockOperation(parts)(operation, async (input: I, { caller }: CallContext) => {
      const { partNos, wids } = await findOrder(parts.connection, shippingFamily, input.soNo, caller)
      authorizeCaller(caller)
      const describe = await createDescribeOrder(parts, partNos, wids)
      const plan = async (stock: StockView, numbers: Numbers) => {
        const header = await stock.documents.get(shippingOrders, input.soNo)
        if (!header) throw new Error(`Shipping order ${input.soNo} is gone`)
        authorizeOrder(header, caller)
        const lines = await stock.documents.find(shippingLines, { soNo: input.soNo })
        const changes = await decide({ header, lines, stock, numbers }, input)
        if (changes.lines.length === 0 && !changes.shipDate)
          return { entries: [], answer: toDetail(header, lines, describe) satisfies ShippingOrderDetail }
        const { shipDate = header.shipDate } = changes
        const after = { ...changeHeader(header, changes.lines, stock.now), shipDate }
        const changed = new Map(changes.lines.map((change) => [change.after.lineNo, change.after]))
        return {
          entries: changes.entries,
          documents: [
            shippingOrders.change(header, after),
            ...changes.lines.map((change) => shippingLines.change(change.before, change.after)),
            ...changes.documents,
          ],
          events: toEvents(header, after, changes.lines, changes.tracking),
          answer: toDetail(
            after,
            lines.map((line) => changed.get(line.lineNo) ?? line),
            describe,
          ),
        }
      }
      return { partNos, plan: withExpiry(partNos, plan) }
    })

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
  if (header.status === 'Closed') throw new AppError('conflict', `Shipping order ${header._id} is closed.`)
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
  before: ShippingLineRecord,
  line: ShippingLineRecord,
  allocateLine: ReturnType<typeof createAllocation>,
): Promise<Changes> {
  const { units, figures, documents } = await allocateLine(line, toQuantity(line.backordered))
  const after = changeLine(line, { committed: units, backordered: units.times(-1) })
  const isChanged = after.allocate !== before.allocate || !toQuantity(after.units).eq(toQuantity(before.units))
  if (units.lte(ZERO)) return { lines: isChanged ? [{ before, after }] : [], entries: [], documents: [] }
  const entries = [await toEntry(line, { type: 'reserve', units, figures }, numbers)]
  return { lines: [{ before, after }], entries, documents }
}

/** Changes the date and quantities: less is taken from what is backordered first, then from what is committed. */
async function update(order: Order, { shipDate, lines = [] }: ShippingOrderChanges): Promise<Changes> {
  const { header, stock, numbers } = order
  const allocateLine = createAllocation(stock, numbers, header.priority)
  const changes: Changes[] = []
  for (const { line, input } of namedLines(order, lines)) {
    const added = toQuantity(input.units).minus(toQuantity(line.units))
    if (added.gt(ZERO)) {
      const grown = changeLine(line, { units: added, backordered: added })
      changes.push(await commit(order, line, grown, allocateLine))
    } else if (added.lt(ZERO)) changes.push(await giveUp(order, line, added.times(-1), 'units'))
  }
  return { ...sumChanges(changes), ...(shipDate !== undefined && { shipDate: new Date(shipDate) }) }
}

/** Gives units of a line up, backordered ones first: they are no longer ordered, or are kept as canceled. */
async function giveUp(
  { stock, numbers }: Order,
  line: ShippingLineRecord,
  units: ReturnType<typeof toQuantity>,
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
