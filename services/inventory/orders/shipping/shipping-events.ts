import { requiringAll } from '../../../../shared/contract/notifications/changes.ts'
import type { OutgoingEvent } from '../../../../shared/messaging/events/outbox.ts'
import { type Quantity, toNumber, toQuantity, ZERO } from '../../records/quantity.ts'
import { byLineNo } from '../describe-line.ts'
import { toShippingOrder } from './describe.ts'
import type { LineChange } from './line-state.ts'
import type { ShippingOrderRecord } from './shipping-order.model.ts'

type Header = Omit<ShippingOrderRecord, 'version'>
type Place = 'committed' | 'packed' | 'shipped'

/** What happens to the units of a line, by the place that has more of them afterwards. */
const steps = [
  [
    'shippingOrder.allocated',
    (change: LineChange) => (gain(change, 'packed').lt(ZERO) ? ZERO : gain(change, 'committed')),
  ],
  ['shippingOrder.packed', (change: LineChange) => gain(change, 'packed')],
  ['shippingOrder.shipped', (change: LineChange) => gain(change, 'shipped')],
] as const

const gain = ({ before, after }: LineChange, place: Place): Quantity =>
  toQuantity(after[place]).minus(before ? toQuantity(before[place]) : ZERO)

/** The events of a change of an order's lines; one that is created has no `before`. */
export function toEvents(
  before: Header | undefined,
  after: Header,
  changes: readonly LineChange[],
  tracking?: string,
): OutgoingEvent[] {
  const about = { at: after.modified.toISOString(), wids: requiringAll(after.wids) }
  const order = { ...about, data: toShippingOrder(after) }
  const inOrder = changes.toSorted((one, other) => byLineNo(one.after, other.after))
  const ofLines = steps.flatMap(([subject, unitsOf]): OutgoingEvent[] => {
    const lines = inOrder.flatMap((change) => {
      const units = unitsOf(change)
      const { lineNo, shortID, wid: warehouse } = change.after
      return units.gt(ZERO) ? [{ lineNo, shortID, warehouse, units: toNumber(units) }] : []
    })
    if (lines.length === 0) return []
    const { _id: soNo, status } = after
    const shipped = subject === 'shippingOrder.shipped' ? tracking : undefined
    return [{ subject, payload: { ...about, data: { soNo, status, tracking: shipped ?? null, lines } } }]
  })
  const isClosed = after.status === 'Closed' && before?.status !== 'Closed'
  return [
    ...(before ? [] : [{ subject: 'shippingOrder.created' as const, payload: order }]),
    ...ofLines,
    ...(isClosed ? [{ subject: 'shippingOrder.closed' as const, payload: order }] : []),
  ]
}
