import pMap from 'p-map'
import { auth } from '../../shared/contract/auth.ts'
import { catalog } from '../../shared/contract/catalog/catalog.ts'
import { AppError } from '../../shared/contract/core/errors.ts'
import { inventory } from '../../shared/contract/inventory/inventory.ts'
import type { Call } from '../../shared/messaging/rpc/call.ts'
import { createDemoCounts } from './counts.ts'
import { createDayOf } from './data/day-of.ts'
import { aliases, categories, demoItems, discontinued } from './data/items.ts'
import { createOnce, type Once } from './data/once.ts'
import { customers, groups, jobs, reasonCodes, vendors, warehouses } from './data/registries.ts'
import { planLots } from './data/stock.ts'
import { createLotHistory } from './lot-history.ts'
import { purchaseOrderHistories } from './purchase-orders.ts'
import { createDemoReorderPoints } from './reorder-points.ts'
import { createDemoReservations } from './reservations.ts'
import { createDemoShippingOrders } from './shipping-orders.ts'
import { enterMovements } from './trade/enter-movements.ts'
import { isPast, planPastLots } from './trade/plan-past-lots.ts'
import { planTrade } from './trade/plan-trade.ts'
import { tradedItems } from './trade/traded-items.ts'
import { createDemoTransits } from './transits.ts'
import { createDemoWorkOrders } from './work-orders.ts'

const CALLS_AT_ONCE = 16

/**
 * Creates the demo data with operations of the contract. `call` has the operator's rights. A second run completes an
 * interrupted one and keeps records that exist under the same names.
 */
export async function createDemoData(call: Call, report: (line: string) => void): Promise<void> {
  const once = createOnce(call)
  await createRegistries(once)
  report(`Demo data: ${warehouses.length} warehouses, ${reasonCodes.length} reason codes`)
  await createItems(once)
  report(`Demo data: ${demoItems.length + tradedItems.length} items, ${aliases.length} aliases`)
  const { created } = await call(inventory.getVendor, { shortID: vendors[0].shortID })
  const madeAt = new Date(created)
  const lots = planLots()
  await enterMovements(call, 'lots', planPastLots(lots, madeAt))
  const present = [...lots.entries()].filter(([, lot]) => !isPast(lot))
  await pMap(present, ([number, lot]) => createLotHistory(once, lot, number), { concurrency: CALLS_AT_ONCE })
  report(`Demo data: ${lots.length} lots received, some of them moved, issued or held`)
  const trade = planTrade(tradedItems, madeAt)
  await enterMovements(call, 'trade', trade)
  report(`Demo data: ${trade.length} movements of 90 days`)
  const dayOf = createDayOf(madeAt)
  const histories = purchaseOrderHistories(once, dayOf)
  await pMap(histories, (create) => create(), { concurrency: CALLS_AT_ONCE })
  await pMap(discontinued, (shortID) => once(`discontinue-${shortID}`, catalog.discontinueItem, { shortID }), {
    concurrency: CALLS_AT_ONCE,
  })
  await unlessPresent(createDemoReservations(once))
  await Promise.all([
    createDemoShippingOrders(once, dayOf),
    createDemoWorkOrders(once, dayOf),
    createDemoTransits(once),
    createDemoCounts(once),
  ])
  await createDemoReorderPoints(once)
  report(`Demo data: ${histories.length} purchase orders, 3 transits`)
}

/** Ignores a conflict: the record exists already. */
async function unlessPresent(creation: Promise<unknown>): Promise<void> {
  await creation.catch((error: unknown) => {
    if (!(error instanceof AppError) || error.code !== 'conflict') throw error
  })
}

async function createRegistries(once: Once): Promise<void> {
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
  await pMap(creations, (create) => unlessPresent(create()), { concurrency: CALLS_AT_ONCE })
}

async function createItems(once: Once): Promise<void> {
  const items = [...demoItems.map(({ trait: _, ...item }) => item), ...tradedItems.map(({ item }) => item)]
  await pMap(items, (input) => unlessPresent(once(`item-${input.shortID}`, catalog.createItem, input)), {
    concurrency: CALLS_AT_ONCE,
  })
  await pMap(
    aliases,
    ([shortID, alias]) => unlessPresent(once(`alias-${alias}`, catalog.putAlias, { shortID, alias })),
    { concurrency: CALLS_AT_ONCE },
  )
}
