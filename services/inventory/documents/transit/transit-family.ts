import { authorizeWarehouses, type Caller } from '../../../../shared/contract/core/access.ts'
import {
  type TransitLine as LineResult,
  Transit,
  type TransitDetail,
  type TransitStep,
} from '../../../../shared/contract/documents/transit-records.ts'
import type { OutgoingEvent } from '../../../../shared/messaging/events/outbox.ts'
import { namesOf } from '../../../../shared/names/families.ts'
import { toNumber, toQuantity, toStored, ZERO } from '../../../../shared/quantity.ts'
import type { ItemRecord } from '../../masters/item.model.ts'
import { compareLots } from '../../stock/lots/choose-lots.ts'
import { showExpiry } from '../../stock/lots/expiry.ts'
import type { Lot } from '../../stock/lots/lot.model.ts'
import { byLineNo, type Family, type LineChange, type Unversioned } from '../kit/family/family.ts'
import { createResults } from '../kit/family/results.ts'
import {
  type TransitLine,
  type TransitLineRecord,
  type TransitRecord,
  toTransitStatus,
  transitLineId,
  transitLines,
  transits,
  UNDER_WAY,
  unitStates,
} from './transit.model.ts'

/** The end of a transit whose client may change it. */
type End = 'wid' | 'shipToWid'
type Header = Unversioned<TransitRecord>

export const toTransit = createResults<typeof Transit, Header>(Transit, { slip: '_id' })

/** Throws 403 unless that end is in the caller's warehouses. */
export const authorizeEnd = (end: End) => (header: Pick<Header, End>, caller: Caller | undefined) =>
  authorizeWarehouses({ access: 'client', effect: 'write', warehouses: ['wid'] }, { wid: header[end] }, caller)

/** Stock on its way between warehouses: what is in transit counts in the destination's aSN (docs/transits.md). */
export const transitFamily: Family<TransitRecord, TransitLineRecord, { readonly reasonCode?: number }> = {
  ...namesOf('transit'),
  headers: transits,
  lines: transitLines,
  lineId: transitLineId,
  list: {
    name: 'transitPageIndex',
    collection: 'transits',
    keyField: 'shipped',
    sectionFields: ['status', 'wid', 'shipToWid'],
    lowestKey: new Date(0),
    sortable: Object.keys(Transit.shape),
    storedAs: { slip: '_id' },
    warehouses: { fields: ['wid', 'shipToWid'], seenBy: 'any' },
  },
  touches: 'figures',
  found: {
    nameOf: ({ warehouse, shipToWarehouse }) => `${warehouse} → ${shipToWarehouse}`,
    referenceOf: ({ reference }) => reference,
  },
  atp: {
    where: { inTransit: { $gt: toStored(ZERO) } },
    unitsOf: ({ inTransit }) => toQuantity(inTransit),
    // A slip states no date of arrival.
    dateOf: () => null,
  },
  widsOf: ({ wid, shipToWid }) => [wid, shipToWid],
  statusOf: (_, lines) => toTransitStatus(lines),
  conserved: { whole: 'shipped', terms: unitStates },
  figures: { figure: 'aSN', field: 'inTransit' },
  entered: {
    figure: 'aSN',
    types: {
      shipped: { ship: 1 },
      accepted: { accept: 1 },
      rejected: { reject: 1 },
      returned: { return: 1 },
      lost: { lose: 1 },
    },
  },
  events: toEvents,
}

type Change = LineChange<TransitLineRecord>
type Figure = 'shipped' | 'accepted' | 'rejected' | 'returned' | 'lost'

const gain = ({ before, after }: Change, figure: Figure) =>
  toQuantity(after[figure]).minus(before ? toQuantity(before[figure]) : ZERO)

/** What each event includes, by the figures of a line that grow. */
const steps = [
  ['transit.shipped', ['shipped']],
  ['transit.received', ['accepted', 'rejected']],
  ['transit.returned', ['returned']],
] as const

/** The events of a change of a transit's lines, for the clients of both ends. The last one is `transit.closed`. */
function toEvents(
  _: TransitRecord | undefined,
  { _id: slip, wid, shipToWid, wids, status, modified }: Header,
  changes: readonly Change[],
  { reasonCode = null }: { readonly reasonCode?: number | null } = {},
): OutgoingEvent[] {
  const inOrder = changes.toSorted((one, other) => byLineNo(one.after, other.after))
  const grown = (...figures: readonly Figure[]) =>
    inOrder.filter((change) => figures.some((figure) => gain(change, figure).gt(ZERO)))
  const toPayload = (included: readonly Change[]) => ({
    at: modified.toISOString(),
    wids: [...wids],
    data: { slip, wid, shipToWid, status, reasonCode, lines: included.map(toStepLine) },
  })
  const ofLines = steps.flatMap(([subject, figures]): OutgoingEvent[] => {
    const included = grown(...figures)
    return included.length === 0 ? [] : [{ subject, payload: toPayload(included) }]
  })
  const isUnderWay = UNDER_WAY.includes(status)
  return isUnderWay ? ofLines : [...ofLines, { subject: 'transit.closed', payload: toPayload(grown('lost')) }]
}

function toStepLine(change: Change): TransitStep['lines'][number] {
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

type Items = ReadonlyMap<number, ItemRecord>

/** A transit with its lines; `lots` are at least those in transit. */
export const toTransitDetail = (
  header: Unversioned<TransitRecord>,
  lines: readonly TransitLine[],
  lots: ReadonlyMap<number, Lot>,
  items: Items,
): TransitDetail => ({
  ...toTransit(header),
  lines: lines.toSorted(byLineNo).map((line) => toLine(line, lots, items)),
})

function toLine(line: TransitLine, lots: ReadonlyMap<number, Lot>, items: Items): LineResult {
  const { lineNo, shortID, partNo, recNos } = line
  const inTransit = recNos.flatMap((recNo) => lots.get(recNo) ?? []).sort(compareLots)
  return {
    lineNo,
    shortID,
    description: items.get(partNo)?.description ?? '',
    shipped: toNumber(line.shipped),
    accepted: toNumber(line.accepted),
    rejected: toNumber(line.rejected),
    returned: toNumber(line.returned),
    lost: toNumber(line.lost),
    inTransit: toNumber(line.inTransit),
    lots: inTransit.map(({ _id: recNo, units, serial, ...lot }) => ({
      recNo,
      units: toNumber(units),
      serial,
      ...showExpiry(lot),
    })),
  }
}
