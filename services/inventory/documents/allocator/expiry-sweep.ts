import { randomUUID } from 'node:crypto'
import { inventory } from '../../../../shared/contract/inventory/inventory.ts'
import type { Logger } from '../../../../shared/process/log.ts'
import { createRepeatingTask } from '../../../../shared/process/repeating-task.ts'
import { present, presentMs } from '../../../../shared/process/time/clock.ts'
import type { StockEffect } from '../../stock/engine/effect.ts'
import type { LevelKey } from '../../stock/engine/plan.ts'
import type { StockEngine } from '../../stock/engine/stock-engine.ts'
import type { LevelModel } from '../../stock/levels/level.model.ts'
import { NEVER } from '../../stock/lots/expiry.ts'
import type { ExpiryZones } from '../../stock/lots/expiry-zones.ts'
import type { LotModel } from '../../stock/lots/lot.model.ts'
import { planExpire } from '../../stock/reservations/expire.ts'
import { backorderShortages } from '../shipping/backorder.ts'
import { OWN_TIMEOUT_MS, toOwnEntry } from './own-operation.ts'

/** The longest pause: an end that another process has written becomes due there. */
const LONGEST_PAUSE_MS = 30_000
/** The pause after a run that failed. */
const RETRY_MS = 1_000
const ITEMS_AT_ONCE = 50
/**
 * How long after its expiry a lot is looked at again: its date may have been written, or its clock may run, a little
 * late.
 */
const LOOK_BACK_MS = 60_000

interface SweptModels {
  readonly levels: LevelModel
  readonly lots: LotModel
  readonly expiryZones: ExpiryZones
}

export interface ExpirySweep extends AsyncDisposable {
  /** Runs in time for the ends of reservations and lots that were written. */
  notice(effects: readonly StockEffect<unknown>[]): void
}

/**
 * Records reservations whose time has passed in the ledger, which makes their events, and backorders what orders were
 * to get from lots that have expired. It runs when the next of them ends. Availability does not depend on it: from that
 * moment on, neither counts in any read or write (docs/orders.md#reservations, docs/orders.md#shortages).
 */
export function startExpirySweep(
  { levels, lots, expiryZones }: SweptModels,
  engine: StockEngine,
  log: Logger,
): ExpirySweep {
  /** When the next run is due, in milliseconds since 1970; 0 while one is under way. */
  let nextRunAt = 0
  let lookedAt = new Date(0)

  const backorderExpired = async () => {
    // In another zone lots may have expired longer ago than the last run.
    if (await expiryZones.followRecent()) lookedAt = new Date(0)
    const now = present()
    // From before that if the clock was set back since.
    const from = new Date(Math.min(lookedAt.getTime(), now.getTime()) - LOOK_BACK_MS)
    const expired = await lots.aggregate<{ readonly _id: LevelKey }>([
      { $match: { active: true, hold: false, expires: { $gt: from, $lte: now } } },
      { $group: { _id: { partNo: '$partNo', wid: '$wid' } } },
    ])
    for (const { _id: key } of expired) {
      const plan = backorderShortages([key], 'expired')
      const { entries } = await engine.dryRun(Date.now() + OWN_TIMEOUT_MS, plan)
      if (entries.length > 0) await engine.change([key.partNo], newEntry(key.partNo, log), plan)
    }
    lookedAt = now
  }

  const sweep = async () => {
    await backorderExpired()
    const due = await levels
      .find({ expires: { $gt: new Date(0), $lte: present() } }, { _id: 1 })
      .sort({ expires: 1 })
      .limit(ITEMS_AT_ONCE)
      .lean()
    await Promise.all(due.map(({ _id: partNo }) => engine.change([partNo], newEntry(partNo, log), planExpire(partNo))))
    return due.length > 0
  }

  /** The next end that the last run has not seen, in milliseconds since 1970; it may have passed since. */
  const findNextEnd = async () => {
    const [level, lot] = await Promise.all([
      levels
        .findOne({ expires: { $gt: new Date(0) } }, { expires: 1 })
        .sort({ expires: 1 })
        .lean(),
      lots
        .findOne({ active: true, expires: { $gt: lookedAt, $lt: NEVER } }, { expires: 1 })
        .sort({ expires: 1 })
        .lean(),
    ])
    return Math.min(...[level, lot].map((record) => record?.expires?.getTime() ?? Number.POSITIVE_INFINITY))
  }

  let noticed = Number.POSITIVE_INFINITY
  const run = async () => {
    nextRunAt = 0
    noticed = Number.POSITIVE_INFINITY
    if (await sweep()) return true
    const now = presentMs()
    nextRunAt = Math.min(await findNextEnd(), noticed, now + LONGEST_PAUSE_MS)
    return Math.max(1, nextRunAt - now)
  }
  const failure = 'Expired reservations are not recorded yet'
  const task = createRepeatingTask(run, { intervalMs: RETRY_MS, log, failure })
  task.wake()
  return {
    notice(effects) {
      const ends = effects.flatMap(endsOf).filter((end) => end > presentMs() - LOOK_BACK_MS)
      noticed = Math.min(noticed, ...ends)
      if (noticed < nextRunAt) task.wake()
    },
    [Symbol.asyncDispose]: () => task[Symbol.asyncDispose](),
  }
}

/** The ends of reservations and lots that an effect has written, in milliseconds since 1970. */
const endsOf = ({ entries, expiries = [] }: StockEffect<unknown>) => [
  ...expiries.flatMap((change) => ('also' in change ? [change.also.getTime()] : [])),
  ...entries.flatMap(({ lots }) =>
    lots.filter(({ after }) => after.active).map(({ after }) => after.expires.getTime()),
  ),
]

const newEntry = (partNo: number, log: Logger) =>
  toOwnEntry(inventory.releaseReservation, `expire/${partNo}/${randomUUID()}`, 'inventory', log)
