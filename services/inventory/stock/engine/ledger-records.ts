import { personOf } from '../../../../shared/contract/core/access.ts'
import type { OperationEntry } from '../../../../shared/database/idempotency/idempotency.ts'
import type { OutgoingEvent } from '../../../../shared/messaging/events/outbox.ts'
import { toStored } from '../../../../shared/quantity.ts'
import type { LedgerRecord, LotState } from '../ledger/ledger.model.ts'
import { toEventEntry } from '../ledger/ledger-entry.ts'
import type { Lot, LotChange } from '../lots/lot.model.ts'
import type { StockEffect } from './effect.ts'

/** The records of an effect: the actor, the reason, the change, and every lot before and after. */
export function toLedgerRecords(
  { id, context }: OperationEntry,
  { entries }: StockEffect<unknown>,
  at: Date,
): LedgerRecord[] {
  const person = personOf(context.caller)
  return entries.map((entry, index) => {
    const { transactionNo, type, partNo, shortID, wid, units, lots, figures = [], attributes = {}, importedAt } = entry
    const { reasonCode = null, reference = '', remark = '', spot = '', details = {} } = attributes
    const { shipToWid = null, toSpot = null, reverses = null } = attributes
    const ofLots = lots.flatMap(({ before, after }) => [before?.wid ?? after.wid, after.wid])
    return {
      _id: transactionNo,
      type,
      at: importedAt ?? at,
      clientId: context.caller?.id ?? '',
      ...(context.actor !== undefined && { actor: context.actor }),
      ...(person && { person }),
      ...(index === 0 && { operationId: id }),
      requestId: context.requestId,
      reasonCode,
      reference,
      remark,
      partNo,
      shortID,
      units: toStored(units),
      wid,
      spot,
      shipToWid,
      toSpot,
      wids: [...new Set([...ofLots, ...figures.map((change) => change.wid), wid])],
      lots: lots.map(({ before, after }) => ({
        recNo: after._id,
        fromRecNo: after.parent,
        before: before ? toState(before) : null,
        after: toState(after),
      })),
      reverses,
      ...(attributes.amended && { amended: attributes.amended }),
      figures: figures.map((change) => ({ ...change, units: toStored(change.units) })),
      details: importedAt ? { ...details, imported: true } : details,
    }
  })
}

const toState = ({ wid, spot, units, hold, version, transit }: Lot): LotState => ({
  wid,
  spot,
  units: toStored(units),
  hold,
  version,
  ...(transit && { transit }),
})

/** The subjects of the events that the types of entries are published under. */
export const subjects = {
  receive: 'inventory.received',
  move: 'inventory.moved',
  issue: 'inventory.issued',
  hold: 'inventory.held',
  release: 'inventory.released',
  reverse: 'inventory.reversed',
  order: 'inventory.ordered',
  reserve: 'inventory.reserved',
  unreserve: 'inventory.unreserved',
  expire: 'inventory.expired',
  pack: 'inventory.packed',
  unpack: 'inventory.unpacked',
  amend: 'inventory.amended',
  ship: 'inventory.shipped',
  accept: 'inventory.accepted',
  reject: 'inventory.rejected',
  return: 'inventory.returned',
  lose: 'inventory.lost',
} as const

/** The event of an entry that was made `at` a moment, and of what it changes of lots. */
export function toEvent(record: LedgerRecord, changes: readonly LotChange[], at: Date): OutgoingEvent {
  const lots = changes.map(({ after }) => after)
  if (record.lots.some(({ recNo }, index) => lots[index]?._id !== recNo))
    throw new Error(`Transaction ${record._id} records other lots than it changes`)
  const data = toEventEntry(record, lots)
  return { subject: subjects[record.type], payload: { at: at.toISOString(), wids: [...record.wids], data } }
}
