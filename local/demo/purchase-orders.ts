import pMap from 'p-map'
import { inventory } from '../../shared/contract/inventory/inventory.ts'
import { CALLS_AT_ONCE, type DayOf, type Once } from './data/repetition.ts'

/** A line: item, units, price, warehouse, and what was received of it in each delivery. */
type Line = readonly [shortID: string, units: number, unitPrice: number, warehouse: number, ...received: number[]]

interface Order {
  readonly vendor: string
  /** Days before the demo was made on which it was ordered. */
  readonly ordered: number
  /** Days after that on which it is due; negative if that has passed. */
  readonly due: number
  readonly lines: readonly Line[]
  readonly ending?: 'close the first line short' | 'finalize' | 'cancel'
}

/** Late ones, some due today, partly received, closed short, complete, canceled and open ones. */
const orders: readonly Order[] = [
  {
    vendor: 'NORDFAST',
    ordered: 24,
    due: -3,
    lines: [
      ['BOLT-M6-30', 2_000, 0.04, 1, 990],
      ['NUT-M6', 4_000, 0.01, 1, 4_000],
    ],
  },
  {
    vendor: 'BOLTCO',
    ordered: 12,
    due: 4,
    lines: [
      ['BOLT-M8-25', 500, 0.07, 1],
      ['WASHER-M6', 5_000, 0.005, 2],
    ],
  },
  {
    vendor: 'CHIPLINE',
    ordered: 30,
    due: -6,
    lines: [
      ['RES-0603-10K', 20_000, 0.002, 1, 5_000, 5_000],
      ['IC-STM32G031', 500, 1.35, 1],
    ],
  },
  { vendor: 'KABELKO', ordered: 8, due: 12, lines: [['WIRE-0.5-RED', 1_000, 0.11, 2]] },
  {
    vendor: 'DRIVETEC',
    ordered: 28,
    due: -7,
    lines: [['PSU-24V-5A', 12, 31.5, 1, 5, 5]],
    ending: 'close the first line short',
  },
  { vendor: 'OSTPACK', ordered: 16, due: -2, lines: [['BOX-400-300-200', 400, 0.62, 1, 400]] },
  {
    vendor: 'OSTPACK',
    ordered: 13,
    due: 0,
    lines: [
      ['PALLET-EUR', 60, 9.8, 3, 30],
      ['FILM-500-300', 48, 4.4, 1, 48],
    ],
    ending: 'finalize',
  },
  { vendor: 'CHEMFIX', ordered: 40, due: -10, lines: [['GLUE-CA-20', 240, 2.1, 1]], ending: 'cancel' },
  { vendor: 'LOTWERK', ordered: 20, due: 0, lines: [['PASTE-SAC305', 12.5, 64, 1, 5.5]] },
  {
    vendor: 'NORDFAST',
    ordered: 5,
    due: 9,
    lines: [
      ['BOLT-M10-60', 1_000, 0.19, 2],
      ['WASHER-M8-SPR', 2_000, 0.02, 2],
      ['NUT-M8-LOCK', 2_000, 0.05, 2],
    ],
  },
  {
    vendor: 'CHIPLINE',
    ordered: 3,
    due: 18,
    lines: [
      ['CAP-0603-100N', 40_000, 0.003, 1],
      ['DIODE-1N4148W', 9_000, 0.009, 1],
    ],
  },
  {
    vendor: 'KABELKO',
    ordered: 15,
    due: -1,
    lines: [
      ['CABLE-CAT6-305', 610, 0.24, 3, 305],
      ['HSHRINK-6-BLK', 200, 0.16, 3],
    ],
  },
  { vendor: 'BOLTCO', ordered: 9, due: 0, lines: [['ANCHOR-10X100', 800, 1.24, 1]] },
  { vendor: 'DRIVETEC', ordered: 8, due: 0, lines: [['FUSE-10A-GG', 480, 1.03, 1, 480]] },
  {
    vendor: 'OSTPACK',
    ordered: 3,
    due: 0,
    lines: [
      ['BOX-300-200-150', 1_350, 0.52, 1, 1_350],
      ['TAPE-75-66', 432, 2.05, 1],
    ],
  },
  { vendor: 'NORDFAST', ordered: 6, due: -2, lines: [['NUT-M10', 7_200, 0.05, 1]] },
  { vendor: 'KABELKO', ordered: 14, due: -4, lines: [['CABLE-3G1.5', 2_400, 0.89, 1, 1_500]] },
  { vendor: 'NORDFAST', ordered: 5, due: 0, lines: [['WASHER-M10', 13_500, 0.02, 1, 13_500]] },
  { vendor: 'BOLTCO', ordered: 6, due: 0, lines: [['BOLT-M8-50', 6_600, 0.15, 1, 6_600]] },
  { vendor: 'CHEMFIX', ordered: 12, due: 0, lines: [['GREASE-PTFE-400', 180, 7.99, 1, 180]] },
]

/** Makes the demo's purchase orders, from PO-2026-900001; the contract's examples name the first ones. */
export async function createDemoPurchaseOrders(once: Once, dayOf: DayOf): Promise<number> {
  const create = (order: Order, index: number) =>
    createHistory(once, dayOf, order, `PO-2026-9${String(index + 1).padStart(5, '0')}`)
  await pMap(orders, create, { concurrency: CALLS_AT_ONCE })
  return orders.length
}

async function createHistory(once: Once, dayOf: DayOf, order: Order, poNo: string): Promise<void> {
  const { vendor, lines, ending } = order
  const dates = { orderDate: dayOf(-order.ordered), expectedDate: dayOf(order.due) }
  const ordered = lines.map(([shortID, units, unitPrice, warehouse]) => ({ shortID, units, unitPrice, warehouse }))
  await once(`order-${poNo}`, inventory.createPurchaseOrder, { vendor, ...dates, poNo, lines: ordered })
  for (const [index, [itemID, , price, wid, ...deliveries]] of lines.entries()) {
    for (const [delivery, units] of deliveries.entries()) {
      const receipt = { itemID, units, price, wid, reasonCode: 10, spot: 'DOCK-1', reference: poNo, line: index + 1 }
      await once(`order-${poNo}-${index}-${delivery}`, inventory.receive, receipt)
    }
  }
  const close = [{ lineNo: 1, close: true, reason: 'The vendor cannot deliver the rest' }]
  if (ending === 'close the first line short')
    await once(`order-${poNo}-short`, inventory.updatePurchaseOrder, { poNo, lines: close })
  if (ending === 'finalize') await once(`order-${poNo}-finalize`, inventory.finalizePurchaseOrder, { poNo })
  if (ending === 'cancel') await once(`order-${poNo}-cancel`, inventory.cancelPurchaseOrder, { poNo })
}
