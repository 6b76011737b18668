import type { ClientSession } from 'mongoose'
import { AlreadyRecorded, type OperationEntry } from '../../../shared/database/idempotency.ts'
import { isDuplicateKey } from '../../../shared/database/mongo.ts'
import { type PartitionChange, recordChanges } from '../../../shared/database/page-index/indexed-list.ts'
import { type StoredQuantity, toStored, ZERO } from '../../../shared/database/quantity.ts'
import { AS_GIVEN, recordsOf } from '../../../shared/database/records.ts'
import { TransactionConflict } from '../../../shared/database/transaction.ts'
import type { OutgoingEvent } from '../../../shared/messaging/events/outbox.ts'
import { groupBy } from '../../../shared/process/group-by.ts'
import type { LedgerRecord, LotState } from '../ledger/ledger.model.ts'
import { toLedgerEntry } from '../ledger/ledger.ts'
import { levelFigures } from '../levels/level.model.ts'
import { type LevelRowChange, updateLevelRows } from '../levels/level-row.ts'
import { fromLot, type Lot, type LotRecord } from '../lots/lot.model.ts'
import type { Models } from '../models.ts'
import { type OrderLineRecord, orderLineId } from '../orders/order-line.model.ts'
import type { LotChange, StockEffect } from './effect.ts'
import { levelDeltas } from './level-delta.ts'

/** An effect and its entry in the ledger. */
export interface Booking {
  readonly effect: StockEffect<unknown>
  readonly entry: LedgerRecord
}

/** Writes what was decided, the rows that most writers want last. Throws TransactionConflict if the stock is not as it was. */
export async function writeBookings(
  models: Models,
  bookings: readonly Booking[],
  now: Date,
  session: ClientSession,
): Promise<void> {
  const entries = bookings.map(({ entry }) => entry)
  await recordsOf<LedgerRecord>(models.ledger)
    .insertMany(entries, { session, ...AS_GIVEN })
    .catch(asAlreadyRecorded)
  const changes = mergeChanges(bookings.flatMap(({ effect }) => effect.changes))
  await writeLots(models, changes, session)
  await recordChanges(
    models.indexedLists.ledger,
    entries.map(({ at, wids }) => ({ at, partitionKey: wids, change: 1 })),
    session,
  )
  await recordChanges(models.indexedLists.lots, partitionChanges(changes), session)
  await writeOrderLines(models, bookings, session)
  const byItem = groupBy(bookings, ({ entry }) => entry.partNo)
  const rows = [...byItem].map(([partNo, ofItem]) => toLevelRowChange(partNo, ofItem, now))
  await updateLevelRows(models, rows, session)
}

/** A lot that several effects touched is written once, from its first state to its last; all by rising number. */
function mergeChanges(changes: readonly LotChange[]): LotChange[] {
  const merged = new Map<number, LotChange>()
  for (const { before, after } of changes) {
    const earlier = merged.get(after._id)
    merged.set(after._id, { before: earlier ? earlier.before : before, after })
  }
  return [...merged.values()].sort((one, other) => one.after._id - other.after._id)
}

async function writeLots(models: Models, changes: readonly LotChange[], session: ClientSession): Promise<void> {
  const lots = recordsOf<LotRecord>(models.lots)
  const made = changes.filter(({ before }) => !before).map(({ after }) => fromLot(after))
  if (made.length > 0) await lots.insertMany(made, { session })
  const updates = changes.flatMap(({ before, after }) => {
    if (!before) return []
    const { wid, spot, units, hold, active, shipped, modified, version } = fromLot(after)
    const update = { $set: { wid, spot, units, hold, active, shipped, modified, version } }
    return [{ updateOne: { filter: { _id: after._id, version: before.version }, update } }]
  })
  if (updates.length === 0) return
  const { matchedCount } = await lots.bulkWrite(updates, { session })
  if (matchedCount !== updates.length) throw new TransactionConflict('A lot has changed since it was read')
}

/** Where lots came or went. */
function partitionChanges(changes: readonly LotChange[]): PartitionChange<Date>[] {
  return changes.flatMap(({ before, after }): PartitionChange<Date>[] => {
    const at = after.received
    const arrival = { at, partitionKey: after.wid, change: 1 } as const
    if (!before) return [arrival]
    return before.wid === after.wid ? [] : [{ at, partitionKey: before.wid, change: -1 }, arrival]
  })
}

async function writeOrderLines({ orderLines }: Models, bookings: readonly Booking[], session: ClientSession) {
  const updates = bookings.flatMap(({ effect, entry: { partNo } }) =>
    effect.orderProgress.map(({ kind, units, ...line }) => ({
      updateOne: {
        filter: { _id: orderLineId(kind, { partNo, ...line }) },
        update: { $inc: { units: toStored(units.times(-1)) } },
      },
    })),
  )
  if (updates.length > 0) await recordsOf<OrderLineRecord>(orderLines).bulkWrite(updates, { session })
}

function toLevelRowChange(partNo: number, bookings: readonly Booking[], now: Date): LevelRowChange {
  const deltas = levelDeltas(bookings.map(({ effect }) => effect))
  const $inc: Record<string, StoredQuantity> = {}
  const $set: Record<string, Date | number> = {}
  for (const [wid, delta] of deltas) {
    for (const figure of levelFigures)
      if (!delta[figure].eq(ZERO)) $inc[`stock.${wid}.${figure}`] = toStored(delta[figure])
    $set[`stock.${wid}.modified`] = now
    $set[`stock.${wid}.transactionNo`] = bookings.at(-1)?.entry._id ?? 0
  }
  const update = { ...(Object.keys($inc).length > 0 && { $inc }), $set }
  return { partNo, wids: [...deltas.keys()], update }
}

/** The ledger knows every operation for ever, longer than its answer is kept. */
function asAlreadyRecorded(error: unknown): never {
  throw isDuplicateKey(error) ? new AlreadyRecorded() : error
}

/** The ledger's entry for an effect: who, why, what, and every lot before and after. */
export function toLedgerRecord(
  entry: OperationEntry,
  transactionNo: number,
  effect: StockEffect<unknown>,
  at: Date,
): LedgerRecord {
  const { type, units, changes, told } = effect
  const first = changes[0]?.after
  return {
    _id: transactionNo,
    type,
    at,
    clientId: entry.context.caller?.id ?? '',
    operationId: entry.id,
    requestId: entry.context.requestId,
    partNo: first?.partNo ?? 0,
    shortID: first?.shortID ?? '',
    units: toStored(units),
    ...told,
    reverses: effect.reverses ?? null,
    orderProgress: effect.orderProgress.map((progress) => ({ ...progress, units: toStored(progress.units) })),
    wids: [...new Set(changes.flatMap(({ before, after }) => [before?.wid ?? after.wid, after.wid]))],
    lots: changes.map(({ before, after }) => ({
      recNo: after._id,
      fromRecNo: after.parent,
      before: before ? toState(before) : null,
      after: toState(after),
    })),
  }
}

const toState = ({ wid, spot, units, hold, version }: Lot): LotState => ({
  wid,
  spot,
  units: toStored(units),
  hold,
  version,
})

const subjects = {
  receive: 'inventory.received',
  move: 'inventory.moved',
  issue: 'inventory.issued',
  hold: 'inventory.held',
  release: 'inventory.released',
  reverse: 'inventory.reversed',
} as const

/** What the world is told of an entry. */
export function toEvent(record: LedgerRecord): OutgoingEvent {
  const data = toLedgerEntry(record)
  return { subject: subjects[record.type], payload: { at: data.at, wids: [...record.wids], data } }
}
