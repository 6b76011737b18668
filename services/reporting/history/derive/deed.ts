import type { LedgerEntry } from '../../../../shared/contract/inventory/inventory.ts'
import { toQuantity, toStored } from '../../../../shared/quantity.ts'
import type { DeedRecord } from '../records/deed.model.ts'

export function toDeed(entry: LedgerEntry, _id: number, at: Date): DeedRecord {
  const { transactionNo, type, clientId, actor = '', partNo, units, wid, levels, lots, reverses, person } = entry
  const wids = [wid, ...levels.map((change) => change.wid), ...lots.flatMap((lot) => lot.wids)]
  return {
    _id,
    at,
    transactionNo,
    type,
    clientId,
    actor,
    ...(person && { person: `${person.issuer} ${person.subject}` }),
    partNo,
    units: toStored(toQuantity(units)),
    wids: [...new Set(wids)],
    reverses,
  }
}
