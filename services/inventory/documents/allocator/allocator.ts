import { randomUUID } from 'node:crypto'
import pMap from 'p-map'
import { Histogram, type Registry } from 'prom-client'
import { eventQueues } from '../../../../shared/contract/events.ts'
import { inventory, type LevelFigure } from '../../../../shared/contract/inventory/inventory.ts'
import { createBatchLoader } from '../../../../shared/database/batch-loader.ts'
import { AlreadyRecorded } from '../../../../shared/database/idempotency/idempotency.ts'
import type { Broker } from '../../../../shared/messaging/broker.ts'
import { type IncomingEvent, subscribeToAll } from '../../../../shared/messaging/events/subscribe.ts'
import { groupBy } from '../../../../shared/process/group-by.ts'
import type { Logger } from '../../../../shared/process/log.ts'
import { createRepeatingTask } from '../../../../shared/process/repeating-task.ts'
import { ZERO } from '../../../../shared/quantity.ts'
import type { StockEngine } from '../../stock/engine/stock-engine.ts'
import { available } from '../../stock/levels/figures.ts'
import { type ReservedModels, readCurrent } from '../../stock/levels/lapsed.ts'
import { sumFigures } from '../../stock/levels/level.model.ts'
import { findAllocatable } from '../../stock/reservations/reserved-stock.ts'
import type { ShippingLineRecord } from '../shipping/shipping-order.model.ts'
import { OWN_TIMEOUT_MS, toOwnEntry } from './own-operation.ts'
import { fillBackorders, findWaitingItems, findWaitingLines } from './waiting-lines.ts'

/** Changes after which there may be stock for what is backordered. */
const subjects = [
  'inventory.received',
  'inventory.moved',
  'inventory.released',
  'inventory.reversed',
  'inventory.ordered',
  'inventory.unreserved',
  'inventory.expired',
  'inventory.accepted',
  'inventory.returned',
  'inventory.amended',
] as const
type Subject = (typeof subjects)[number]

/** The figures that make up what is available: a change of others, such as a new purchase order, fills nothing. */
const OF_AVAILABLE = new Set<LevelFigure>(['inStock', 'onHold', 'committed', 'packed'])

/**
 * Events handled at once; their items are looked up by one query, and not more often than in this time while changes
 * come.
 */
const AT_ONCE = 256
const LOOK_INTERVAL_MS = 1_000
/** Items that the sweep looks at at once. */
const ITEMS_AT_ONCE = 16
/** Lines in one transaction, each of which changes an order, a line, a reservation and the ledger. */
const LINES_AT_ONCE = 50
const SWEEP_INTERVAL_MS = 60_000
const LAG_BUCKETS = [0.01, 0.05, 0.1, 0.5, 1, 5, 10, 60, 300]

interface AllocatorDeps {
  readonly engine: StockEngine
  readonly models: ReservedModels
  readonly broker: Broker
  readonly registry: Registry
  readonly log: Logger
}

/**
 * Fills backorders: after a change that may make stock available, the waiting lines of the item in its warehouses are
 * allocated, highest priority first, then the oldest order. One process at a time does it. The operation id names the
 * change and the line, so that a change that is delivered again after a crash allocates nothing twice. Every minute it
 * also looks for lines that wait although there is stock: of an order that was made while the stock came in, the change
 * may tell before the order can be seen (docs/orders.md#backorders).
 */
export async function startAllocator({ engine, models, broker, registry, log }: AllocatorDeps) {
  const lag = new Histogram({
    name: 'inventory_allocator_lag_seconds',
    help: 'Time from a change of stock until the backorders that it may fill are allocated',
    buckets: LAG_BUCKETS,
    registers: [registry],
  })

  const readWaiting = (partNos: readonly number[]) => findWaitingLines(models.levels.db, partNos)
  const loadWaiting = createBatchLoader(readWaiting, { intervalMs: LOOK_INTERVAL_MS })
  const loadLevel = createBatchLoader(async (partNos: readonly number[]) => {
    const rows = await models.levels.find({ _id: { $in: [...partNos] } }).lean()
    const current = await readCurrent(models, rows, Date.now() + OWN_TIMEOUT_MS)
    return partNos.map((partNo) => current.find(({ _id }) => _id === partNo))
  })

  /**
   * A level counts lots that have expired, which are not given to orders; the plan that looks at lots is asked only if
   * there is stock.
   */
  const isLeft = async (partNo: number, wid: number) => {
    if (available(sumFigures(await loadLevel(partNo), (other) => other === wid)).lte(ZERO)) return false
    const allocatable = await engine.dryRun(Date.now() + OWN_TIMEOUT_MS, async (stock) => ({
      entries: [],
      result: await findAllocatable(stock, partNo, wid),
    }))
    return allocatable.result.gt(ZERO)
  }

  /**
   * Allocates an item's waiting lines in a warehouse until nothing is left, up to 50 in one transaction. Its operation
   * id names the change and the first of these lines: when the change is handled again, a transaction that was
   * committed before is skipped.
   */
  const fill = async (cause: string, waiting: readonly ShippingLineRecord[]) => {
    for (const chunk of chunksOf(waiting)) {
      const [{ _id, partNo, wid }] = chunk
      if (!(await isLeft(partNo, wid))) return
      const entry = toOwnEntry(inventory.allocateShippingOrder, `allocate/${cause}/${_id}`, 'allocator', log)
      await engine.change([partNo], entry, fillBackorders(chunk)).catch((error: unknown) => {
        if (!(error instanceof AlreadyRecorded)) throw error
      })
    }
  }

  /** Whether there may be more to allocate: another expiry date changes no figure. */
  const isOfUse = ({ levels, amended = [] }: IncomingEvent<Subject>['payload']['data']) =>
    levels.some(({ figure }) => OF_AVAILABLE.has(figure)) || amended.some(({ field }) => field === 'expires')

  const handle = async ({ id, payload: { at, wids, data } }: IncomingEvent<Subject>) => {
    if (!isOfUse(data)) return
    const byWid = groupBy(await loadWaiting(data.partNo), ({ wid }) => wid)
    for (const wid of wids ?? []) await fill(id, byWid.get(wid) ?? [])
    lag.observe(Math.max(0, Date.now() - Date.parse(at)) / 1_000)
  }

  const sweep = async () => {
    const partNos = await findWaitingItems(models.levels.db)
    await pMap(
      partNos,
      async (partNo) => {
        const byWid = groupBy(await loadWaiting(partNo), ({ wid }) => wid)
        for (const waiting of byWid.values()) await fill(randomUUID(), waiting)
      },
      { concurrency: ITEMS_AT_ONCE },
    )
  }

  const failure = 'Backorders that wait although there is stock could not be looked for'
  const sweeping = createRepeatingTask(sweep, { intervalMs: SWEEP_INTERVAL_MS, log, failure })
  sweeping.wake()
  const options = { atOnce: AT_ONCE, oneProcess: true }
  const subscription = await subscribeToAll(broker, eventQueues.allocator, subjects, handle, options)
  return {
    async [Symbol.asyncDispose]() {
      await Promise.all([sweeping[Symbol.asyncDispose](), subscription[Symbol.asyncDispose]()])
    },
  }
}

function* chunksOf(lines: readonly ShippingLineRecord[]) {
  for (let from = 0; ; from += LINES_AT_ONCE) {
    const [first, ...others] = lines.slice(from, from + LINES_AT_ONCE)
    if (!first) return
    yield [first, ...others] as const
  }
}
