import type { TransitStep } from '../../../shared/contract/transits/transit-records.ts'
import type { OutgoingEvent } from '../../../shared/messaging/events/outbox.ts'
import { byLineNo } from '../orders/describe-line.ts'
import { toNumber, toQuantity, ZERO } from '../records/quantity.ts'
import { isEnded, type Line } from './line-state.ts'
import type { TransitRecord } from './transit.model.ts'

/** A line before and after a request; one that is shipped has no `before`. */
export interface LineChange {
  readonly before: Line | undefined
  readonly after: Line
}

const figures = ['shipped', 'accepted', 'rejected', 'returned', 'lost'] as const
type Figure = (typeof figures)[number]

/** What each event tells, by the figures of a line that grow. */
const steps = [
  ['transit.shipped', ['shipped']],
  ['transit.received', ['accepted', 'rejected']],
  ['transit.returned', ['returned']],
] as const

/** The events of a change of a transit's lines, for the clients of both ends. The last one is `transit.closed`. */
export function toEvents(
  header: Omit<TransitRecord, 'version'>,
  changes: readonly LineChange[],
  reasonCode: number | null = null,
): OutgoingEvent[] {
  const { _id: slip, wid, shipToWid, wids, status, modified } = header
  const inOrder = changes.toSorted((one, other) => byLineNo(one.after, other.after))
  const toPayload = (told: readonly LineChange[]) => ({
    at: modified.toISOString(),
    wids: [...wids],
    data: { slip, wid, shipToWid, status, reasonCode, lines: told.map(toStepLine) },
  })
  const ofLines = steps.flatMap(([subject, grown]): OutgoingEvent[] => {
    const told = inOrder.filter((change) => grown.some((figure) => gain(change, figure).gt(ZERO)))
    return told.length === 0 ? [] : [{ subject, payload: toPayload(told) }]
  })
  const lost = inOrder.filter((change) => gain(change, 'lost').gt(ZERO))
  return isEnded(status) ? [...ofLines, { subject: 'transit.closed', payload: toPayload(lost) }] : ofLines
}

const gain = ({ before, after }: LineChange, figure: Figure) =>
  toQuantity(after[figure]).minus(before ? toQuantity(before[figure]) : ZERO)

function toStepLine(change: LineChange): TransitStep['lines'][number] {
  const { lineNo, shortID, inTransit } = change.after
  const unitsOf = (figure: Figure) => toNumber(gain(change, figure))
  return {
    lineNo,
    shortID,
    shipped: unitsOf('shipped'),
    accepted: unitsOf('accepted'),
    rejected: unitsOf('rejected'),
    returned: unitsOf('returned'),
    lost: unitsOf('lost'),
    inTransit: toNumber(inTransit),
  }
}
