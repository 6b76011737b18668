import type { Connection } from 'mongoose'
import { inSnapshot } from '../../../shared/database/transaction.ts'
import { dayIfMidnight } from '../../../shared/day.ts'
import type { CallContext } from '../../../shared/process/call-context.ts'
import { groupBy } from '../../../shared/process/group-by.ts'
import { toQuantity, toStored } from '../../../shared/quantity.ts'
import { anyOfIndexed } from '../records/queries.ts'
import type { LedgerLot, LedgerModel, LedgerRecord } from '../stock/ledger/ledger.model.ts'
import { type LotData, toEventEntry } from '../stock/ledger/ledger-entry.ts'
import { type DaysOf, settleExpiry, toExpiry } from '../stock/lots/expiry.ts'
import type { LotModel, LotRecord } from '../stock/lots/lot.model.ts'

/** The ledger in the form of events, for readers of events that were published before they had the facts of lots. */
export function createDescribeEntries(connection: Connection, ledger: LedgerModel, lots: LotModel, daysOf: DaysOf) {
  return async ({ transactionNos }: { transactionNos: number[] }, { deadline }: CallContext) => {
    const { entries, present, amendments } = await inSnapshot(connection, deadline, async (session) => {
      const found = await ledger
        .find({ _id: { $in: transactionNos } }, null, { session })
        .sort({ _id: 1 })
        .lean<LedgerRecord[]>()
      const recNos = [...new Set(found.flatMap((entry) => entry.lots.map(({ recNo }) => recNo)))]
      const ofLots = { 'lots.recNo': anyOfIndexed(recNos, 0), type: 'amend' as const }
      return {
        entries: found,
        present: await lots.find({ _id: { $in: recNos } }, null, { session }).lean<LotRecord[]>(),
        amendments: await ledger.find(ofLots, null, { session }).lean<LedgerRecord[]>(),
      }
    })
    const presentLots = new Map(present.map((lot) => [lot._id, lot]))
    const amendmentsOf = groupBy(amendments, ({ lots: [lot] }) => lot?.recNo)
    const dataOf = ({ recNo, after: { version, wid } }: LedgerLot) => {
      const lot = presentLots.get(recNo)
      if (!lot) throw new Error(`Lot ${recNo} is in the ledger only`)
      return settleExpiry({ ...takeBack(lot, amendmentsOf.get(recNo) ?? [], version), wid }, daysOf)
    }
    const described = entries.map(async (entry) => toEventEntry(entry, await Promise.all(entry.lots.map(dataOf))))
    return { value: await Promise.all(described) }
  }
}

/** Entries of before days were kept as such have midnight in UTC for a day. */
const toEarlierExpiry = (expires: string | number | null) =>
  toExpiry(expires === null ? null : dayIfMidnight(String(expires)))

/** What a lot was at a version: what it is now, without the amendments after it. Nothing else changes this. */
function takeBack(lot: LotRecord, amendments: readonly LedgerRecord[], version: number): LotData {
  const versionOf = ({ lots: [amended] }: LedgerRecord) => amended?.after.version ?? 0
  const later = amendments
    .filter((amendment) => versionOf(amendment) > version)
    .sort((one, other) => versionOf(other) - versionOf(one))
  const earlier = new Map(later.flatMap(({ amended = [] }) => amended.map(({ field, before }) => [field, before])))
  const fieldOf = <T>(field: string, present: T, toStoredValue: (value: string | number | null) => T) => {
    const value = earlier.get(field)
    return value === undefined ? present : toStoredValue(value)
  }
  return {
    price: fieldOf('price', lot.price, (price) => (price === null ? null : toStored(toQuantity(Number(price))))),
    received: fieldOf('received', lot.received, (received) => new Date(received ?? 0)),
    ...fieldOf('expires', { expires: lot.expires, expiresDay: lot.expiresDay ?? null }, toEarlierExpiry),
  }
}
