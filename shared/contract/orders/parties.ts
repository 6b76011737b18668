import { z } from 'zod'
import { operatorWrite, permissions } from '../core/access.ts'
import { decimal, flag, id, namedRecord, optional, requiredText, sixDecimals, text } from '../core/fields.ts'
import { newName } from '../core/identifiers.ts'
import type { Spec } from '../core/operation.ts'
import { pagesOf } from '../core/paging.ts'
import { pathText } from '../documents/document-inputs.ts'

/** The longest value of each field, and what it is. */
const contactFields = {
  address1: [128, 'Street and number'],
  address2: [128, 'Second line of the address'],
  city: [64, 'City'],
  state: [64, 'State or region'],
  zip: [32, 'Postal code'],
  country: [64, 'Country'],
  phone: [64, 'Telephone number'],
  fax: [64, 'Fax number'],
  email: [128, 'E-mail address'],
  contact: [128, 'Name of the person to talk to'],
} as const
type ContactField = keyof typeof contactFields
const contactNames = Object.keys(contactFields)

/** Each contact field, made by `toField` from its longest length, with its description. */
function eachContactField<T extends z.ZodType>(toField: (max: number) => T) {
  const fields = contactNames.map((name) => {
    const [max, description] = contactFields[name as ContactField]
    return [name, toField(max).meta({ description })]
  })
  // Object.fromEntries loses which names are there.
  return Object.fromEntries(fields) as Record<ContactField, T>
}

const shortID = () => pathText().meta({ description: 'Short name, unique among its kind; cannot be changed' })

const fields = (kind: string) => ({
  id: z.int().meta({ description: `Number, as in ${kind === 'Vendor' ? 'supplier' : 'dfltOwner and shipto'}` }),
  shortID: z.string().meta({ description: 'Short name, unique' }),
  name: z.string().meta({ description: 'Full name' }),
  ...eachContactField(() => z.string()),
  active: z.boolean().meta({ description: 'Whether new orders may name it' }),
  created: z.string().meta({ description: 'When it was created, in UTC', format: 'date-time' }),
  modified: z.string().meta({ description: 'When it was last changed, in UTC', format: 'date-time' }),
})

export const Customer = z
  .object(fields('Customer'))
  .meta({ id: 'Customer', description: 'A customer, who can own items' })
export const Vendor = namedRecord('Vendor', 'A vendor', {
  ...fields('Vendor'),
  overReceipt: z.number().meta({ description: 'Per cent by which receipts may exceed a line of a new order' }),
})
export type Customer = z.output<typeof Customer>
export type Vendor = z.output<typeof Vendor>

/** Per cent by which the sum of receipts may exceed what was ordered. */
export const overReceipt = (ofWhat: string) =>
  optional(decimal().max(1_000, 'must be at most 1000.')).meta(
    sixDecimals(`Per cent by which the receipts of ${ofWhat} may exceed what was ordered`),
  )

const optionalContact = eachContactField((max) => optional(text(max)))
const contactInput = {
  ...optionalContact,
  active: optional(flag()).meta({ description: 'Whether new orders may name it' }),
}
const named = (family: string) => ({
  shortID: newName(family).meta({ description: 'Short name, unique among its kind; cannot be changed' }),
  name: requiredText(128).meta({ description: 'Full name' }),
  id: optional(id().min(1, 'must be 1 or greater.')).meta({ description: 'Number; assigned if it is not given' }),
  ...contactInput,
})
const changed = {
  shortID: shortID(),
  name: optional(requiredText(128)).meta({ description: 'Full name' }),
  ...contactInput,
}
const tolerance = { overReceipt: overReceipt('each line of its new orders') }
const customerInputs = { create: z.object(named('Customer')), update: z.object(changed) }
const vendorInputs = {
  create: z.object({ ...named('Vendor'), ...tolerance }),
  update: z.object({ ...changed, ...tolerance }),
}
const pathInput = z.object({ shortID: shortID() })
type Tolerance = { readonly overReceipt?: number | undefined }
/** A new customer or vendor; only vendors have a tolerance. */
export type PartyInput = z.output<typeof customerInputs.create> & Tolerance
export type PartyChanges = z.output<typeof customerInputs.update> & Tolerance

const readable = { access: permissions.readParties, effect: 'read' } as const
const writable = { access: permissions.writeParties, effect: 'write' } as const
const unknown = (kind: string) => ({ not_found: [`There is no ${kind} NO-SUCH-ONE.`] })

/** The five operations on one kind of party. */
const operationsOn = <
  K extends string,
  P extends string,
  R extends z.ZodObject,
  C extends z.ZodObject,
  U extends z.ZodObject,
>(
  kind: K,
  path: P,
  record: R,
  inputs: { readonly create: C; readonly update: U },
) =>
  ({
    list: {
      summary: `List all ${kind}s by ShortID, discontinued ones too`,
      route: `GET /${path}/All`,
      command: `${kind} list`,
      ...readable,
      ...pagesOf(record, {
        search: optional(text(64)).meta({ description: 'Words in shortID or name' }),
      }),
    },
    get: {
      summary: `Get one ${kind}`,
      route: `GET /${path}/:shortID`,
      command: `${kind} show`,
      ...readable,
      input: pathInput,
      output: record,
      messages: unknown(kind),
    },
    create: {
      summary: `Create a ${kind}`,
      route: `POST /${path}`,
      command: `${kind} create`,
      ...writable,
      status: 201,
      input: inputs.create,
      output: record,
      messages: { conflict: [`There is a ${kind} with the ShortID NO-SUCH-ONE already.`] },
    },
    update: {
      summary: `Change fields of a ${kind}; omitted fields keep their values`,
      route: `PUT /${path}`,
      alternateRoutes: [`PUT /${path}/:shortID`],
      command: `${kind} update`,
      ...writable,
      input: inputs.update,
      output: record,
      messages: unknown(kind),
    },
    discontinue: {
      summary: `Discontinue a ${kind}: new orders may not name it`,
      route: `DELETE /${path}/:shortID`,
      command: `${kind} discontinue`,
      ...writable,
      input: pathInput,
      output: record,
      messages: unknown(kind),
    },
  }) as const satisfies Record<string, Spec>

/** For names that earlier versions took and no path reaches. */
const renaming = <R extends z.ZodObject>(kind: string, family: string, record: R) =>
  ({
    summary: `Give a ${kind} another ShortID; orders keep naming it`,
    command: `${kind} rename`,
    ...operatorWrite,
    input: z.object({
      shortID: requiredText(64).meta({ description: 'Short name until now' }),
      newShortID: newName(family).meta({ description: 'New short name' }),
    }),
    output: record,
    errors: ['not_found', 'conflict'],
  }) as const satisfies Spec

const customers = operationsOn('customer', 'Customer', Customer, customerInputs)
const vendors = operationsOn('vendor', 'Vendor', Vendor, vendorInputs)

/** Master data of customers and vendors (docs/orders.md#customers-and-vendors). */
export const parties = {
  listCustomers: { ...customers.list, example: {} },
  getCustomer: { ...customers.get, example: { shortID: 'HANSE' } },
  createCustomer: { ...customers.create, example: { shortID: 'NEW-CUSTOMER', name: 'New Customer Ltd' } },
  updateCustomer: { ...customers.update, example: { shortID: 'HANSE', phone: '+49 40 1234567' } },
  discontinueCustomer: { ...customers.discontinue, example: { shortID: 'ALPINE' } },
  renameCustomer: renaming('customer', 'Customer', Customer),
  listVendors: { ...vendors.list, example: {} },
  getVendor: { ...vendors.get, example: { shortID: 'NORDFAST' } },
  createVendor: { ...vendors.create, example: { shortID: 'NEW-VENDOR', name: 'New Vendor Ltd' } },
  updateVendor: { ...vendors.update, example: { shortID: 'NORDFAST', phone: '+49 431 7654321' } },
  discontinueVendor: { ...vendors.discontinue, example: { shortID: 'OSTPACK' } },
  renameVendor: renaming('vendor', 'Vendor', Vendor),
} as const satisfies Record<string, Spec>
