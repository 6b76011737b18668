import type { Params } from '../../shared/contract/core/operation.ts'
import { inventory } from '../../shared/contract/inventory/inventory.ts'
import type { Once } from './data/once.ts'

/** Reservations that expire, and after how many hours. */
const reservations: readonly (Params<typeof inventory.createReservation> & { readonly hours: number })[] = [
  { itemID: 'BOLT-M6-30', units: 40, wid: 1, reference: 'CART-1001', line: 1, hours: 168 },
  { itemID: 'NUT-M6', units: 20, wid: 1, reference: 'CART-1001', line: 2, hours: 24, shortage: 'partial' },
  { itemID: 'WIRE-0.5-RED', units: 5, wid: 1, reference: 'QUOTE-88', hours: 1, priority: 5, shortage: 'partial' },
]

/** Makes the demo's reservations, one after the other so that they have the numbers 1 to 3. */
export async function createDemoReservations(once: Once, start = Date.now()): Promise<void> {
  for (const [index, { hours, ...input }] of reservations.entries()) {
    const expires = new Date(start + hours * 3_600_000).toISOString()
    await once(`reservation-${index + 1}`, inventory.createReservation, { ...input, expires })
  }
}
