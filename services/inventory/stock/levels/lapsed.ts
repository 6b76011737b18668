import type { ClientSession, Model } from 'mongoose'
import { inSnapshot } from '../../../../shared/database/transaction.ts'
import { groupBy } from '../../../../shared/process/group-by.ts'
import { present } from '../../../../shared/process/time/clock.ts'
import { type Quantity, toQuantity, toStored, ZERO } from '../../../../shared/quantity.ts'
import type { ReservationRecord } from '../reservations/records/reservation.model.ts'
import type { LevelModel, LevelRecord } from './level.model.ts'

export interface ReservedModels {
  readonly levels: LevelModel
  readonly reservations: Model<ReservationRecord>
}

/**
 * Level rows as they are now: if the end of a reservation has passed, its units are taken off by arithmetic, in one
 * snapshot.
 */
export async function readCurrent(
  models: ReservedModels,
  rows: readonly LevelRecord[],
  deadline: number,
): Promise<LevelRecord[]> {
  const now = present()
  const due = rows.filter(({ expires }) => expires && expires <= now).map(({ _id }) => _id)
  if (due.length === 0) return [...rows]
  const current = await inSnapshot(models.levels.db, deadline, async (session) => {
    const again = await models.levels
      .find({ _id: { $in: due } })
      .session(session)
      .lean<LevelRecord[]>()
    return takeOffLapsed(models, again, now, session)
  })
  const byItem = new Map(current.map((row) => [row._id, row]))
  return rows.map((row) => byItem.get(row._id) ?? row)
}

/** The same for rows that were read in the session's snapshot. */
export async function takeOffLapsed(
  { reservations }: Pick<ReservedModels, 'reservations'>,
  rows: readonly LevelRecord[],
  now: Date,
  session: ClientSession,
): Promise<LevelRecord[]> {
  const due = rows.filter(({ expires }) => expires && expires <= now).map(({ _id }) => _id)
  if (due.length === 0) return [...rows]
  const filter = { partNo: { $in: due }, state: 'Active' as const, expires: { $gt: new Date(0), $lte: now } }
  const lapsed = await reservations.find(filter).session(session).lean<ReservationRecord[]>()
  const byItem = groupBy(lapsed, ({ partNo }) => partNo)
  return rows.map((row) => (byItem.get(row._id) ?? []).reduce(takeOff, row))
}

function takeOff(row: LevelRecord, { wid, remaining }: ReservationRecord): LevelRecord {
  const figures = row.stock[wid]
  if (!figures) return row
  const committed: Quantity = figures.committed ? toQuantity(figures.committed) : ZERO
  const left = toStored(committed.minus(toQuantity(remaining)))
  return { ...row, stock: { ...row.stock, [wid]: { ...figures, committed: left } } }
}
