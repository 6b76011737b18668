import type { Customer, Vendor } from '../../../shared/contract/orders/parties.ts'
import {
  date,
  defineSchema,
  flag,
  number,
  optional,
  quantity,
  type RecordOf,
  text,
  textOrEmpty,
} from '../../../shared/database/record-fields.ts'
import { toNumber, toQuantity, toStored } from '../../../shared/quantity.ts'
import { defineRecords } from '../records/versioned-records.ts'

const contact = {
  address1: textOrEmpty,
  address2: textOrEmpty,
  city: textOrEmpty,
  state: textOrEmpty,
  zip: textOrEmpty,
  country: textOrEmpty,
  phone: textOrEmpty,
  fax: textOrEmpty,
  email: textOrEmpty,
  contact: textOrEmpty,
}
// Object.keys knows no narrower strings.
export const contactFields = Object.keys(contact) as (keyof typeof contact)[]

/** A customer or a vendor; `_id` is the number that dfltOwner, shipto and supplier mean. */
const fields = {
  _id: number,
  shortID: text,
  name: text,
  ...contact,
  active: flag,
  created: date,
  modified: date,
  /** Of vendors. */
  overReceipt: optional(quantity),
  version: number,
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
