import pMap from 'p-map'
import { createStockReads } from '../../../services/inventory/engine/stock-reads.ts'
import { createStockView, type StockView } from '../../../services/inventory/engine/stock-view.ts'
import { type Booking, toLedgerRecord, writeBookings } from '../../../services/inventory/engine/stock-writes.ts'
import type { ItemRecord } from '../../../services/inventory/items/item.model.ts'
import { planReceive } from '../../../services/inventory/movements/receive.ts'
import { inventory } from '../../../shared/contract/inventory/inventory.ts'
import { inTransaction } from '../../../shared/database/transaction.ts'
import { asRequest, deadline, type Workshop } from './workshop.ts'

const LOTS_PER_TRANSACTION = 200
const AT_ONCE = 3
export const WAREHOUSES = 3
/** In every lot, so that parts of it can be moved all day. */
export const UNITS_PER_LOT = 100_000

export interface LotPlan {
  readonly items: readonly ItemRecord[]
  readonly lotsPerItem: number
  /** Lots of one item that are received together; with one, neighbours in the list are of different items. */
  readonly together: number
}

/** Receives lots by inventory's own rules and writes, many items in one transaction. */
export async function buildLots(workshop: Workshop, plan: LotPlan, say: (done: number) => void): Promise<void> {
  const { items, lotsPerItem, together } = plan
  const itemsPerTransaction = Math.max(1, Math.floor(LOTS_PER_TRANSACTION / together))
  let done = 0
  for (let visit = 0; visit < lotsPerItem; visit += together) {
    const chunks: ItemRecord[][] = []
    for (let start = 0; start < items.length; start += itemsPerTransaction)
      chunks.push(items.slice(start, start + itemsPerTransaction))
    await pMap(
      chunks,
      async (chunk) => {
        await receive(workshop, chunk, visit, together)
        done += chunk.length * together
        say(done)
      },
      { concurrency: AT_ONCE },
    )
  }
}

async function receive(
  workshop: Workshop,
  items: readonly ItemRecord[],
  visit: number,
  together: number,
): Promise<void> {
  const { connection } = workshop.inventory
  const recNos = await workshop.nextNumbers('recNo', items.length * together)
  const transactionNos = await workshop.nextNumbers('transactionNo', items.length * together)
  await inTransaction(connection, deadline(), async (session) => {
    const now = new Date()
    const reads = createStockReads(workshop.inventory.models, session)
    const bookings: Booking[] = []
    for (const [index, item] of items.entries()) {
      const start = index * together
      const numbers = recNos.slice(start, start + together).map((recNo, offset) => ({
        recNo,
        transactionNo: transactionNos[start + offset] ?? 0,
        wid: ((item._id + visit + offset) % WAREHOUSES) + 1,
      }))
      bookings.push(...(await planReceipts(item, numbers, createStockView(reads, item._id, now))))
    }
    await writeBookings(workshop.inventory.models, bookings, now, session)
  })
}

async function planReceipts(
  item: ItemRecord,
  numbers: readonly { recNo: number; transactionNo: number; wid: number }[],
  view: StockView,
): Promise<Booking[]> {
  const bookings = []
  for (const { wid, ...taken } of numbers) {
    const place = { wid, spot: `A-${taken.recNo % 100}`, serial: `SN-${taken.recNo}` }
    const receipt = { itemID: item.shortID, units: UNITS_PER_LOT, reasonCode: 10, ...place }
    const effect = await planReceive(inventory.receive.input.parse(receipt), item, taken, view)
    const context = asRequest()
    const operation = { id: `operator:bench/${context.operationId}`, operation: 'inventory.receive', fingerprint: '' }
    bookings.push({
      effect,
      entry: toLedgerRecord({ ...operation, context }, taken.transactionNo, effect, view.now),
    })
  }
  return bookings
}
