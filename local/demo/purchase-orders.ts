import { inventory } from '../../shared/contract/inventory/inventory.ts'
import type { Once } from './once.ts'

/** A line: item, units, price, warehouse, and what was received of it in each delivery. */
type Line = readonly [shortID: string, units: number, unitPrice: number, warehouse: number, ...received: number[]]

interface Order {
  readonly vendor: string
  readonly orderDate: string
  readonly expectedDate: string
  readonly lines: readonly Line[]
  readonly ending?: 'close the first line short' | 'finalize' | 'cancel'
}

/** Late, partly received, closed short, complete, canceled and open ones. Dates are fixed, so that a run can be repeated. */
const orders: readonly Order[] = [
  {
    vendor: 'NORDFAST',
    orderDate: '2026-01-12',
    expectedDate: '2026-02-02',
    lines: [
      ['BOLT-M6-30', 2_000, 0.04, 1, 990],
      ['NUT-M6', 4_000, 0.01, 1, 4_000],
    ],
  },
  {
    vendor: 'BOLTCO',
    orderDate: '2026-03-02',
    expectedDate: '2028-03-20',
    lines: [
      ['BOLT-M8-25', 500, 0.07, 1],
      ['WASHER-M6', 5_000, 0.005, 2],
    ],
  },
  {
    vendor: 'CHIPLINE',
    orderDate: '2026-02-10',
    expectedDate: '2026-03-10',
    lines: [
      ['RES-0603-10K', 20_000, 0.002, 1, 5_000, 5_000],
      ['IC-STM32G031', 500, 1.35, 1],
    ],
  },
  {
    vendor: 'KABELKO',
    orderDate: '2026-04-01',
    expectedDate: '2028-05-01',
    lines: [['WIRE-0.5-RED', 1_000, 0.11, 2]],
  },
  {
    vendor: 'DRIVETEC',
    orderDate: '2026-01-20',
    expectedDate: '2026-02-20',
    lines: [['PSU-24V-5A', 12, 31.5, 1, 5, 5]],
    ending: 'close the first line short',
  },
  {
    vendor: 'OSTPACK',
    orderDate: '2026-02-02',
    expectedDate: '2026-02-16',
    lines: [['BOX-400-300-200', 400, 0.62, 1, 400]],
  },
  {
    vendor: 'OSTPACK',
    orderDate: '2026-05-04',
    expectedDate: '2026-05-18',
    lines: [
      ['PALLET-EUR', 60, 9.8, 3, 30],
      ['FILM-500-300', 48, 4.4, 1, 48],
    ],
    ending: 'finalize',
  },
  {
    vendor: 'CHEMFIX',
    orderDate: '2026-03-15',
    expectedDate: '2026-04-15',
    lines: [['GLUE-CA-20', 240, 2.1, 1]],
    ending: 'cancel',
  },
  {
    vendor: 'LOTWERK',
    orderDate: '2026-05-20',
    expectedDate: '2026-06-10',
    lines: [['PASTE-SAC305', 12.5, 64, 1, 5.5]],
  },
  {
    vendor: 'NORDFAST',
    orderDate: '2026-06-01',
    expectedDate: '2028-07-01',
    lines: [
      ['BOLT-M10-60', 1_000, 0.19, 2],
      ['WASHER-M8-SPR', 2_000, 0.02, 2],
      ['NUT-M8-LOCK', 2_000, 0.05, 2],
    ],
  },
  {
    vendor: 'CHIPLINE',
    orderDate: '2026-06-11',
    expectedDate: '2028-08-01',
    lines: [
      ['CAP-0603-100N', 40_000, 0.003, 1],
      ['DIODE-1N4148W', 9_000, 0.009, 1],
    ],
  },
  {
    vendor: 'KABELKO',
    orderDate: '2026-05-28',
    expectedDate: '2026-06-12',
    lines: [
      ['CABLE-CAT6-305', 610, 0.24, 3, 305],
      ['HSHRINK-6-BLK', 200, 0.16, 3],
    ],
  },
]

/** The work on each purchase order, one after the other; the contract's examples name the first ones. */
export const purchaseOrderHistories = (once: Once) =>
  orders.map((order, index) => () => createHistory(once, order, `PO-2026-9${String(index + 1).padStart(5, '0')}`))

async function createHistory(once: Once, { lines, ending, ...order }: Order, poNo: string): Promise<void> {
  const ordered = lines.map(([shortID, units, unitPrice, warehouse]) => ({ shortID, units, unitPrice, warehouse }))
  await once(`order-${poNo}`, inventory.createPurchaseOrder, { ...order, poNo, lines: ordered })
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
