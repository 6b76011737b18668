import type { OrderLinePayload, OrderPayload } from '../../../../shared/contract/notifications/document-payload.ts'
import { type Quantity, toQuantity, toStored, ZERO } from '../../../../shared/quantity.ts'
import {
  type OrderLineDecimal,
  type OrderLineRecord,
  type OrderRecord,
  orderLineDecimals,
} from '../records/order-line.model.ts'
import { readQuantities, storeQuantities } from '../records/sparse-quantities.ts'

/** A line of an order after a change. */
export interface OrderLineState
  extends Omit<OrderLineRecord, '_id' | OrderLineDecimal | 'price' | 'isOpen'>,
    Readonly<Record<OrderLineDecimal, Quantity>> {
  readonly price: Quantity | null
}

type StateTime = Pick<OrderLineState, 'sequence' | 'at'>

export const lineIdOf = ({ number, lineNo }: Pick<OrderLineState, 'number' | 'lineNo'>) => `${number}/${lineNo}`

export function toOrderLineState({ _id, price, isOpen: _, ...record }: OrderLineRecord): OrderLineState {
  return { ...record, ...readQuantities(record, orderLineDecimals), price: price && toQuantity(price) }
}

export function fromOrderLineState(state: OrderLineState, _id: string): OrderLineRecord {
  const { units, done, open, backordered, lost, moved, price, ...others } = state
  const quantities = storeQuantities({ units, done, open, backordered, lost, moved }, orderLineDecimals)
  return { ...others, ...quantities, _id, price: price && toStored(price), isOpen: open.gt(ZERO) }
}

/** The state of a line after its order has changed. */
export const withOrder = (line: OrderLineState, order: OrderRecord, time: StateTime): OrderLineState => ({
  ...line,
  ...ofOrder(order),
  ...time,
  moved: ZERO,
})

/** Whether orders, or what lines have of them, are the same for their lines. */
export const isAlikeForLines = (one: OfOrder, other: OfOrder) =>
  one.party === other.party &&
  one.ordered?.getTime() === other.ordered?.getTime() &&
  one.due?.getTime() === other.due?.getTime()

type OfOrder = Pick<OrderLineState, 'party' | 'ordered' | 'due'>

/** What a line has of its order. */
const ofOrder = (order: OrderRecord | undefined) => ({
  party: order?.party ?? '',
  ordered: order?.ordered ?? null,
  due: order?.due ?? null,
})

export const toOrderRecord = ({ family, number, version, party, ordered, due }: OrderPayload): OrderRecord => ({
  _id: `${family}/${number}`,
  version,
  party,
  ordered: new Date(ordered),
  due: due === null ? null : new Date(due),
})

/** The state of a line after a change. A line that is gone has no units. */
export function nextOrderLine(
  before: OrderLineState | undefined,
  line: OrderLinePayload,
  order: OrderRecord | undefined,
  time: StateTime,
): OrderLineState {
  const { number, lineNo, version, removed, partNo, wid, price, lost = 0, backordered = 0 } = line
  const unitsOf = (units: number) => (removed ? ZERO : toQuantity(units))
  const done = unitsOf(line.done)
  const waits = unitsOf(backordered).gt(ZERO)
  return {
    number,
    lineNo,
    partNo,
    wid,
    ...time,
    version,
    ...ofOrder(order),
    units: unitsOf(line.units),
    done,
    open: unitsOf(line.open),
    backordered: unitsOf(backordered),
    lost: unitsOf(lost),
    moved: done.minus(before?.done ?? ZERO),
    price: price === null ? null : toQuantity(price),
    waitingSince: waits ? (before?.waitingSince ?? time.at) : null,
    ...(removed && { removed: true }),
  }
}
