/** Groups of commands: the first word of each, and its description in the help. */
export const nouns: Readonly<Record<string, string>> = {
  group: 'Groups of clients with the same permissions',
  client: 'Clients of integrators: rights, secrets',
  permission: 'Permissions that groups can have',
  key: 'Keys that sign tokens',
  warehouse: 'Registry of warehouses',
  reason: 'Registry of reason codes for receipts and issues',
  customer: 'Customers, who can own items',
  vendor: 'Vendors',
  job: 'Registry of jobs',
  order: 'Purchase orders, and order lines of other systems',
  item: 'Items of the catalog',
  stock: 'Lots and stock levels',
  lot: 'One lot and its history',
  ledger: 'Transactions that changed stock',
  export: 'All records of a list, as NDJSON or CSV',
  webhook: 'Webhooks of all clients, and their deliveries',
}
