import pMap from 'p-map'
import { catalog } from '../../shared/contract/catalog/catalog.ts'
import type { Params } from '../../shared/contract/core/operation.ts'
import { inventory } from '../../shared/contract/inventory/inventory.ts'
import { HOUR_MS } from '../../shared/day.ts'
import type { Call } from '../../shared/messaging/rpc/call.ts'
import { type FamilyKey, families, familyKeys } from '../../shared/names/families.ts'
import { aliases, createItems, demoItems, discontinued } from './data/items.ts'
import { createLotHistory, isPast, planLots, planPastLots } from './data/lots.ts'
import { createRegistries, reasonCodes, vendors, warehouses } from './data/registries.ts'
import { CALLS_AT_ONCE, createDayOf, createOnce, type Once, unlessPresent } from './data/repetition.ts'
import { enterMovements, planTrade } from './data/trade.ts'
import { createDemoReorderPoints, tradedItems } from './data/traded-items.ts'
import { demoDocuments } from './documents.ts'

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
  const made = new Map<FamilyKey, number>()
  const createDocuments = async (key: FamilyKey) => made.set(key, await demoDocuments[key](once, dayOf))
  // The others take what purchase orders bring.
  await createDocuments('purchaseOrder')
  await pMap(discontinued, (shortID) => once(`discontinue-${shortID}`, catalog.discontinueItem, { shortID }), {
    concurrency: CALLS_AT_ONCE,
  })
  await unlessPresent(createReservations(once))
  await Promise.all(familyKeys.filter((key) => !made.has(key)).map(createDocuments))
  await createDemoReorderPoints(once)
  report(`Demo data: ${familyKeys.map((key) => `${made.get(key)} ${families[key].kind}s`).join(', ')}`)
}

/** Reservations that expire, and after how many hours. */
const reservations: readonly (Params<typeof inventory.createReservation> & { readonly hours: number })[] = [
  { itemID: 'BOLT-M6-30', units: 40, wid: 1, reference: 'CART-1001', line: 1, hours: 168 },
  { itemID: 'NUT-M6', units: 20, wid: 1, reference: 'CART-1001', line: 2, hours: 24, shortage: 'partial' },
  { itemID: 'WIRE-0.5-RED', units: 5, wid: 1, reference: 'QUOTE-88', hours: 1, priority: 5, shortage: 'partial' },
]

/** Makes the demo's reservations, one after the other so that they have the numbers 1 to 3. */
async function createReservations(once: Once): Promise<void> {
  for (const [index, { hours, ...input }] of reservations.entries()) {
    const expires = new Date(Date.now() + hours * HOUR_MS).toISOString()
    await once(`reservation-${index + 1}`, inventory.createReservation, { ...input, expires })
  }
}
