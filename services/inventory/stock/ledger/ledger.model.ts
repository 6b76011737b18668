import { type Connection, Schema } from 'mongoose'
import type { Person } from '../../../../shared/contract/core/access.ts'
import type { Amendment, RequestDetails, TransactionType } from '../../../../shared/contract/inventory/inventory.ts'
import type { StoredQuantity } from '../../../../shared/quantity.ts'
import type { OrderFigure } from '../levels/level.model.ts'

/** What a transaction can change about a lot. */
export interface LotState {
  readonly wid: number
  readonly spot: string
  readonly units: StoredQuantity
  readonly hold: boolean
  /** Orders the states of a lot; transaction numbers do not, as processes take them in blocks. */
  readonly version: number
  /** The transit that it is in; absent if it is in none. */
  readonly transit?: string | null
}

/** One lot that a transaction touched; a lot that it made has no `before`. */
export interface LedgerLot {
  readonly recNo: number
  readonly fromRecNo: number | null
  readonly before: LotState | null
  readonly after: LotState
}

/** One entry of the append-only ledger; `_id` is the transactionNo. */
export interface LedgerRecord {
  readonly _id: number
  readonly type: TransactionType
  readonly at: Date
  readonly clientId: string
  readonly actor?: string
  /** The person, if an identity provider has verified the actor. */
  readonly person?: Person
  /** Caller and operation id, in the first entry of an operation: it is entered once, for ever. */
  readonly operationId?: string
  readonly requestId: string
  readonly reasonCode: number | null
  readonly reference: string
  readonly remark: string
  readonly partNo: number
  readonly shortID: string
  readonly units: StoredQuantity
  readonly wid: number
  readonly spot: string
  readonly shipToWid: number | null
  readonly toSpot: string | null
  /** Warehouses whose stock it changed. */
  readonly wids: readonly number[]
  readonly lots: readonly LedgerLot[]
  /** The transaction that this one reversed. */
  readonly reverses: number | null
  /** What was amended of the lot. */
  readonly amended?: readonly Amendment[]
  /** Changes of figures that no lot explains; negative when an order line wants less. */
  readonly figures: readonly {
    readonly figure: OrderFigure
    readonly wid: number
    readonly units: StoredQuantity
    readonly reference: string
    readonly line: number
    readonly reservation?: number
  }[]
  /** What the request said beyond the stock change. */
  readonly details: LedgerDetails
}

/** Details that a request gave; others are left out. */
export type LedgerDetails = {
  readonly [K in keyof RequestDetails]?: RequestDetails[K] | undefined
} & {
  /** The entry corrects the stock of a spot without a count, or reverses one that corrected it. */
  readonly adjustment?: true
  /** Of a reversal: the type of what it reversed. */
  readonly reversedType?: TransactionType
  /** It was entered with a time of the past, as another system had it. */
  readonly imported?: true
}

/** Name of the collection. */
export const LEDGER = 'ledger'

const lotState = {
  wid: Number,
  spot: String,
  units: Schema.Types.Decimal128,
  hold: Boolean,
  version: Number,
  transit: String,
}
const schema = new Schema<LedgerRecord>(
  {
    _id: { type: Number, required: true },
    type: { type: String, required: true },
    at: { type: Date, required: true },
    clientId: { type: String, required: true },
    actor: String,
    person: new Schema({ issuer: String, subject: String, name: String }, { _id: false }),
    operationId: String,
    requestId: { type: String, required: true },
    reasonCode: { type: Number, default: null },
    reference: { type: String, default: '' },
    remark: { type: String, default: '' },
    partNo: { type: Number, required: true },
    shortID: { type: String, required: true },
    units: { type: Schema.Types.Decimal128, required: true },
    wid: { type: Number, required: true },
    spot: { type: String, default: '' },
    shipToWid: { type: Number, default: null },
    toSpot: { type: String, default: null },
    wids: { type: [Number], required: true },
    lots: {
      type: [
        new Schema(
          {
            recNo: { type: Number, required: true },
            fromRecNo: { type: Number, default: null },
            before: { type: new Schema(lotState, { _id: false }), default: null },
            after: { type: new Schema(lotState, { _id: false }), required: true },
          },
          { _id: false },
        ),
      ],
      required: true,
    },
    reverses: { type: Number, default: null },
    amended: Schema.Types.Mixed,
    figures: {
      type: [
        new Schema(
          {
            figure: String,
            wid: Number,
            units: Schema.Types.Decimal128,
            reference: String,
            line: Number,
            reservation: Number,
          },
          { _id: false },
        ),
      ],
      required: true,
    },
    details: { type: Schema.Types.Mixed, required: true },
  },
  { collection: LEDGER, versionKey: false, strict: 'throw', minimize: false },
)
schema.index(
  { operationId: 1 },
  { name: 'operationId_present', unique: true, partialFilterExpression: { operationId: { $gt: '' } } },
)
schema.index({ at: -1, _id: -1 })
schema.index({ wids: 1, at: -1, _id: -1 })
// One per filter of the list, in its default sort.
schema.index({ partNo: 1, at: -1, _id: -1 })
schema.index({ type: 1, at: -1, _id: -1 })
schema.index({ clientId: 1, at: -1, _id: -1 })
// Of entries that have the field: an index is written for each entry, also for those without a value.
schema.index({ 'lots.recNo': 1 }, { name: 'lots.recNo_present', partialFilterExpression: { 'lots.recNo': { $gt: 0 } } })
schema.index({ reference: 1 }, { name: 'reference_present', partialFilterExpression: { reference: { $gt: '' } } })
schema.index({ actor: 1, at: -1, _id: -1 }, { partialFilterExpression: { actor: { $gt: '' } } })
schema.index({ reverses: 1 }, { name: 'reverses_present', partialFilterExpression: { reverses: { $gt: 0 } } })
schema.index(
  { reasonCode: 1, at: -1, _id: -1 },
  { name: 'reasonCode_present', partialFilterExpression: { reasonCode: { $gte: 0 } } },
)

export const createLedgerModel = (connection: Connection) => connection.model('LedgerEntry', schema)
export type LedgerModel = ReturnType<typeof createLedgerModel>
