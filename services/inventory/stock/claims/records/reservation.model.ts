import { Schema } from 'mongoose'
import type { ReservationState } from '../../../../../shared/contract/inventory/reservations.ts'
import type { IndexedListFields } from '../../../../../shared/database/page-index/indexed-list.ts'
import type { StoredQuantity } from '../../../records/quantity.ts'
import { defineDocuments } from '../../../records/versioned-documents.ts'

/** Units of an item in a warehouse, or of one lot, that are promised; `_id` is the reservationID. */
export interface ReservationRecord {
  readonly _id: number
  readonly partNo: number
  readonly shortID: string
  readonly wid: number
  readonly units: StoredQuantity
  /** Units that are still promised; they count in the level's committed figure. 0 unless the state is Active. */
  readonly remaining: StoredQuantity
  /** The lot of a hard reservation. */
  readonly recno: number | null
  /** Whether `recno` is given, for filters. */
  readonly hard: boolean
  readonly reference: string
  readonly line: number | null
  readonly priority: number
  readonly expires: Date | null
  readonly state: ReservationState
  /** Whether it belongs to a line of a shipping order, named by `reference` and `line`. */
  readonly ofOrder: boolean
  readonly created: Date
  readonly modified: Date
  readonly version: number
}

const schema = new Schema<ReservationRecord>(
  {
    _id: { type: Number, required: true },
    partNo: { type: Number, required: true },
    shortID: { type: String, required: true },
    wid: { type: Number, required: true },
    units: { type: Schema.Types.Decimal128, required: true },
    remaining: { type: Schema.Types.Decimal128, required: true },
    recno: { type: Number, default: null },
    hard: { type: Boolean, required: true },
    reference: { type: String, default: '' },
    line: { type: Number, default: null },
    priority: { type: Number, required: true },
    expires: { type: Date, default: null },
    state: { type: String, required: true },
    ofOrder: { type: Boolean, required: true },
    created: { type: Date, required: true },
    modified: { type: Date, required: true },
    version: { type: Number, required: true },
  },
  { collection: 'reservations', versionKey: false, strict: 'throw' },
)
schema.index({ partNo: 1, state: 1, expires: 1 })
schema.index({ partNo: 1, wid: 1, state: 1, hard: 1 })
schema.index({ reference: 1, line: 1, state: 1 })
schema.index({ created: -1, _id: -1 })
schema.index({ wid: 1, created: -1, _id: -1 })
schema.index({ state: 1, created: -1, _id: -1 })
schema.index({ modified: 1 })

/** Reservations by the time when they were made, with a page index (docs/decisions.md#16). */
export const reservationList = {
  name: 'reservationPageIndex',
  collection: 'reservations',
  keyField: 'created',
  partitionFields: ['state', 'wid'],
  lowestKey: new Date(0),
} as const satisfies IndexedListFields<Date>

export const reservations = defineDocuments<ReservationRecord>('Reservation', schema)

/** Whether the time of a reservation has passed, although nothing has recorded it yet. */
export const hasLapsed = ({ expires }: Pick<ReservationRecord, 'expires'>, now: Date) =>
  expires !== null && expires <= now
