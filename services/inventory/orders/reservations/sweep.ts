import { randomUUID } from 'node:crypto'
import { inventory } from '../../../../shared/contract/inventory/inventory.ts'
import { toEntry } from '../../../../shared/database/idempotency/idempotency-record.ts'
import type { Logger } from '../../../../shared/process/log.ts'
import { createRepeatingTask } from '../../../../shared/process/repeating-task.ts'
import type { StockEngine } from '../../engine/stock-engine.ts'
import type { LevelModel } from '../../levels/level.model.ts'
import { planExpire } from './expire.ts'

const INTERVAL_MS = 1_000
const ITEMS_AT_ONCE = 50
const TIMEOUT_MS = 8_000

/**
 * Records reservations whose time has passed in the ledger, which makes their events. Availability does not depend on it: from that
 * moment on they do not count in any read or write (docs/orders.md#reservations).
 */
export function startExpirySweep(levels: LevelModel, engine: StockEngine, log: Logger): AsyncDisposable {
  const sweep = async () => {
    const due = await levels
      .find({ expires: { $gt: new Date(0), $lte: new Date() } }, { _id: 1 })
      .sort({ expires: 1 })
      .limit(ITEMS_AT_ONCE)
      .lean()
    await Promise.all(due.map(({ _id: partNo }) => engine.change([partNo], newEntry(partNo, log), planExpire(partNo))))
    return due.length > 0
  }
  return createRepeatingTask(sweep, {
    intervalMs: INTERVAL_MS,
    log,
    failure: 'Expired reservations are not recorded yet',
  })
}

function newEntry(partNo: number, log: Logger) {
  const operationId = `expire/${partNo}/${randomUUID()}`
  return toEntry(
    inventory.releaseReservation,
    { partNo },
    {
      requestId: operationId,
      deadline: Date.now() + TIMEOUT_MS,
      operationId,
      hasClientKey: false,
      attempt: operationId,
      caller: { kind: 'service', id: 'inventory' },
      log,
      answer: {},
    },
  )
}
