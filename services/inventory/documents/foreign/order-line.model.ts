import { defineSchema, field, type RecordOf } from '../../../../shared/database/record-fields.ts'
import { toQuantity, ZERO } from '../../../../shared/quantity.ts'
import { defineRecords } from '../../records/versioned-records.ts'
import type { OrderFigure } from '../../stock/levels/level.model.ts'
import type { NumberOwner } from '../kit/order-number.ts'

/** A line of an order that another system keeps. */
const fields = {
  _id: field.text,
  /** The level figure that the units count in. */
  kind: field.oneOf<OrderFigure>(),
  reference: field.text,
  line: field.number,
  partNo: field.number,
  wid: field.number,
  /** What the order system stated; lines of earlier versions have none, and no progress. */
  ordered: field.optional(field.quantity),
  /** What is open of it. */
  units: field.quantity,
  /** What version 1.0.0 had stated of it, of which the ledger has no entry. */
  carried: field.optional(field.quantity),
  version: field.number,
}
export type OrderLineRecord = RecordOf<typeof fields>

/** Name of the collection. */
export const ORDER_LINES = 'orderLines'

const schema = defineSchema(ORDER_LINES, fields)
schema.index({ partNo: 1, wid: 1 })
schema.index({ reference: 1 })

export const orderLines = defineRecords<OrderLineRecord>('OrderLine', schema)

export const orderLineId = (
  kind: OrderFigure,
  { reference, line, partNo, wid }: Pick<OrderLineRecord, 'reference' | 'line' | 'partNo' | 'wid'>,
) => [kind, wid, partNo, line, reference].join('/')

/** The units received or issued of a line. */
export const progressOf = ({ ordered, units }: OrderLineRecord) =>
  ordered ? toQuantity(ordered).minus(toQuantity(units)) : ZERO

/** Orders of other order systems, of which only lines are known. */
export const foreignOrders: NumberOwner = {
  kind: 'order of another order system',
  findTaken: (connection, numbers, session) =>
    orderLines
      .model(connection)
      .distinct('reference')
      .where('reference', { $in: [...numbers] })
      .session(session ?? null),
  isTaken: async ({ records }, reference) => (await records.find(orderLines, { reference })).length > 0,
}
