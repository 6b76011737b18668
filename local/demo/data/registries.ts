import pMap from 'p-map'
import { auth } from '../../../shared/contract/auth.ts'
import { catalog } from '../../../shared/contract/catalog/catalog.ts'
import { permissions } from '../../../shared/contract/core/access.ts'
import { inventory } from '../../../shared/contract/inventory/inventory.ts'
import { categories } from './items.ts'
import { CALLS_AT_ONCE, type Once, unlessPresent } from './repetition.ts'

/** The demo's registries: lots and ledger entries refer to these numbers. */
export const warehouses = [
  { wid: 1, name: 'Main' },
  { wid: 2, name: 'East' },
  { wid: 3, name: 'Overflow' },
] as const

export const reasonCodes = [
  { code: 10, direction: 'in', name: 'Purchase receipt' },
  { code: 11, direction: 'in', name: 'Customer return' },
  { code: 12, direction: 'in', name: 'Count correction in' },
  { code: 13, direction: 'in', name: 'Production receipt' },
  { code: 20, direction: 'out', name: 'Sales order' },
  { code: 21, direction: 'out', name: 'Production' },
  { code: 22, direction: 'out', name: 'Scrap' },
  { code: 23, direction: 'out', name: 'Count correction out' },
  { code: 24, direction: 'out', name: 'Return to supplier' },
  { code: 30, direction: 'out', name: 'Inspection', forHolds: true },
  { code: 31, direction: 'out', name: 'Damaged', forHolds: true },
] as const

export const customers = [
  { id: 7, shortID: 'HANSE', name: 'Hanse Automation', city: 'Hamburg', country: 'DE' },
  { id: 12, shortID: 'RHEIN', name: 'Rhein Robotics', city: 'Köln', country: 'DE' },
  { id: 19, shortID: 'ALPINE', name: 'Alpine Controls', city: 'Innsbruck', country: 'AT' },
] as const

export const vendors = [
  { id: 100, shortID: 'NORDFAST', name: 'Nordic Fasteners', city: 'Kiel', country: 'DE', overReceipt: 5 },
  { id: 101, shortID: 'BOLTCO', name: 'Bolt Company', city: 'Hagen', country: 'DE' },
  { id: 102, shortID: 'CHIPLINE', name: 'Chipline Components', city: 'Dresden', country: 'DE' },
  { id: 103, shortID: 'KABELKO', name: 'Kabelko', city: 'Brno', country: 'CZ' },
  { id: 104, shortID: 'DRIVETEC', name: 'Drivetec Power', city: 'Graz', country: 'AT' },
  { id: 105, shortID: 'OSTPACK', name: 'Ostpack Packaging', city: 'Leipzig', country: 'DE' },
  { id: 106, shortID: 'CHEMFIX', name: 'Chemfix Adhesives', city: 'Basel', country: 'CH' },
  { id: 107, shortID: 'LOTWERK', name: 'Lotwerk Solder', city: 'Ulm', country: 'DE' },
] as const

export const jobs = [
  { id: 3, name: 'Packing line 2 refit' },
  { id: 4, name: 'Cabinet series 400' },
  { id: 5, name: 'Service vans' },
] as const

export const groups = [
  { name: 'integrators', permissions: Object.values(permissions) },
  { name: 'viewers', permissions: [permissions.itemMasterList] },
] as const

export async function createRegistries(once: Once): Promise<void> {
  const creations = [
    ...groups.map(
      ({ name, permissions }) =>
        () =>
          once(`group-${name}`, auth.createGroup, { name, permissions: [...permissions] }),
    ),
    ...warehouses.map((input) => () => once(`warehouse-${input.wid}`, inventory.createWarehouse, input)),
    ...reasonCodes.map((input) => () => once(`reason-${input.code}`, inventory.createReasonCode, input)),
    ...customers.map((input) => () => once(`customer-${input.id}`, inventory.createCustomer, input)),
    ...vendors.map((input) => () => once(`vendor-${input.id}`, inventory.createVendor, input)),
    ...categories.flatMap(({ subCategories, ...input }) => [
      () => once(`category-${input.category}`, catalog.putCategory, input),
      ...subCategories.map(
        (sub) => () => once(`category-${sub.category}-${sub.subCategory}`, catalog.putSubCategory, sub),
      ),
    ]),
    ...jobs.map((input) => () => once(`job-${input.id}`, inventory.createJob, input)),
  ]
  await pMap(creations, (create) => unlessPresent<unknown>(create()), { concurrency: CALLS_AT_ONCE })
}
