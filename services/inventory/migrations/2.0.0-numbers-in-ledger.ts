import type { Connection } from 'mongoose'
import { countInRanges, inRanges, type Migration, type Range } from '../../../shared/database/migrations/migration.ts'
import { present } from '../../../shared/process/time/clock.ts'
import { type TakenNumberRecord, takenNumbers } from '../documents/kit/order-number.ts'
import { LEDGER, type LedgerRecord, type LotState } from '../stock/ledger/ledger.model.ts'
import type { LotModel, LotRecord } from '../stock/lots/lot.model.ts'
import { reservations } from '../stock/reservations/records/reservation.model.ts'

/** Aliases whose documents are looked for in one pass through ledger and lots. */
const ALIASES_AT_ONCE = 100

type Renamed = ReadonlyMap<string, string>

/** An alias whose entries have yet to be changed: what is entered under it later means no document. */
const unsettled = { renamedTo: { $gt: '' }, isSettled: { $ne: true } } as const

/**
 * Where entries of the ledger, lots and reservations have the former number of a document that was renamed, they get the
 * present one. It is the one change of entries that the ledger knows: an entry keeps what happened, and to what
 * (docs/decisions/operations.md#99). An operator of version 1.3.0 may rename further documents.
 */
export function numbersInLedger(connection: Connection, lots: LotModel): Migration {
  const ledger = connection.collection<LedgerRecord>(LEDGER)
  const lotsAsStored = connection.collection<LotRecord>(lots.collection.collectionName)

  const aliases = takenNumbers.model(connection)
  const reserved = reservations.model(connection)
  const changeEntries = async (renamed: Renamed, range: Range<number>) => {
    const found = await ledger.find({ ...range, ...namesOneOf([...renamed.keys()]) }).toArray()
    if (found.length === 0) return 0
    const updates = found.map((entry) => ({
      updateOne: { filter: { _id: entry._id }, update: { $set: rename(entry, renamed) } },
    }))
    return (await ledger.bulkWrite(updates, { ordered: false })).modifiedCount
  }
  /** Makes no version of a lot, which the ledger has: a transaction that has read it before conflicts and reads again. */
  const changeLots = async (renamed: Renamed, range: Range<number>) => {
    const former = { $in: [...renamed.keys()] }
    const found = await lotsAsStored.find({ ...range, $or: [{ reference: former }, { transit: former }] }).toArray()
    const updates = found.flatMap(({ _id, reference, transit }) =>
      Object.entries({ reference, transit })
        .filter(([, number]) => number)
        .map(([field, number]) => ({
          updateOne: {
            filter: { _id, [field]: number },
            update: { $set: { [field]: toPresent(renamed, String(number)) } },
          },
        })),
    )
    return updates.length === 0 ? 0 : (await lotsAsStored.bulkWrite(updates, { ordered: false })).modifiedCount
  }

  const changeReservations = async (renamed: Renamed) => {
    let changed = 0
    for (const [reference, to] of renamed) {
      const change = { $set: { reference: to, modified: present() }, $inc: { version: 1 } }
      changed += (await reserved.updateMany({ reference }, change)).modifiedCount
    }
    return changed
  }

  return {
    name: '2.0.0-numbers-in-ledger',
    removableIn: '3.0.0',
    isRepeated: true,
    async count() {
      const numbers = await aliases.distinct('_id', unsettled)
      return numbers.length === 0 ? 0 : countInRanges(connection, LEDGER, namesOneOf(numbers.map(String)))
    },
    async *run() {
      for (;;) {
        const found = await aliases.find(unsettled).sort({ _id: 1 }).limit(ALIASES_AT_ONCE).lean<TakenNumberRecord[]>()
        if (found.length === 0) return
        const renamed = new Map(found.map(({ _id, renamedTo = '' }) => [_id, renamedTo]))
        const passes = [
          inRanges<number>(connection, LEDGER, undefined, (range) => changeEntries(renamed, range)),
          inRanges<number>(connection, lots.collection.collectionName, undefined, (range) =>
            changeLots(renamed, range),
          ),
        ]
        for (const pass of passes) for await (const { changed } of pass) yield { changed }
        yield { changed: await changeReservations(renamed) }
        const settled = { $set: { isSettled: true }, $inc: { version: 1 } }
        await aliases.updateMany({ _id: { $in: [...renamed.keys()] } }, settled)
      }
    },
  }
}

/** Every place of an entry that names a document. */
const namesOneOf = (numbers: readonly string[]) => ({
  $or: [
    'reference',
    'figures.reference',
    'details.transitSlip',
    'details.countNo',
    'lots.before.transit',
    'lots.after.transit',
  ].map((field) => ({ [field]: { $in: [...numbers] } })),
})

const toPresent = (renamed: Renamed, number: string) => renamed.get(number) ?? number

function rename({ reference, figures, details, lots }: LedgerRecord, renamed: Renamed) {
  const { transitSlip, countNo } = details
  return {
    reference: toPresent(renamed, reference),
    figures: figures.map((change) => ({ ...change, reference: toPresent(renamed, change.reference) })),
    lots: lots.map(({ before, after, ...lot }) => ({
      ...lot,
      before: before && renameState(before, renamed),
      after: renameState(after, renamed),
    })),
    ...(transitSlip && { 'details.transitSlip': toPresent(renamed, transitSlip) }),
    ...(countNo && { 'details.countNo': toPresent(renamed, countNo) }),
  }
}

const renameState = (state: LotState, renamed: Renamed): LotState =>
  state.transit ? { ...state, transit: toPresent(renamed, state.transit) } : state
