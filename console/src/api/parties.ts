import { list, record, withDryRun } from './http/operations.ts'

const PAGE_SIZE = 250
const SUGGESTED = 8

/** Customers or vendors: both have the same operations. */
export const customers = {
  list: list('customers', '/Customer/All', PAGE_SIZE),
  one: record('customer', '/Customer/{shortID}'),
  suggestions: record('customers found', '/Customer/All', { pageSize: SUGGESTED }),
  create: withDryRun('post', '/Customer'),
  update: withDryRun('put', '/Customer'),
}
export const vendors = {
  list: list('vendors', '/Vendor/All', PAGE_SIZE),
  one: record('vendor', '/Vendor/{shortID}'),
  suggestions: record('vendors found', '/Vendor/All', { pageSize: SUGGESTED }),
  create: withDryRun('post', '/Vendor'),
  update: withDryRun('put', '/Vendor'),
}
