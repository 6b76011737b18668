import type { Customer, Vendor } from '../../../shared/contract/orders/parties.ts'
import { defineSchema, field, type RecordOf } from '../../../shared/database/record-fields.ts'
import { toNumber, toQuantity, toStored } from '../../../shared/quantity.ts'
import { defineRecords } from '../records/versioned-records.ts'

const contact = {
  address1: field.textOrEmpty,
  address2: field.textOrEmpty,
  city: field.textOrEmpty,
  state: field.textOrEmpty,
  zip: field.textOrEmpty,
  country: field.textOrEmpty,
  phone: field.textOrEmpty,
  fax: field.textOrEmpty,
  email: field.textOrEmpty,
  contact: field.textOrEmpty,
}
// Object.keys knows no narrower strings.
export const contactFields = Object.keys(contact) as (keyof typeof contact)[]

/** A customer or a vendor; `_id` is the number that dfltOwner, shipto and supplier mean. */
const fields = {
  _id: field.number,
  shortID: field.text,
  name: field.text,
  ...contact,
  active: field.flag,
  created: field.date,
  modified: field.date,
  /** Of vendors. */
  overReceipt: field.optional(field.quantity),
  version: field.number,
}
export type PartyRecord = RecordOf<typeof fields>

const collectionOf = (collection: string) => {
  const schema = defineSchema(collection, fields)
  schema.index({ shortID: 1 }, { unique: true })
  schema.index({ name: 1 })
  return schema
}

export const customers = defineRecords<PartyRecord>('Customer', collectionOf('customers'))
export const vendors = defineRecords<PartyRecord>('Vendor', collectionOf('vendors'))

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
