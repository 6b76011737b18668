import pMap from 'p-map'
import { catalog } from '../../shared/contract/catalog/catalog.ts'
import { inventory } from '../../shared/contract/inventory/inventory.ts'
import type { DayOf, Once } from './data/repetition.ts'

/** A component: item, units required, and units already issued. */
type Component = readonly [shortID: string, units: number, issued?: number]

interface Order {
  readonly description: string
  /** Days after the demo was made on which the work starts and is due. */
  readonly days: readonly [start: number, due: number]
  readonly assignee?: string
  readonly components: readonly Component[]
  readonly note?: string
  /** Cabinets that were made; the order is closed then. */
  readonly made?: number
}

const PRODUCT = { shortID: 'CABINET-400', description: 'Control cabinet series 400', category: 2, subCategory: 3 }

/** One with components issued in part, one not started, one that is started, one that is finished. */
const orders: readonly Order[] = [
  {
    description: 'Control cabinet series 400, wired',
    days: [-8, 2],
    assignee: 'Line 1',
    components: [
      ['BOLT-M6-30', 16, 8],
      ['NUT-M6', 16, 16],
      ['TERM-2.5-GY', 24],
    ],
    note: 'Terminals come with the next delivery',
  },
  {
    description: 'Mounting plates, drilled',
    days: [20, 41],
    components: [['WASHER-M6', 100]],
  },
  {
    description: 'Cable sets',
    days: [-3, 0],
    assignee: 'Line 2',
    components: [['WIRE-0.5-BLK', 12.5, 2.5]],
  },
  {
    description: 'Control cabinet series 400, empty',
    days: [-20, -9],
    assignee: 'Line 1',
    components: [
      ['BOLT-M6-30', 8, 9],
      ['WASHER-M6', 8, 8],
    ],
    made: 2,
  },
]

/** The demo's work orders: WO-2026-900001 to WO-2026-900004. */
export async function createDemoWorkOrders(once: Once, dayOf: DayOf): Promise<number> {
  await once('item-CABINET-400', catalog.createItem, PRODUCT)
  await pMap(orders, (order, index) => createHistory(once, dayOf, order, `WO-2026-90000${index + 1}`))
  return orders.length
}

async function createHistory(once: Once, dayOf: DayOf, order: Order, woNo: string): Promise<void> {
  const { components, note, made, days, ...header } = order
  const dates = { startDate: dayOf(days[0]), dueDate: dayOf(days[1]) }
  const lines = components.map(([shortID, units]) => ({ shortID, units, warehouse: 1 }))
  await once(woNo, inventory.createWorkOrder, { woNo, ...header, ...dates, lines })
  for (const [index, [itemID, , units]] of components.entries()) {
    const issue = { itemID, wid: 1, reasonCode: 21, reference: woNo, line: index + 1 }
    if (units !== undefined) await once(`${woNo}-${index}`, inventory.issue, { ...issue, units })
  }
  if (note !== undefined) await once(`${woNo}-note`, inventory.addWorkOrderNote, { woNo, note })
  if (made === undefined) return
  const product = { itemID: PRODUCT.shortID, wid: 1, reasonCode: 13, reference: woNo, prodID: 'CAB-400' }
  await once(`${woNo}-made`, inventory.receive, { ...product, units: made, spot: 'FG-01' })
  await once(`${woNo}-close`, inventory.closeWorkOrder, { woNo })
}
