import type { Schemas } from '../../api/http/contract.ts'
import { decimal, type Fields, text } from '../../components/forms/fields.tsx'
import { textOf } from '../../fold/person-numbers.ts'

/** The longest text of each (docs/orders.md#customers-and-vendors). */
const contacts = {
  contact: text('Contact', 128),
  phone: text('Phone'),
  email: text('Email', 128),
  address1: text('Street', 128),
  address2: text('Address line 2', 128),
  zip: text('Postal code', 32),
  city: text('City'),
  state: text('State or region'),
  country: text('Country'),
  fax: text('Fax'),
} as const

type Contact = keyof typeof contacts
export type Contacts = { readonly [Name in Contact]?: string }
type VendorFields = Contacts & Pick<Schemas['CreateVendorRequest'], 'overReceipt'>

/** What can be said of a customer besides its name. */
export const ofCustomer: Fields<Contacts> = contacts
/** And of a vendor. */
export const ofVendor: Fields<VendorFields> = {
  ...contacts,
  overReceipt: decimal('Over-receipt allowed (%)', 'over-receipt in percent (like 5)'),
}

/** What was cleared of a customer is blank; left out, it would stay. */
export const clearedCustomer: Contacts = Object.fromEntries(Object.keys(contacts).map((name) => [name, '']))
/** And of a vendor. */
export const clearedVendor: VendorFields = { ...clearedCustomer, overReceipt: 0 }

/** The texts of a record that is there. */
export const textsOf = (record: object): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, textOf(value)]))

const LABELS: readonly (readonly [string, readonly Contact[]])[] = [
  ['Contact', ['contact']],
  ['Phone', ['phone']],
  ['Email', ['email']],
  ['Address', ['address1', 'address2', 'zip', 'city', 'state', 'country']],
  ['Fax', ['fax']],
]

/** Names and values of what is known of a customer or vendor. */
export const contactEntries = (record: Record<Contact, string>): readonly (readonly [string, string])[] =>
  LABELS.map(([label, names]) => [label, names.flatMap((name) => record[name] || []).join(', ') || '–'])
