import type { Connection } from 'mongoose'
import { daysOf, isDay } from '../../../../shared/contract/dates/days.ts'
import { present, presentMs } from '../../../../shared/process/time/clock.ts'
import type { Registries } from '../../masters/registries/registries.ts'
import type { RegistryName, RegistryRecord } from '../../masters/registries/registry.model.ts'
import { endOf, NEVER } from './expiry.ts'
import type { LotModel, LotRecord } from './lot.model.ts'

/** Lots that one command completes. */
const LOTS_AT_ONCE = 1_000

/** How long after a change of its zone a warehouse is looked at again: other processes know the zone within 5 s. */
const RECENT_MS = 60_000

const HOUR_MS = 3_600_000
/** From midnight in UTC of a day to its end, in the zones where it ends first and last: UTC+14:00 and UTC-12:00. */
const [FIRST_END_MS, LAST_END_MS] = [10 * HOUR_MS, 36 * HOUR_MS]

/** Which lots have been looked at for days that an earlier version wrote. */
interface Mark {
  readonly _id: 'expiry days'
  /** Lots that were changed before are complete. */
  readonly at: Date
  /** Processes of an earlier version were writing then. */
  readonly isOpen: boolean
}

type Stored = Pick<LotRecord, '_id' | 'wid' | 'expires' | 'expiresDay'>

/**
 * The day of a lot as an earlier version has written it: midnight in UTC for a day, beside the day that it was before
 * if there is one. Undefined if the lot is as this version writes it.
 */
function dayOfEarlier({ expires, expiresDay }: Stored): { readonly day: string | null } | undefined {
  if (expiresDay === null) return undefined
  const afterMs = expiresDay === undefined ? Number.NaN : expires.getTime() - Date.parse(expiresDay)
  if (afterMs >= FIRST_END_MS && afterMs <= LAST_END_MS) return undefined
  return { day: isDay(expires) && expires.getTime() !== NEVER.getTime() ? expires.toISOString().slice(0, 10) : null }
}

/** Keeps the ends of lots that expire with a day: it ends when it does in the zone of their warehouse. */
export interface ExpiryZones {
  /** Completes lots of earlier versions, and follows zones that have changed since the last start. */
  prepare(): Promise<void>
  /** Lots of the warehouse expire by the days of a zone from now on. */
  follow(wid: number, timeZone: string): Promise<void>
  /** Does so again for warehouses that have just changed; whether lots had to follow. */
  followRecent(): Promise<boolean>
}

export function createExpiryZones(
  connection: Connection,
  lots: LotModel,
  { timeZone }: Registries,
  allowsEarlier = false,
): ExpiryZones {
  const marks = connection.collection<Mark>('marks')
  const warehouses = connection.collection<RegistryRecord>('warehouses' satisfies RegistryName)
  const lotsAsStored = connection.collection<LotRecord>(lots.collection.collectionName)
  const zoneOf = (warehouse: RegistryRecord) => warehouse.timeZone ?? timeZone

  /** Whether lots of the warehouse expire at another moment from now on. */
  const follow = async (wid: number, zone: string, isFirst: boolean): Promise<boolean> => {
    const days = daysOf(zone)
    let count = 0
    const ofWarehouse = { wid, expiresDay: { $gt: '' } }
    for (const expiresDay of await lots.distinct('expiresDay', ofWarehouse)) {
      if (typeof expiresDay !== 'string') continue
      const expires = endOf(expiresDay, days)
      // Not a version of the lot, which the ledger has: a transaction that has read it before conflicts and reads again.
      const change = { $set: { expires, ...(!isFirst && { modified: present() }) } }
      const wanted = { wid, expiresDay: { $eq: expiresDay, $gt: '' }, expires: { $ne: expires } }
      count += (await lots.updateMany(wanted, change, { timestamps: false })).modifiedCount
    }
    await warehouses.updateOne({ _id: wid }, { $set: { expiryZone: zone } })
    return count > 0
  }

  const complete = async (page: readonly Stored[], completed: Set<number>) => {
    const updates = page.flatMap((lot) => {
      const earlier = dayOfEarlier(lot)
      if (!earlier) return []
      completed.add(lot.wid)
      const filter = { _id: lot._id, expires: lot.expires }
      return [{ updateOne: { filter, update: { $set: { expiresDay: earlier.day } } } }]
    })
    if (updates.length > 0) await lotsAsStored.bulkWrite(updates, { ordered: false })
  }

  /** Gives lots that an earlier version wrote their days; the warehouses of these. */
  const completeSince = async (since: Date) => {
    const completed = new Set<number>()
    const projection = { wid: 1, expires: 1, expiresDay: 1 }
    for (let after = Number.NEGATIVE_INFINITY; ; ) {
      const wanted = { _id: { $gt: after }, modified: { $gte: since } }
      const page = await lotsAsStored.find(wanted, { projection }).sort({ _id: 1 }).limit(LOTS_AT_ONCE).toArray()
      await complete(page, completed)
      const last = page.at(-1)
      if (!last) return completed
      after = last._id
    }
  }

  return {
    async prepare() {
      const [mark, at] = [await marks.findOne({ _id: 'expiry days' }), present()]
      const mayLack = !mark || mark.isOpen || allowsEarlier
      const completed = mayLack ? await completeSince(mark?.at ?? new Date(0)) : new Set()
      for (const warehouse of await warehouses.find().toArray()) {
        const isFirst = warehouse.expiryZone === undefined
        if (completed.has(warehouse._id) || warehouse.expiryZone !== zoneOf(warehouse))
          await follow(warehouse._id, zoneOf(warehouse), isFirst)
      }
      // Last: what was interrupted is done again.
      if (mayLack)
        await marks.updateOne({ _id: 'expiry days' }, { $set: { at, isOpen: allowsEarlier } }, { upsert: true })
    },
    follow: async (wid, zone) => void (await follow(wid, zone, false)),
    async followRecent() {
      const recent = await warehouses.find({ modified: { $gte: new Date(presentMs() - RECENT_MS) } }).toArray()
      const followed: boolean[] = []
      for (const warehouse of recent) followed.push(await follow(warehouse._id, zoneOf(warehouse), false))
      return followed.includes(true)
    },
  }
}
