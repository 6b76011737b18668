import { Schema, type SchemaDefinition } from 'mongoose'
import type { Customer, Vendor } from '../../../../shared/contract/orders/parties.ts'
import { type StoredQuantity, toNumber, toQuantity, toStored } from '../../records/quantity.ts'
import { defineDocuments } from '../../records/versioned-documents.ts'

/** A customer or a vendor; `_id` is the number that dfltOwner, shipto and supplier mean. */
export interface PartyRecord extends Omit<Customer, 'id' | 'created' | 'modified'> {
  readonly _id: number
  readonly created: Date
  readonly modified: Date
  /** Of vendors. */
  readonly overReceipt?: StoredQuantity
  readonly version: number
}

export const contactFields = [
  'address1',
  'address2',
  'city',
  'state',
  'zip',
  'country',
  'phone',
  'fax',
  'email',
  'contact',
] as const satisfies readonly (keyof PartyRecord)[]

const text = { type: String, default: '' }
const fields: SchemaDefinition = {
  _id: { type: Number, required: true },
  shortID: { type: String, required: true },
  name: { type: String, required: true },
  ...Object.fromEntries(contactFields.map((field) => [field, text])),
  active: { type: Boolean, required: true },
  created: { type: Date, required: true },
  modified: { type: Date, required: true },
  overReceipt: Schema.Types.Decimal128,
  version: { type: Number, required: true },
}

const collectionOf = (collection: string) => {
  const schema = new Schema<PartyRecord>(fields, { collection, versionKey: false, strict: 'throw' })
  schema.index({ shortID: 1 }, { unique: true })
  schema.index({ name: 1 })
  return schema
}

export const customers = defineDocuments<PartyRecord>('Customer', collectionOf('customers'))
export const vendors = defineDocuments<PartyRecord>('Vendor', collectionOf('vendors'))

export function toCustomer({
  _id: id,
  created,
  modified,
  overReceipt: _,
  version: __,
  ...fields
}: PartyRecord): Customer {
  return { id, ...fields, created: created.toISOString(), modified: modified.toISOString() }
}

export const toVendor = (record: PartyRecord): Vendor => ({
  ...toCustomer(record),
  overReceipt: record.overReceipt ? toNumber(record.overReceipt) : 0,
})

export const storedTolerance = (perCent: number) => toStored(toQuantity(perCent))
