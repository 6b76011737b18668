import type { Connection } from 'mongoose'
import type { Amendment, RequestDetails, TransactionType } from '../../../../shared/contract/inventory/inventory.ts'
import { defineSchema, field, type RecordOf } from '../../../../shared/database/record-fields.ts'
import type { OrderFigure } from '../levels/level.model.ts'

/** What a transaction can change about a lot. */
const lotState = {
  wid: field.number,
  spot: field.textOrEmpty,
  units: field.quantity,
  hold: field.flag,
  /** Orders the states of a lot; transaction numbers do not, as processes take them in blocks. */
  version: field.number,
  /** The transit that it is in; absent if it is in none. */
  transit: field.optional<string | null>(field.text),
}
export type LotState = RecordOf<typeof lotState>

/** One lot that a transaction touched; a lot that it made has no `before`. */
const lot = {
  recNo: field.number,
  fromRecNo: field.nullable(field.number),
  before: field.nullable(field.nested(lotState)),
  after: field.nested(lotState),
}
export type LedgerLot = RecordOf<typeof lot>

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

/** One entry of the append-only ledger; `_id` is the transactionNo. */
const fields = {
  _id: field.number,
  type: field.oneOf<TransactionType>(),
  at: field.date,
  clientId: field.text,
  actor: field.optional(field.text),
  /** The person, if an identity provider has verified the actor. */
  person: field.optional(field.nested({ issuer: field.text, subject: field.text, name: field.text })),
  /** Caller and operation id, in the first entry of an operation: it is entered once, for ever. */
  operationId: field.optional(field.text),
  requestId: field.text,
  reasonCode: field.nullable(field.number),
  reference: field.textOrEmpty,
  remark: field.textOrEmpty,
  partNo: field.number,
  shortID: field.text,
  units: field.quantity,
  wid: field.number,
  spot: field.textOrEmpty,
  shipToWid: field.nullable(field.number),
  toSpot: field.nullable(field.text),
  /** Warehouses whose stock it changed. */
  wids: field.numbers,
  lots: field.list(lot),
  /** The transaction that this one reversed. */
  reverses: field.nullable(field.number),
  /** What was amended of the lot. */
  amended: field.optional(field.mixed<readonly Amendment[]>()),
  /** Changes of figures that no lot explains; negative when an order line wants less. */
  figures: field.list({
    figure: field.oneOf<OrderFigure>(),
    wid: field.number,
    units: field.quantity,
    reference: field.textOrEmpty,
    line: field.number,
    reservation: field.optional(field.number),
  }),
  /** What the request said beyond the stock change. */
  details: field.mixed<LedgerDetails>(),
}
export type LedgerRecord = RecordOf<typeof fields>

/** Name of the collection. */
export const LEDGER = 'ledger'

const schema = defineSchema(LEDGER, fields, { minimize: false })
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
