import type { Connection } from 'mongoose'
import { levelFigures } from '../../../../shared/contract/inventory/inventory.ts'
import { AlreadyRecorded } from '../../../../shared/database/idempotency/idempotency.ts'
import {
  type IndexedList,
  recordChanges,
  toSectionChanges,
} from '../../../../shared/database/page-index/indexed-list.ts'
import type { Source } from '../../../../shared/database/read-records.ts'
import type { UnitOfWork } from '../../../../shared/database/unit-of-work.ts'
import { groupBy } from '../../../../shared/process/group-by.ts'
import { type StoredQuantity, toStored, ZERO } from '../../../../shared/quantity.ts'
import { type RecordChange, writeRecords } from '../../records/versioned-records.ts'
import type { LedgerModel, LedgerRecord } from '../ledger/ledger.model.ts'
import { levelDeltas } from '../levels/figures.ts'
import type { ReorderLevels } from '../levels/level.model.ts'
import { type LevelRowChange, type LevelTables, updateLevelRows } from '../levels/level-row.ts'
import { LOT, type LotModel, toRecordChange } from '../lots/lot.model.ts'
import type { ExpiryChange, ReorderChange, StockEffect, StockEntry } from './effect.ts'

/** What the engine reads and writes besides versioned records. */
export interface StockModels extends LevelTables {
  readonly lots: LotModel
  readonly ledger: LedgerModel
  readonly reservations: Source
  readonly indexedLists: LevelTables['indexedLists'] & {
    readonly lots: IndexedList<Date>
    readonly ledger: IndexedList<Date>
  }
  /** Lists of versioned records that have a page index, by the name of the records. */
  readonly documentLists: Readonly<Record<string, IndexedList>>
}

/** An effect and its records in the ledger, one for each entry. */
export interface PlannedEffect {
  readonly effect: StockEffect<unknown>
  readonly records: readonly LedgerRecord[]
}

/**
 * Adds effects to the writes of their transaction: the ledger, lots and other records by name and id, page indexes,
 * and last the level rows by rising partNo, which most writers contend for. This one sequence keeps transactions from
 * deadlocks. `changes` are the effects' changes of records as they were applied: effects of
 * different items may change one record by turns. Sending throws TransactionConflict if the stock is not as it was
 * read, AlreadyRecorded if the ledger has the operation.
 */
export function writeEffects(
  connection: Connection,
  models: StockModels,
  planned: readonly PlannedEffect[],
  changes: readonly RecordChange[],
  now: Date,
  unit: UnitOfWork,
): void {
  const records = planned.flatMap((one) => one.records)
  const entries = planned.flatMap(({ effect }) => effect.entries)
  // The ledger knows every operation for ever, longer than its result is kept.
  unit.insert(models.ledger, records, { onDuplicate: () => new AlreadyRecorded() })
  const entered = records.map(({ at, wids }) => ({ at, partitionKey: wids, change: 1 as const }))
  recordChanges(models.indexedLists.ledger, entered, unit)
  const lots = entries.flatMap((entry) => entry.lots.map(toRecordChange))
  countRecords(models, writeRecords(connection, [...lots, ...changes], unit), unit)
  const expiries = planned.flatMap(({ effect }) => effect.expiries ?? [])
  const reorder = planned.flatMap(({ effect }) => effect.reorder ?? [])
  const [entriesOf, expiriesOf] = [groupBy(entries, partNoOf), groupBy(expiries, partNoOf)]
  const reorderOf = groupBy(reorder, partNoOf)
  const rows = [...new Set([...entriesOf.keys(), ...expiriesOf.keys(), ...reorderOf.keys()])].map((partNo) =>
    toLevelRowChange(
      partNo,
      entriesOf.get(partNo) ?? [],
      expiriesOf.get(partNo) ?? [],
      reorderOf.get(partNo) ?? [],
      now,
    ),
  )
  updateLevelRows(
    models,
    rows.filter(({ wids, update }) => wids.length > 0 || Object.keys(update).length > 0),
    unit,
  )
}

const partNoOf = ({ partNo }: { readonly partNo: number }) => partNo

/** Counts the written records of lists that have a page index. */
export function countRecords(
  { documentLists, indexedLists }: StockModels,
  written: readonly RecordChange[],
  unit: UnitOfWork,
): void {
  for (const [name, list] of [...Object.entries(documentLists), [LOT, indexedLists.lots] as const]) {
    const ofList = written.filter((change) => change.name === name)
    const changes = ofList.flatMap(({ before, after }) => toSectionChanges(list, before, after))
    recordChanges(list, changes, unit)
  }
}

function toLevelRowChange(
  partNo: number,
  entries: readonly StockEntry[],
  expiries: readonly ExpiryChange[],
  reorder: readonly ReorderChange[],
  now: Date,
): LevelRowChange {
  const deltas = levelDeltas(entries)
  const $inc: Record<string, StoredQuantity> = {}
  const $set: Record<string, Date | number | ReorderLevels> = {}
  for (const [wid, delta] of deltas) {
    for (const figure of levelFigures)
      if (!delta[figure].eq(ZERO)) $inc[`stock.${wid}.${figure}`] = toStored(delta[figure])
    $set[`stock.${wid}.modified`] = now
    $set[`stock.${wid}.transactionNo`] = entries.at(-1)?.transactionNo ?? 0
  }
  const points = new Map(reorder.map(({ wid, levels }) => [wid, levels]))
  const $unset: Record<string, ''> = {}
  for (const [wid, levels] of points) {
    // The item may be new to the warehouse, and every row of a warehouse has this.
    $set[`stock.${wid}.modified`] = now
    if (levels) $set[`reorder.${wid}`] = levels
    else $unset[`reorder.${wid}`] = ''
  }
  const expiry = expiryUpdate(expiries)
  const [set, unset] = [
    { ...$set, ...expiry.$set },
    { ...$unset, ...expiry.$unset },
  ]
  const update = {
    ...expiry,
    ...(Object.keys($inc).length > 0 && { $inc }),
    ...(Object.keys(set).length > 0 && { $set: set }),
    ...(Object.keys(unset).length > 0 && { $unset: unset }),
  }
  return { partNo, wids: [...new Set([...deltas.keys(), ...points.keys()])], update }
}

/**
 * The row's `expires` is at most the earliest end of a reservation. After that moment, a reservation may have lapsed.
 */
function expiryUpdate(changes: readonly ExpiryChange[]) {
  const renewed = changes.findLast((change) => 'next' in change)
  const ends = changes.flatMap((change) =>
    'also' in change ? change.also : change === renewed ? (change.next ?? []) : [],
  )
  if (ends.length === 0) return renewed ? { $unset: { expires: '' as const } } : {}
  const expires = new Date(Math.min(...ends.map(Number)))
  return renewed ? { $set: { expires } } : { $min: { expires } }
}
