import type { ReservationState } from '../../../../../shared/contract/inventory/reservations.ts'
import type { IndexedListFields } from '../../../../../shared/database/page-index/indexed-list.ts'
import { defineSchema, field, type RecordOf } from '../../../../../shared/database/record-fields.ts'
import { defineRecords } from '../../../records/versioned-records.ts'

/** Units of an item in a warehouse, or of one lot, that are reserved; `_id` is the reservationID. */
const fields = {
  _id: field.number,
  partNo: field.number,
  shortID: field.text,
  wid: field.number,
  units: field.quantity,
  /** Units that are still promised; they count in the level's committed figure. 0 unless the state is Active. */
  remaining: field.quantity,
  /** The lot of a hard reservation. */
  recno: field.nullable(field.number),
  /** Whether `recno` is given, for filters. */
  hard: field.flag,
  reference: field.textOrEmpty,
  line: field.nullable(field.number),
  priority: field.number,
  expires: field.nullable(field.date),
  state: field.oneOf<ReservationState>(),
  /** Whether it belongs to a line of a shipping order, named by `reference` and `line`. */
  ofOrder: field.flag,
  created: field.date,
  modified: field.date,
  version: field.number,
}
export type ReservationRecord = RecordOf<typeof fields>

const schema = defineSchema('reservations', fields)
schema.index({ partNo: 1, state: 1, expires: 1 })
schema.index({ partNo: 1, wid: 1, state: 1, hard: 1 })
schema.index({ reference: 1, line: 1, state: 1 })
schema.index({ created: -1, _id: -1 })
schema.index({ wid: 1, created: -1, _id: -1 })
schema.index({ state: 1, created: -1, _id: -1 })
schema.index({ modified: 1 })

/** Reservations by the time when they were made, with a page index (docs/decisions/lists.md#16). */
export const reservationList = {
  name: 'reservationPageIndex',
  collection: 'reservations',
  keyField: 'created',
  sectionFields: ['state', 'wid'],
  lowestKey: new Date(0),
} as const satisfies IndexedListFields<Date>

export const reservations = defineRecords<ReservationRecord>('Reservation', schema)

/** Whether the time of a reservation has passed, although nothing has recorded it yet. */
export const hasLapsed = ({ expires }: Pick<ReservationRecord, 'expires'>, now: Date) =>
  expires !== null && expires <= now
