import { type Connection, Schema } from 'mongoose'
import type { StoredQuantity } from '../../../shared/database/quantity.ts'
import type { LevelFigure } from '../levels/level.model.ts'

/** What an order line can still want: units to come, or units that are promised. */
export type OrderKind = Extract<LevelFigure, 'onOrder' | 'aSN' | 'committed' | 'packed'>

/** Open units of an order line, as the order system told them. */
export interface OrderLineRecord {
  readonly _id: string
  readonly kind: OrderKind
  readonly reference: string
  readonly line: number
  readonly partNo: number
  readonly wid: number
  readonly units: StoredQuantity
}

const schema = new Schema<OrderLineRecord>(
  {
    _id: { type: String, required: true },
    kind: { type: String, required: true },
    reference: { type: String, required: true },
    line: { type: Number, required: true },
    partNo: { type: Number, required: true },
    wid: { type: Number, required: true },
    units: { type: Schema.Types.Decimal128, required: true },
  },
  { collection: 'orderLines', versionKey: false, strict: 'throw' },
)
schema.index({ partNo: 1, wid: 1 })

export const createOrderLineModel = (connection: Connection) => connection.model('OrderLine', schema)

export const orderLineId = (
  kind: OrderKind,
  { reference, line, partNo, wid }: Omit<OrderLineRecord, '_id' | 'kind' | 'units'>,
) => [kind, wid, partNo, line, reference].join('/')
