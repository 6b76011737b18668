import { randomUUID } from 'node:crypto'
import pMap from 'p-map'
import { Histogram, type Registry } from 'prom-client'
import { eventQueues } from '../../../../shared/contract/events.ts'
import { inventory, type TransactionType } from '../../../../shared/contract/inventory/inventory.ts'
import { createBatchLoader } from '../../../../shared/database/batch-loader.ts'
import { AlreadyRecorded } from '../../../../shared/database/idempotency/idempotency.ts'
import type { Broker } from '../../../../shared/messaging/broker.ts'
import { groupBy } from '../../../../shared/process/group-by.ts'
import type { Logger } from '../../../../shared/process/log.ts'
import { createRepeatingTask } from '../../../../shared/process/repeating-task.ts'
import { ZERO } from '../../../../shared/quantity.ts'
import type { StockEffect } from '../../stock/engine/effect.ts'
import { subjects } from '../../stock/engine/ledger-records.ts'
import type { StockEngine } from '../../stock/engine/stock-engine.ts'
import { available } from '../../stock/levels/figures.ts'
import { type ReservedModels, readCurrent } from '../../stock/levels/lapsed.ts'
import { sumFigures } from '../../stock/levels/level.model.ts'
import { findAllocatable } from '../../stock/reservations/reserved-stock.ts'
import type { ShippingLineRecord } from '../shipping/shipping-order.model.ts'
import { OWN_TIMEOUT_MS, toOwnEntry } from './own-operation.ts'
import { fillBackorders, findWaitingItems, findWaitingLines, waitingItemsOf } from './waiting-lines.ts'

/** Changes after which there may be stock for what is backordered, also in the order that they make. */
const OF_USE: ReadonlySet<TransactionType> = new Set([
  'receive',
  'move',
  'release',
  'reverse',
  'order',
  'unreserve',
  'expire',
  'accept',
  'return',
  'amend',
])

/** The queue by which versions before 2.0 learn of changes gets none, and what it has is dropped. */
const EMPTIED = { oneProcess: true, former: [...OF_USE].map((type) => subjects[type]) }

/** What changes within this time shares the queries of one look. */
const LOOK_INTERVAL_MS = 1_000
/** How often all that waits is looked for. */
const SWEEP_INTERVAL_MS = 15_000
/** Items that are looked at at once. */
const ITEMS_AT_ONCE = 16
/** Lines in one transaction, each of which changes an order, a line, a reservation and the ledger. */
const LINES_AT_ONCE = 50
const LAG_BUCKETS = [0.01, 0.05, 0.1, 0.5, 1, 5, 10, 60, 300]

interface AllocatorDeps {
  readonly engine: StockEngine
  readonly models: ReservedModels
  readonly broker: Broker
  readonly registry: Registry
  readonly log: Logger
}

export interface Allocator extends AsyncDisposable {
  /** Takes what a transaction of this process has committed. */
  notice(effects: readonly StockEffect<unknown>[]): void
}

/**
 * Fills backorders: after a change that may make stock available, the waiting lines of the item are allocated, highest
 * priority first, then the oldest order. Each process looks after what it commits, and knows the items for which lines
 * wait: those that it has backordered, and those that the last sweep has found. The sweep also looks at what another
 * process has backordered since, and at what a process has committed that ended before its look
 * (docs/orders.md#backorders).
 */
export async function startAllocator({ engine, models, broker, registry, log }: AllocatorDeps): Promise<Allocator> {
  const lag = new Histogram({
    name: 'inventory_allocator_lag_seconds',
    help: 'Time from a change of stock until the backorders that it may fill are allocated',
    buckets: LAG_BUCKETS,
    registers: [registry],
  })

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

  /** Allocates an item's waiting lines in a warehouse until nothing is left, up to 50 in one transaction. */
  const fill = async (waiting: readonly ShippingLineRecord[]) => {
    for (const chunk of chunksOf(waiting)) {
      const [{ _id, partNo, wid }] = chunk
      if (!(await isLeft(partNo, wid))) return
      const entry = toOwnEntry(inventory.allocateShippingOrder, `allocate/${randomUUID()}/${_id}`, 'allocator', log)
      await engine.change([partNo], entry, fillBackorders(chunk)).catch((error: unknown) => {
        // The commit was repeated, since its outcome was unknown.
        if (!(error instanceof AlreadyRecorded)) throw error
      })
    }
  }

  /** The items that lines wait for, of those that this process knows. */
  const waiting = new Set<number>()
  /** The items to look at, with when their stock changed, by `performance.now()`. */
  const changed = new Map<number, number>()
  let sweepAt = 0
  let lookAt = 0

  const look = async () => {
    const items = new Map(changed)
    changed.clear()
    const partNos = [...items.keys()]
    const found = await findWaitingLines(models.levels.db, partNos)
    const fillAll = async (lines: readonly ShippingLineRecord[], index: number) => {
      for (const ofWarehouse of groupBy(lines, ({ wid }) => wid).values()) await fill(ofWarehouse)
      const since = items.get(partNos[index] ?? 0) ?? 0
      if (since > 0) lag.observe((performance.now() - since) / 1_000)
    }
    await pMap(found, fillAll, { concurrency: ITEMS_AT_ONCE })
  }

  /** Finds what waits, and looks at all of it. */
  const sweep = async () => {
    const known = [...waiting]
    const found = new Set(await findWaitingItems(models.levels.db))
    // What is backordered meanwhile stays.
    for (const partNo of known) if (!found.has(partNo)) waiting.delete(partNo)
    for (const partNo of found) {
      waiting.add(partNo)
      if (!changed.has(partNo)) changed.set(partNo, 0)
    }
    sweepAt = performance.now() + SWEEP_INTERVAL_MS
  }

  /** Resolves to the milliseconds until the next look. What a failed one has left is looked at by a sweep. */
  const run = async () => {
    const isDue = changed.size > 0 && lookAt <= performance.now()
    const isSweepDue = sweepAt <= performance.now()
    try {
      if (isSweepDue) await sweep()
      if (changed.size > 0 && (isSweepDue || isDue)) {
        lookAt = performance.now() + LOOK_INTERVAL_MS
        await look()
      }
    } catch (error) {
      sweepAt = 0
      throw error
    }
    return Math.max(0, Math.min(sweepAt, changed.size > 0 ? lookAt : sweepAt) - performance.now())
  }

  const failure = 'Backorders that wait although there is stock could not be looked for'
  const looking = createRepeatingTask(run, { intervalMs: LOOK_INTERVAL_MS, log, failure })
  looking.wake()
  const former = await broker.subscribe(eventQueues.allocator, [], async () => undefined, EMPTIED)
  return {
    notice(effects) {
      for (const partNo of waitingItemsOf(effects)) waiting.add(partNo)
      if (waiting.size === 0) return
      const before = changed.size
      for (const { partNo, type } of effects.flatMap(({ entries }) => entries))
        if (waiting.has(partNo) && OF_USE.has(type) && !changed.has(partNo)) changed.set(partNo, performance.now())
      if (before === 0 && changed.size > 0) looking.wake()
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([looking[Symbol.asyncDispose](), former[Symbol.asyncDispose]()])
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
