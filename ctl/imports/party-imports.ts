import { inventory } from '../../shared/contract/inventory/inventory.ts'
import { recordImport } from './record-import.ts'

export const customerImport = recordImport({
  summary: 'Create the customers of a file, and update those that exist and differ',
  create: inventory.createCustomer,
  update: inventory.updateCustomer,
  get: (call, shortID) => call(inventory.getCustomer, { shortID }),
  toValues: withoutNumber,
})

export const vendorImport = recordImport({
  summary: 'Create the vendors of a file, and update those that exist and differ',
  create: inventory.createVendor,
  update: inventory.updateVendor,
  get: (call, shortID) => call(inventory.getVendor, { shortID }),
  toValues: withoutNumber,
})

/** The number of a record that exists cannot change. */
function withoutNumber({ id: _, ...values }: Readonly<Record<string, unknown>>) {
  return values
}
