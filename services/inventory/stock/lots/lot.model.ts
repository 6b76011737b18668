import { type Connection, Schema } from 'mongoose'
import { type Quantity, type StoredQuantity, toQuantity, toStored } from '../../records/quantity.ts'

/** What a part of a lot inherits from the whole, and what never changes. */
interface LotData {
  readonly partNo: number
  readonly shortID: string
  readonly received: Date
  readonly serial: string
  readonly serial2: string | null
  readonly rfidTag: string | null
  readonly remark: string
  readonly jobid: number
  /** A lot that does not expire has NEVER, so that first to expire is an order of the index. */
  readonly expires: Date
  readonly reference: string
  readonly supplier: number
  readonly line: number
  readonly netWeight: StoredQuantity | null
  readonly grossWeight: StoredQuantity | null
  readonly price: StoredQuantity | null
}

/** A lot as stored; `_id` is its recNo. */
export interface LotRecord extends LotData {
  readonly _id: number
  readonly wid: number
  readonly spot: string
  readonly units: StoredQuantity
  readonly hold: boolean
  readonly active: boolean
  readonly shipped: Date | null
  /**
   * The transit that it is in, by the number that this had when the lot was shipped: it is then inactive, on its way to
   * `wid`, and in no warehouse's stock.
   */
  readonly transit?: string | null
  /** recNo of the lot it was split from. */
  readonly parent: number | null
  readonly modified: Date
  /** Grows with every change; an update names the version that it was decided on. */
  readonly version: number
}

/** A lot as the stock rules see it. */
export type Lot = Omit<LotRecord, 'units'> & { readonly units: Quantity }

export const NEVER = new Date('9999-12-31T00:00:00.000Z')

const text = { type: String, default: '' }
const schema = new Schema<LotRecord>(
  {
    _id: { type: Number, required: true },
    partNo: { type: Number, required: true },
    shortID: { type: String, required: true },
    wid: { type: Number, required: true },
    spot: text,
    units: { type: Schema.Types.Decimal128, required: true },
    received: { type: Date, required: true },
    shipped: { type: Date, default: null },
    serial: text,
    serial2: { type: String, default: null },
    rfidTag: { type: String, default: null },
    remark: text,
    hold: { type: Boolean, required: true },
    active: { type: Boolean, required: true },
    transit: { type: String, default: null },
    jobid: { type: Number, default: 0 },
    expires: { type: Date, required: true },
    reference: text,
    supplier: { type: Number, default: 0 },
    line: { type: Number, default: 0 },
    netWeight: { type: Schema.Types.Decimal128, default: null },
    grossWeight: { type: Schema.Types.Decimal128, default: null },
    price: { type: Schema.Types.Decimal128, default: null },
    parent: { type: Number, default: null },
    modified: { type: Date, required: true },
    version: { type: Number, required: true },
  },
  { collection: 'lots', versionKey: false, strict: 'throw' },
)
schema.index({ received: -1, _id: -1 })
schema.index({ wid: 1, received: -1, _id: -1 })
schema.index({ partNo: 1, wid: 1, active: 1, expires: 1, received: 1, _id: 1 })
// Lots in stock that expire.
const expiring = { partialFilterExpression: { active: true, expires: { $lt: NEVER } } }
schema.index({ expires: 1, _id: 1 }, expiring)
schema.index({ wid: 1, expires: 1, _id: 1 }, expiring)
// What a count of a warehouse or of spots begins with.
schema.index({ wid: 1, spot: 1 }, { partialFilterExpression: { active: true } })
schema.index({ modified: 1 })
// Of lots that have the field: an index is written for each lot, also for those without a value.
schema.index({ serial: 1 }, { name: 'serial_present', partialFilterExpression: { serial: { $gt: '' } } })
schema.index({ rfidTag: 1 }, { name: 'rfidTag_present', partialFilterExpression: { rfidTag: { $gt: '' } } })
schema.index({ parent: 1 }, { name: 'parent_present', partialFilterExpression: { parent: { $gt: 0 } } })
schema.index({ transit: 1 }, { partialFilterExpression: { transit: { $gt: '' } } })

export const createLotModel = (connection: Connection) => connection.model('Lot', schema)
export type LotModel = ReturnType<typeof createLotModel>

export const toLot = (record: LotRecord): Lot => ({ ...record, units: toQuantity(record.units) })
export const fromLot = (lot: Lot): LotRecord => ({ ...lot, units: toStored(lot.units) })
