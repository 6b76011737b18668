import type { Connection } from 'mongoose'
import { defineSchema, field, type RecordOf } from '../../../../shared/database/record-fields.ts'
import { midnightOf } from '../../../../shared/day.ts'
import { type Quantity, toQuantity, toStored } from '../../../../shared/quantity.ts'
import type { RecordChange } from '../../records/versioned-records.ts'
import { NEVER } from './expiry.ts'

/** A lot as stored; `_id` is its recNo. */
const fields = {
  _id: field.number,
  partNo: field.number,
  shortID: field.text,
  wid: field.number,
  spot: field.textOrEmpty,
  units: field.quantity,
  received: field.date,
  shipped: field.nullable(field.date),
  serial: field.textOrEmpty,
  serial2: field.nullable(field.text),
  rfidTag: field.nullable(field.text),
  remark: field.textOrEmpty,
  hold: field.flag,
  active: field.flag,
  /**
   * The transit that it is in, by the number that this had when the lot was shipped: it is then inactive, on its way to
   * `wid`, and in no warehouse's stock.
   */
  transit: field.withDefault(field.optional(field.nullable(field.text)), null),
  jobid: field.withDefault(field.number, 0),
  /** The first moment at which it has expired, or NEVER. */
  expires: field.date,
  /**
   * The last day on which it is good, if its expiry was given as a day; null if as a moment, or if it does not expire.
   * Absent as long as an update from an earlier version lasts (expiry-zones.ts).
   */
  expiresDay: field.optional<string | null>(field.text),
  reference: field.textOrEmpty,
  supplier: field.withDefault(field.number, 0),
  line: field.withDefault(field.number, 0),
  netWeight: field.nullable(field.quantity),
  grossWeight: field.nullable(field.quantity),
  price: field.nullable(field.quantity),
  /** recNo of the lot it was split from. */
  parent: field.nullable(field.number),
  modified: field.date,
  /** Grows with every change; an update names the version that it was decided on. */
  version: field.number,
}
export type LotRecord = RecordOf<typeof fields>

/** A lot as the stock rules see it. */
export type Lot = Omit<LotRecord, 'units'> & { readonly units: Quantity }

const schema = defineSchema('lots', fields)
schema.index({ received: -1, _id: -1 })
schema.index({ wid: 1, received: -1, _id: -1 })
schema.index({ partNo: 1, wid: 1, active: 1, expires: 1, received: 1, _id: 1 })
// Lots in stock that expire.
const expiring = { partialFilterExpression: { active: true, expires: { $lt: NEVER } } }
schema.index({ expires: 1, _id: 1 }, expiring)
schema.index({ wid: 1, expires: 1, _id: 1 }, expiring)
// Lots that expire with a day, of which the end follows from the zone of the warehouse.
const ofDays = { name: 'expiresDay_present', partialFilterExpression: { expiresDay: { $gt: '' } } }
schema.index({ wid: 1, expiresDay: 1 }, ofDays)
// What a count of a warehouse or of spots begins with, and the list of a spot, also of lots that are used up.
schema.index({ wid: 1, active: 1, spot: 1 })
schema.index({ modified: 1 })
// Of lots that have the field: an index is written for each lot, also for those without a value.
schema.index({ serial: 1 }, { name: 'serial_present', partialFilterExpression: { serial: { $gt: '' } } })
schema.index({ serial2: 1 }, { name: 'serial2_present', partialFilterExpression: { serial2: { $gt: '' } } })
schema.index({ rfidTag: 1 }, { name: 'rfidTag_present', partialFilterExpression: { rfidTag: { $gt: '' } } })
// A supplier has many lots, listed newest first.
schema.index(
  { supplier: 1, received: -1, _id: -1 },
  { name: 'supplier_present', partialFilterExpression: { supplier: { $gt: 0 } } },
)
schema.index(
  { jobid: 1, received: -1, _id: -1 },
  { name: 'jobid_present', partialFilterExpression: { jobid: { $gt: 0 } } },
)
schema.index({ hold: 1, received: -1, _id: -1 }, { name: 'hold_present', partialFilterExpression: { hold: true } })
schema.index({ parent: 1 }, { name: 'parent_present', partialFilterExpression: { parent: { $gt: 0 } } })
schema.index({ transit: 1 }, { partialFilterExpression: { transit: { $gt: '' } } })

/** Name of the model, by which a change of a lot is one of a versioned document. */
export const LOT = 'Lot'
export const createLotModel = (connection: Connection) => connection.model(LOT, schema)
export type LotModel = ReturnType<typeof createLotModel>

export const toLot = (record: LotRecord): Lot => ({ ...record, units: toQuantity(record.units) })
export const fromLot = (lot: Lot): LotRecord => ({ ...lot, units: toStored(lot.units) })

/** A lot as earlier versions write it: midnight in UTC for a day. */
export function asEarlierLot({ expiresDay, ...lot }: Lot): Lot {
  return expiresDay ? { ...lot, expires: new Date(midnightOf(expiresDay)) } : lot
}

/**
 * A lot before and after. One that is made has no `before`. Where lots are, and whether they are on hold, moves inStock
 * and onHold.
 */
export interface LotChange {
  readonly before: Lot | undefined
  readonly after: Lot
}

/** A change of some fields of a lot. */
export function changeLot(lot: Lot, changes: Partial<Lot>, now: Date): LotChange {
  return { before: lot, after: { ...lot, ...changes, modified: now, version: lot.version + 1 } }
}

/** Takes units out of a lot into a new one, which inherits the parent's data. */
export function splitLot(lot: Lot, recNo: number, units: Quantity, changes: Partial<Lot>, now: Date): LotChange[] {
  const child: Lot = { ...lot, ...changes, _id: recNo, units, parent: lot._id, modified: now, version: 1 }
  return [changeLot(lot, { units: lot.units.minus(units) }, now), { before: undefined, after: child }]
}

/** A change of a lot as one of a stored document. Lots can be sharded by their item. */
export function toRecordChange({ before, after }: LotChange): RecordChange {
  const [was, is] = [before && fromLot(before), fromLot(after)]
  // Equal units are the same object, so that an update leaves them out.
  const next = before && was && before.units.eq(after.units) ? { ...is, units: was.units } : is
  return { name: LOT, id: after._id, shardKey: { partNo: after.partNo }, before: was, after: next }
}
