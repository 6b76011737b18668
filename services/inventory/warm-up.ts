import { randomInt, randomUUID } from 'node:crypto'
import { parseInput } from '../../shared/contract/core/fields.ts'
import { inventory } from '../../shared/contract/inventory/inventory.ts'
import type { Call } from '../../shared/messaging/rpc/call.ts'
import type { Logger } from '../../shared/process/log.ts'
import { toOwnEntry } from './documents/allocator/own-operation.ts'
import type { ItemRecord } from './masters/item.model.ts'
import type { Plan } from './stock/engine/plan.ts'
import type { StockEngine, WarmedUp } from './stock/engine/stock-engine.ts'
import { planIssue } from './stock/movements/issue.ts'
import { planMove } from './stock/movements/move.ts'
import { planReceive } from './stock/movements/receive.ts'

/** Transactions, and stock changes in each: code that has run so often is compiled. */
const ROUNDS = 20
const TOGETHER = 16
/** No transaction begins later: where processors are scarce, the process is wanted before all of its code is compiled. */
const LONGEST_MS = 5_000
const TIMEOUT_MS = 5_000
/** In which another process answers, if there is one. */
const REPLY_MS = 500

/** Rehearses if another process answers the calls of inventory meanwhile: one that is alone is wanted at once. */
export async function warmUpUnlessAlone(engine: StockEngine, call: Call, log: Logger): Promise<void> {
  const reply = call(inventory.status, {}, { deadline: Date.now() + REPLY_MS })
  const isAlone = await reply.then(
    () => false,
    () => true,
  )
  if (!isAlone) await warmUp(engine, log)
}

/**
 * Receives, moves and issues units of items that do not exist, in transactions that are aborted, so that V8 has
 * compiled the code of a stock change before the process takes its first call (docs/operating.md). If that fails, the
 * process does without.
 */
export async function warmUp(engine: StockEngine, log: Logger): Promise<void> {
  const end = performance.now() + LONGEST_MS
  // Two processes that warmed up with the same items would wait for each other.
  const firstPartNo = -randomInt(2 ** 40)
  try {
    for (let round = 0; round < ROUNDS && performance.now() < end; round++) {
      const deadline = Date.now() + TIMEOUT_MS
      const changes = Array.from({ length: TOGETHER }, (_, index) => toChange(firstPartNo - index, log))
      await engine.warmUp(deadline, changes)
    }
  } catch (error) {
    log.warn({ err: error }, 'The warm-up failed: the first requests take longer')
  }
}

function toChange(partNo: number, log: Logger): WarmedUp {
  const shortID = `warm-up ${partNo}`
  const item: ItemRecord = {
    _id: partNo,
    version: 1,
    shortID,
    aliases: [],
    description: '',
    dfltOwner: 0,
    discontinued: false,
  }
  const stock = { itemID: shortID, wid: 1, reasonCode: 1, spot: 'A' }
  const { receive, move, issue } = inventory
  const plans: Plan<unknown>[] = [
    (...view) => planReceive({ ...parseInput(receive.input, { ...stock, units: 3 }), units: 3 }, item, ...view),
    (...view) =>
      planMove({ ...parseInput(move.input, { ...stock, units: 1, toSpot: 'B' }), units: 1 }, item, undefined, ...view),
    (...view) => planIssue({ ...parseInput(issue.input, { ...stock, units: 1 }), units: 1 }, item, ...view),
  ]
  return { partNo, operation: toOwnEntry(receive, randomUUID(), 'inventory', log), plans }
}
