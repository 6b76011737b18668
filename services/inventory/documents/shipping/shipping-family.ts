import { requiringAll } from '../../../../shared/contract/notifications/changes.ts'
import { ShippingOrder } from '../../../../shared/contract/orders/shipping-orders.ts'
import { EARLIEST } from '../../../../shared/database/page-index/indexed-list.ts'
import type { OutgoingEvent } from '../../../../shared/messaging/events/outbox.ts'
import { namesOf } from '../../../../shared/names/families.ts'
import { type Quantity, toNumber, toQuantity, toStored, ZERO } from '../../../../shared/quantity.ts'
import { customers } from '../../masters/party.model.ts'
import { toDates, toLinePayload } from '../kit/document-events.ts'
import { byLineNo, type Family, type LineChange, type Unversioned } from '../kit/family/family.ts'
import { createResults } from '../kit/family/results.ts'
import {
  type ShippingLineRecord,
  type ShippingOrderRecord,
  shippingLineId,
  shippingLines,
  shippingOrders,
} from './shipping-order.model.ts'
import { isOpen, isStarted, openUnits, unitStates } from './shipping-order-line.ts'

/** What the events of a step include: the tracking number of a shipment, or why units are backordered. */
interface Included {
  readonly tracking?: string | undefined
  readonly reason?: string
}

export const toShippingOrder = createResults<typeof ShippingOrder, Unversioned<ShippingOrderRecord>>(ShippingOrder, {
  soNo: '_id',
})

/** Orders of customers (docs/orders.md#shipping-orders). What is committed and packed of them are reservations and packs. */
export const shippingFamily: Family<ShippingOrderRecord, ShippingLineRecord, Included> = {
  ...namesOf('shippingOrder'),
  headers: shippingOrders,
  lines: shippingLines,
  lineId: shippingLineId,
  linesAreDated: true,
  list: {
    name: 'shippingOrderPageIndex',
    collection: 'shippingOrders',
    keyField: 'orderDate',
    sectionFields: ['status', 'customerNo', 'wids'],
    lowestKey: EARLIEST,
    dueField: 'shipDate',
    sortable: Object.keys(ShippingOrder.shape),
    storedAs: { soNo: '_id' },
    warehouses: { fields: ['wids'], seenBy: 'every' },
  },
  touches: 'claims',
  found: { nameOf: ({ customer }) => customer, party: { of: customers, field: 'customerNo' } },
  atp: {
    where: { backordered: { $gt: toStored(ZERO) } },
    unitsOf: ({ backordered }) => toQuantity(backordered),
    dateOf: ({ shipDate }) => shipDate,
  },
  counts: { openLines: isOpen, startedLines: isStarted },
  statusOf({ openLines, startedLines }) {
    if (openLines === 0) return 'Closed'
    return startedLines > 0 ? 'Partial' : 'Open'
  },
  conserved: { whole: 'units', terms: unitStates },
  entered: { figure: 'packed', types: { shipped: { issue: 1 } } },
  payloadOf: ({ _id: number, version, customer: party, orderDate, shipDate }) => ({
    orders: [{ family: 'shipping', number, version, party, ...toDates(orderDate, shipDate) }],
  }),
  payloadOfLine: (line) => ({
    lines: [
      {
        family: 'shipping',
        ...toLinePayload(shippingFamily, line),
        units: toNumber(line.units),
        done: toNumber(line.shipped),
        open: toNumber(openUnits(line)),
        backordered: toNumber(line.backordered),
        lost: line.lost ? toNumber(line.lost) : 0,
        price: null,
      },
    ],
  }),
  events: toEvents,
}

type Change = LineChange<ShippingLineRecord>

const gain = ({ before, after }: Change, state: 'committed' | 'packed' | 'shipped' | 'backordered'): Quantity =>
  toQuantity(after[state]).minus(before ? toQuantity(before[state]) : ZERO)

/** What happens to the units of a line, by the place that has more of them afterwards; unpacked ones are not allocated. */
const steps = [
  ['shippingOrder.allocated', (change: Change) => (gain(change, 'packed').lt(ZERO) ? ZERO : gain(change, 'committed'))],
  ['shippingOrder.packed', (change: Change) => gain(change, 'packed')],
  ['shippingOrder.shipped', (change: Change) => gain(change, 'shipped')],
] as const

function toEvents(
  before: ShippingOrderRecord | undefined,
  after: Unversioned<ShippingOrderRecord>,
  changes: readonly Change[],
  { tracking = null, reason }: { readonly tracking?: string | null | undefined; readonly reason?: string } = {},
): OutgoingEvent[] {
  const { _id: soNo, status, modified, wids } = after
  const about = { at: modified.toISOString(), wids: requiringAll(wids) }
  const order = { ...about, data: toShippingOrder(after) }
  const inOrder = changes.toSorted((one, other) => byLineNo(one.after, other.after))
  const toLines = (unitsOf: (change: Change) => Quantity) =>
    inOrder.flatMap((change) => {
      const units = unitsOf(change)
      const { lineNo, shortID, wid: warehouse } = change.after
      return units.gt(ZERO) ? [{ lineNo, shortID, warehouse, units: toNumber(units) }] : []
    })
  const events: OutgoingEvent[] = before ? [] : [{ subject: 'shippingOrder.created', payload: order }]
  for (const [subject, unitsOf] of steps) {
    const lines = toLines(unitsOf)
    const included = { soNo, status, tracking: subject === 'shippingOrder.shipped' ? tracking : null, lines }
    if (lines.length > 0) events.push({ subject, payload: { ...about, data: included } })
  }
  if (reason !== undefined) {
    const included = { soNo, status, tracking: null, reason, lines: toLines((change) => gain(change, 'backordered')) }
    events.push({ subject: 'shippingOrder.backordered', payload: { ...about, data: included } })
  }
  if (status === 'Closed' && before?.status !== 'Closed')
    events.push({ subject: 'shippingOrder.closed', payload: order })
  return events
}
