import { inventory } from '../../../../shared/contract/inventory/inventory.ts'
import { createParties, type PartiesDeps } from './parties.ts'
import { customers, toCustomer, toVendor, vendors } from './party.model.ts'

export const createCustomers = (deps: PartiesDeps) =>
  createParties(deps, {
    name: 'customer',
    records: customers,
    toResult: toCustomer,
    operations: {
      create: inventory.createCustomer,
      update: inventory.updateCustomer,
      discontinue: inventory.discontinueCustomer,
      rename: inventory.renameCustomer,
    },
  })

export const createVendors = (deps: PartiesDeps) =>
  createParties(deps, {
    name: 'vendor',
    records: vendors,
    toResult: toVendor,
    operations: {
      create: inventory.createVendor,
      update: inventory.updateVendor,
      discontinue: inventory.discontinueVendor,
      rename: inventory.renameVendor,
    },
  })
