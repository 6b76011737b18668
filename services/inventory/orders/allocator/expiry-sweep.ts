import { randomUUID } from 'node:crypto'
import { inventory } from '../../../../shared/contract/inventory/inventory.ts'
import { toEntry } from '../../../../shared/database/idempotency/idempotency-record.ts'
import type { Logger } from '../../../../shared/process/log.ts'
import { createRepeatingTask } from '../../../../shared/process/repeating-task.ts'
import type { StockEngine } from '../../engine/stock-engine.ts'
import type { LevelModel } from '../../levels/level.model.ts'
import type { LotModel } from '../../lots/lot.model.ts'
import { planExpire } from '../reservations/expire.ts'
import { backorderShortages, type Place } from '../shipping/backorder.ts'

const INTERVAL_MS = 1_000
const ITEMS_AT_ONCE = 50
const TIMEOUT_MS = 8_000
/** How long after its expiry a lot is looked at again: its date may have been written, or its clock may run, a little late. */
const LOOK_BACK_MS = 60_000

interface SweptModels {
  readonly levels: LevelModel
  readonly lots: LotModel
}

/**
 * Records reservations whose time has passed in the ledger, which makes their events, and backorders what orders were to get from lots
 * that have expired. Availability does not depend on it: from that moment on, neither counts in any read or write
 * (docs/orders.md#reservations, docs/orders.md#shortages).
 */
export function startExpirySweep({ levels, lots }: SweptModels, engine: StockEngine, log: Logger): AsyncDisposable {
  let lookedAt = new Date(0)

  const backorderExpired = async () => {
    const now = new Date()
    const from = new Date(lookedAt.getTime() - LOOK_BACK_MS)
    const expired = await lots.aggregate<{ readonly _id: Place }>([
      { $match: { active: true, hold: false, expires: { $gt: from, $lte: now } } },
      { $group: { _id: { partNo: '$partNo', wid: '$wid' } } },
    ])
    for (const { _id: place } of expired) {
      const plan = backorderShortages([place], 'expired')
      const { entries } = await engine.preview(Date.now() + TIMEOUT_MS, plan)
      if (entries.length > 0) await engine.change([place.partNo], newEntry(place.partNo, log), plan)
    }
    lookedAt = now
  }

  const sweep = async () => {
    await backorderExpired()
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
