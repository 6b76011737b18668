import {
  type LedgerEntry,
  type LotAttributes,
  type LotIssue,
  type LotStep,
  levelFigures,
  type RequestDetails,
} from '../../../../shared/contract/inventory/inventory.ts'
import { isDayName, midnightOf } from '../../../../shared/day.ts'
import { type StoredQuantity, toNumber, toQuantity, ZERO } from '../../../../shared/quantity.ts'
import { levelDeltas } from '../levels/figures.ts'
import { showExpiry } from '../lots/expiry.ts'
import type { Lot } from '../lots/lot.model.ts'
import type { LedgerDetails, LedgerLot, LedgerRecord, LotState } from './ledger.model.ts'

/** What a lot is after an entry that the ledger does not keep. */
export type LotData = Pick<Lot, 'price' | 'received' | 'expires' | 'expiresDay'>

/** The entry as its event has it: with the facts of each lot, from their data in the same sequence. */
export function toEventEntry(record: LedgerRecord, data: readonly LotData[]): LedgerEntry {
  return {
    ...toLedgerEntry(record),
    ...(record.person && { person: record.person }),
    ...(record.details.adjustment && { adjustment: true }),
    ...(record.details.reversedType && { reversedType: record.details.reversedType }),
    lots: record.lots.map((lot, index) => ({
      ...toLotStep(lot),
      wids: widsOf(lot),
      facts: toLotAttributes(lot, data[index]),
    })),
  }
}

function toLotAttributes({ recNo, before, after }: LedgerLot, data: LotData | undefined): LotAttributes {
  if (!data) throw new Error(`Nothing is known of lot ${recNo}`)
  const { price, received } = data
  return {
    version: after.version,
    price: price && toNumber(price),
    received: received.toISOString(),
    ...showExpiry(data),
    inTransit: isInTransit(after),
    before: before && { wid: before.wid, hold: before.hold, inTransit: isInTransit(before) },
  }
}

const isInTransit = ({ transit }: LotState) => Boolean(transit)

/** The whole entry; `withinScope` makes a client's view of it. */
export function toLedgerEntry(record: LedgerRecord): LedgerEntry {
  return {
    transactionNo: record._id,
    type: record.type,
    at: record.at.toISOString(),
    clientId: record.clientId,
    ...(record.actor !== undefined && { actor: record.actor }),
    ...(record.person && { actorVerified: true }),
    reasonCode: record.reasonCode,
    reference: record.reference,
    remark: record.remark,
    requestId: record.requestId,
    itemID: record.shortID,
    partNo: record.partNo,
    units: toNumber(record.units),
    wid: record.wid,
    spot: record.spot,
    shipToWid: record.shipToWid,
    toSpot: record.toSpot,
    ...toDetails(record.details),
    ...(record.details.imported && { imported: true }),
    reverses: record.reverses,
    ...(record.amended && { amended: [...record.amended] }),
    levels: toLevelChanges(record),
    lots: record.lots.map((lot) => ({ ...toLotStep(lot), wids: widsOf(lot) })),
  }
}

/** Details that a request did not give are null. */
function toDetails(details: LedgerDetails): RequestDetails {
  const { line = null, supplier = null, price = null, expires = null, netWeight = null, grossWeight = null } = details
  const { shipto = null, prodID = null, transitSlip = null, countNo = null } = details
  return {
    line,
    supplier,
    price,
    expires: expires && formOf(expires),
    netWeight,
    grossWeight,
    shipto,
    prodID,
    transitSlip,
    countNo,
  }
}

/** A day has the form of a moment, as in lots. */
const formOf = (expires: string) => (isDayName(expires) ? midnightOf(expires) : expires)

const widsOf = ({ before, after }: LedgerLot) =>
  before && before.wid !== after.wid ? [before.wid, after.wid] : [after.wid]

/** The change of one lot, as it is returned. */
export function toLotStep({ recNo, fromRecNo, before, after }: LedgerLot): LotStep {
  const { wid, spot, hold, units, version } = after
  return {
    recNo,
    fromRecNo,
    wid,
    spot,
    hold,
    ...(isInTransit(after) && { inTransit: true }),
    unitsBefore: before ? toNumber(before.units) : 0,
    unitsAfter: toNumber(units),
    version,
  }
}

/** The issues among the records, one for each of the lots. A reversal among them marks what it reversed. */
export function toLotIssues(records: readonly LedgerRecord[], recNos: ReadonlySet<number>): LotIssue[] {
  const reversed = new Set(records.map(({ reverses }) => reverses))
  return records
    .filter(({ type }) => type === 'issue')
    .flatMap((record) => {
      const entry = toLedgerEntry(record)
      const { transactionNo, at, clientId, actor, actorVerified, wid, reference, remark, line, shipto, prodID } = entry
      const attributes = {
        transactionNo,
        at,
        clientId,
        ...(actor !== undefined && { actor }),
        ...(actorVerified && { actorVerified }),
        wid,
        reference,
        remark,
        line,
        shipto,
        prodID,
      }
      return record.lots
        .filter(({ recNo }) => recNos.has(recNo))
        .map((lot) => ({ ...attributes, recNo: lot.recNo, units: unitsTaken(lot), reversed: reversed.has(record._id) }))
    })
}

const unitsTaken = ({ before, after }: LedgerLot) =>
  toNumber((before ? toQuantity(before.units) : ZERO).minus(toQuantity(after.units)))

/** How much the entry changed each figure of each warehouse. */
function toLevelChanges({ lots, figures }: LedgerRecord): LedgerEntry['levels'] {
  const exact = <T extends { readonly units: StoredQuantity }>(state: T) => ({
    ...state,
    units: toQuantity(state.units),
  })
  const states = lots.map(({ before, after }) => ({ before: before && exact(before), after: exact(after) }))
  return [...levelDeltas([{ lots: states, figures: figures.map(exact) }])].flatMap(([wid, delta]) =>
    levelFigures
      .filter((figure) => !delta[figure].eq(ZERO))
      .map((figure) => ({ wid, figure, units: toNumber(delta[figure]) })),
  )
}
