import { Schema } from 'mongoose'
import { type StoredQuantity, toQuantity, ZERO } from '../../records/quantity.ts'
import { defineDocuments } from '../../records/versioned-documents.ts'
import type { OrderFigure } from '../../stock/levels/level.model.ts'

/** A line of an order that another system keeps. */
export interface OrderLineRecord {
  readonly _id: string
  /** The level figure that the units count in. */
  readonly kind: OrderFigure
  readonly reference: string
  readonly line: number
  readonly partNo: number
  readonly wid: number
  /** What the order system stated; lines of earlier versions have none, and no progress. */
  readonly ordered?: StoredQuantity
  /** What is open of it. */
  readonly units: StoredQuantity
  /** What version 1.0.0 had stated of it, of which the ledger has no entry. */
  readonly carried?: StoredQuantity
  readonly version: number
}

/** Name of the collection. */
export const ORDER_LINES = 'orderLines'

const schema = new Schema<OrderLineRecord>(
  {
    _id: { type: String, required: true },
    kind: { type: String, required: true },
    reference: { type: String, required: true },
    line: { type: Number, required: true },
    partNo: { type: Number, required: true },
    wid: { type: Number, required: true },
    ordered: Schema.Types.Decimal128,
    units: { type: Schema.Types.Decimal128, required: true },
    carried: Schema.Types.Decimal128,
    version: { type: Number, required: true },
  },
  { collection: ORDER_LINES, versionKey: false, strict: 'throw' },
)
schema.index({ partNo: 1, wid: 1 })
schema.index({ reference: 1 })

export const orderLines = defineDocuments<OrderLineRecord>('OrderLine', schema)

export const orderLineId = (
  kind: OrderFigure,
  { reference, line, partNo, wid }: Pick<OrderLineRecord, 'reference' | 'line' | 'partNo' | 'wid'>,
) => [kind, wid, partNo, line, reference].join('/')

/** What was received or issued of a line so far. */
export const progressOf = ({ ordered, units }: OrderLineRecord) =>
  ordered ? toQuantity(ordered).minus(toQuantity(units)) : ZERO
