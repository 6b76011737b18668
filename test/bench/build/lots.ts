import pMap from 'p-map'
import { stockHooks } from '../../../services/inventory/documents/stock-hooks.ts'
import type { ItemRecord } from '../../../services/inventory/masters/item.model.ts'
import { createDryRunNumbers } from '../../../services/inventory/stock/engine/command.ts'
import { toLedgerRecords } from '../../../services/inventory/stock/engine/ledger-records.ts'
import { createStockReads } from '../../../services/inventory/stock/engine/stock-reads.ts'
import { createStockView } from '../../../services/inventory/stock/engine/stock-view.ts'
import { writeEffects } from '../../../services/inventory/stock/engine/stock-writes.ts'
import { planReceive } from '../../../services/inventory/stock/movements/receive.ts'
import { inventory } from '../../../shared/contract/inventory/inventory.ts'
import { inUnitOfWork } from '../../../shared/database/unit-of-work.ts'
import { asRequest, deadline, type Workshop } from './workshop.ts'

const LOTS_PER_TRANSACTION = 200
const AT_ONCE = 3
export const WAREHOUSES = 3
/** Units in every lot: more than all moves of a run take. */
export const UNITS_PER_LOT = 100_000

export interface LotPlan {
  readonly items: readonly ItemRecord[]
  readonly lotsPerItem: number
  /** Lots of one item that are received together; with 1, neighbours in the list are of different items. */
  readonly together: number
}

/** Receives lots with inventory's own plans and writes, many items in one transaction. */
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
  const { connection, models } = workshop.inventory
  const recNos = await workshop.nextNumbers('recNo', items.length * together)
  const transactionNos = await workshop.nextNumbers('transactionNo', items.length * together)
  await inUnitOfWork(connection, deadline(), async (unit) => {
    const now = new Date()
    const stock = createStockView(createStockReads(connection, models, unit.session, now), now, stockHooks)
    const planned = []
    for (const [index, item] of items.entries()) {
      for (let offset = 0; offset < together; offset++) {
        const number = index * together + offset
        const recNo = recNos[number] ?? 0
        const transactionNo = transactionNos[number] ?? 0
        const wid = ((item._id + visit + offset) % WAREHOUSES) + 1
        const place = { wid, spot: `A-${recNo % 100}`, serial: `SN-${recNo}` }
        const units = UNITS_PER_LOT
        const receipt = { itemID: item.shortID, units, reasonCode: 10, ...place }
        const numbers = {
          ...createDryRunNumbers(),
          recNo: async () => recNo,
          transactionNo: async () => transactionNo,
        }
        const effect = await planReceive({ ...inventory.receive.input.parse(receipt), units }, item, stock, numbers)
        const context = asRequest()
        const id = `operator:bench/${context.operationId}`
        const operation = { id, operation: 'inventory.receive', fingerprint: '', context }
        planned.push({ effect, records: toLedgerRecords(operation, effect, stock.now) })
      }
    }
    writeEffects(connection, models, planned, [], stock.now, unit)
  })
}
