import pMap from 'p-map'
import { inventory } from '../../shared/contract/inventory/inventory.ts'
import type { Once } from './once.ts'
import { customers } from './registries.ts'

type Progress = 'backordered' | 'committed' | 'partly packed' | 'packed' | 'shipped' | 'canceled'

/** What becomes of each order, by its number from 1. */
const progresses: readonly Progress[] = [
  'partly packed',
  'shipped',
  'shipped',
  'shipped',
  'backordered',
  'backordered',
  'backordered',
  'packed',
  'packed',
  'packed',
  'committed',
  'committed',
  'committed',
  'committed',
  'canceled',
]
const items = ['BOLT-M6-30', 'NUT-M6', 'WASHER-M6', 'BOLT-M8-25', 'RES-0603-10K']
/** Those of backordered orders, which take all there is. */
const scarceItems = ['TAPE-50-66', 'PALLET-EUR', 'CAP-0603-100N']
const MORE_THAN_THERE_IS = 500_000

/** Makes the demo's shipping orders: SO-DEMO-01 to SO-DEMO-15. */
export async function createDemoShippingOrders(once: Once): Promise<void> {
  await pMap(progresses.entries(), ([index, progress]) => createOrder(once, index, progress), { concurrency: 4 })
}

async function createOrder(once: Once, index: number, progress: Progress): Promise<void> {
  const soNo = `SO-DEMO-${String(index + 1).padStart(2, '0')}`
  const customer = customers[index % customers.length]?.shortID ?? ''
  const [from, units] = progress === 'backordered' ? [scarceItems, MORE_THAN_THERE_IS] : [items, 20]
  const line = { shortID: from[index % from.length] ?? '', units, warehouse: 1 }
  await once(soNo, inventory.createShippingOrder, { soNo, customer, shipDate: '2026-12-15', lines: [line] })
  if (progress === 'canceled') await once(`${soNo}-cancel`, inventory.cancelShippingOrder, { soNo })
  if (!['partly packed', 'packed', 'shipped'].includes(progress)) return
  const packed = { lineNo: 1, units: progress === 'partly packed' ? 5 : 20, package: `BOX-${index + 1}` }
  await once(`${soNo}-pack`, inventory.packShippingOrder, { soNo, lines: [packed] })
  const tracking = `DEMO-${1000 + index}`
  if (progress === 'shipped') await once(`${soNo}-ship`, inventory.shipShippingOrder, { soNo, tracking })
}
