import { inventory } from '../../../../shared/contract/inventory/inventory.ts'
import { createParties, type PartiesParts } from './parties.ts'
import { customers, toCustomer, toVendor, vendors } from './party.model.ts'

export const createCustomers = (parts: PartiesParts) =>
  createParties(parts, {
    name: 'customer',
    documents: customers,
    toAnswer: toCustomer,
    operations: {
      create: inventory.createCustomer,
      update: inventory.updateCustomer,
      discontinue: inventory.discontinueCustomer,
      rename: inventory.renameCustomer,
    },
  })

export const createVendors = (parts: PartiesParts) =>
  createParties(parts, {
    name: 'vendor',
    documents: vendors,
    toAnswer: toVendor,
    operations: {
      create: inventory.createVendor,
      update: inventory.updateVendor,
      discontinue: inventory.discontinueVendor,
      rename: inventory.renameVendor,
    },
  })
