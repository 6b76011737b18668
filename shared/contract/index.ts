import { families } from '../names/families.ts'
import { auth } from './auth.ts'
import { catalog } from './catalog/catalog.ts'
import type { Operation } from './core/operation.ts'
import { gateway } from './gateway.ts'
import { inventory } from './inventory/inventory.ts'
import { notifications } from './notifications/notifications.ts'
import { reporting } from './reports/reporting.ts'

/** Every operation of every service. */
export const contract = { auth, catalog, inventory, notifications, reporting } as const

/** Every operation in one list, in the order in which the gateway tries routes; those of the gateway itself last. */
export const operations: readonly Operation[] = [...Object.values(contract), gateway].flatMap((service) =>
  Object.values<Operation>(service),
)

/** Description of each family of operations, by the first segment of their paths; a tag of the OpenAPI document. */
export const familyDescriptions: Readonly<Record<string, string>> = {
  Token: 'Bearer tokens',
  Client: 'Clients, which the operator maintains',
  Group: 'Groups of clients with the same permissions, which the operator maintains',
  Item: 'The catalog: items and their aliases',
  Inventory: 'Lots, stock levels, the operations that change them, and the ledger',
  Category: 'Names of the categories and sub-categories of items',
  Search: 'Whatever has a name or a number, by one text',
  Operations: 'Outcomes of writes',
  Warehouse: 'Warehouses, which the operator maintains',
  ReasonCode: 'Reasons for adjustments, which the operator maintains',
  Customer: 'Customers, who can own items and receive shipping orders',
  Vendor: 'Vendors, who receive purchase orders',
  ...Object.fromEntries(Object.values(families).map(({ path, about }) => [path, about])),
  Report: 'Reports about the past and the present of the stock',
  Changes: 'All changes, in one sequence without gaps',
  Requests: 'Requests that were refused or failed',
  Health: 'How busy the system is',
  Webhook: 'Subscriptions that send changes to a URL, signed as in Standard Webhooks',
}
