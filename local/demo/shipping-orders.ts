import pMap from 'p-map'
import { inventory } from '../../shared/contract/inventory/inventory.ts'
import { customers } from './data/registries.ts'
import type { DayOf, Once } from './data/repetition.ts'

type Progress = 'backordered' | 'committed' | 'partly packed' | 'packed' | 'partly shipped' | 'shipped' | 'canceled'
type Order = readonly [progress: Progress, due: number, units: number]

/** What becomes of each order, by its number from 1, the days after the demo was made on which it is due, and its units. */
const orders: readonly Order[] = [
  ['partly packed', 0, 20],
  ['shipped', 0, 200],
  ['shipped', 0, 300],
  ['shipped', 0, 150],
  ['backordered', -3, 180],
  ['backordered', 0, 200],
  ['backordered', 2, 600],
  ['packed', 0, 40],
  ['packed', 0, 20],
  ['packed', 1, 60],
  ['committed', -1, 20],
  ['committed', 0, 80],
  ['committed', 1, 20],
  ['committed', 7, 50],
  ['canceled', 3, 20],
  ['partly shipped', -2, 30],
  ['shipped', -1, 60],
  ['packed', 0, 40],
]
const items = ['BOLT-M6-30', 'NUT-M6', 'WASHER-M6', 'BOLT-M8-25', 'RES-0603-10K']
/** Packed of an order of which not all is. */
const PART = 5
/** Those of backordered orders, of which there is less. */
const scarceItems = ['TAPE-50-66', 'BOX-600-400-400', 'PALLET-EUR']

/** Makes the demo's shipping orders: SO-DEMO-01 to SO-DEMO-18. */
export async function createDemoShippingOrders(once: Once, dayOf: DayOf): Promise<number> {
  await pMap(orders.entries(), ([index, order]) => createOrder(once, index, order, dayOf), { concurrency: 4 })
  return orders.length
}

async function createOrder(once: Once, index: number, [progress, due, units]: Order, dayOf: DayOf): Promise<void> {
  const soNo = `SO-DEMO-${String(index + 1).padStart(2, '0')}`
  const customer = customers[index % customers.length]?.shortID ?? ''
  const from = progress === 'backordered' ? scarceItems : items
  const line = { shortID: from[index % from.length] ?? '', units, warehouse: 1 }
  await once(soNo, inventory.createShippingOrder, { soNo, customer, shipDate: dayOf(due), lines: [line] })
  if (progress === 'canceled') await once(`${soNo}-cancel`, inventory.cancelShippingOrder, { soNo })
  if (['backordered', 'committed', 'canceled'].includes(progress)) return
  const packed = { lineNo: 1, units: progress.startsWith('partly') ? PART : units, package: `BOX-${index + 1}` }
  await once(`${soNo}-pack`, inventory.packShippingOrder, { soNo, lines: [packed] })
  if (progress.endsWith('shipped')) await shipDemoOrder(once, soNo)
}

export const shipDemoOrder = (once: Once, soNo: string) =>
  once(`${soNo}-ship`, inventory.shipShippingOrder, { soNo, tracking: soNo.replace('SO-', '') })
