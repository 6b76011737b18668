import type { Connection } from 'mongoose'
import { daysOf } from '../../../../shared/contract/dates/days.ts'
import { LONGEST_UPDATE_MS, type UpdateStep } from '../../../../shared/database/migrations/run-migrations.ts'
import { isDay, nameOfDay } from '../../../../shared/day.ts'
import { present, presentMs } from '../../../../shared/process/time/clock.ts'
import type { Registries } from '../../masters/registries.ts'
import type { RegistryName, RegistryRecord } from '../../masters/registry.model.ts'
import { endOf, NEVER } from './expiry.ts'
import type { LotModel, LotRecord } from './lot.model.ts'

/** Lots that one command completes. */
const LOTS_AT_ONCE = 1_000

/** How long after a change of its zone a warehouse is looked at again: other processes know the zone within 5 s. */
const RECENT_MS = 60_000

/** How far lots have come from midnight in UTC, which earlier versions store for a day, to days. */
interface Mark {
  readonly _id: 'expiry days'
  /**
   * `earlier`: an update is under way, and lots are written as earlier versions do, which refuse to copy any other;
   * `completing`: new lots have days, those of before get them; `kept`: all lots have them.
   */
  readonly state: 'earlier' | 'completing' | 'kept'
  /** Since when. */
  readonly at: Date
}

type Stored = Pick<LotRecord, '_id' | 'wid' | 'expires'>

/** The day of a lot of an earlier version; null if it expires with a moment, or never. */
const dayOf = ({ expires }: Stored) =>
  isDay(expires) && expires.getTime() !== NEVER.getTime() ? nameOfDay(expires) : null

/** Keeps the ends of lots that expire with a day: it ends when it does in the zone of their warehouse. */
export function createExpiryZones(connection: Connection, lots: LotModel, { timeZone }: Registries) {
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

  /** Gives lots that an earlier version wrote their days; the warehouses of these. */
  const completeSince = async (since?: Date) => {
    const completed = new Set<number>()
    const projection = { wid: 1, expires: 1 }
    for (let after = Number.NEGATIVE_INFINITY; ; ) {
      const wanted = {
        _id: { $gt: after },
        expiresDay: { $exists: false },
        ...(since && { modified: { $gte: since } }),
      }
      const page = await lotsAsStored.find(wanted, { projection }).sort({ _id: 1 }).limit(LOTS_AT_ONCE).toArray()
      const last = page.at(-1)
      if (!last) return completed
      const updates = page.map((lot) => ({
        updateOne: { filter: { _id: lot._id, expires: lot.expires }, update: { $set: { expiresDay: dayOf(lot) } } },
      }))
      await lotsAsStored.bulkWrite(updates, { ordered: false })
      for (const { wid } of page) completed.add(wid)
      after = last._id
    }
  }

  const readMark = () => marks.findOne({ _id: 'expiry days' })
  const mark = (state: Mark['state']) =>
    marks.updateOne({ _id: 'expiry days' }, { $set: { state, at: present() } }, { upsert: true })

  /** Follows the zones of warehouses, with lots that have just got their days if these are some. */
  const followZones = async (completed: ReadonlySet<number>) => {
    for (const warehouse of await warehouses.find().toArray()) {
      const isFirst = warehouse.expiryZone === undefined || completed.has(warehouse._id)
      if (isFirst || warehouse.expiryZone !== zoneOf(warehouse)) await follow(warehouse._id, zoneOf(warehouse), isFirst)
    }
  }

  const prepare = async (step: UpdateStep) => {
    const { state, at } = (await readMark()) ?? {}
    if (state === 'kept') return followZones(new Set())
    // A migration is repeated whenever a process starts, which makes the update no longer.
    // After the longest update, days are kept even if nobody has said that it is over.
    const isUnderWay = state === 'earlier' && at !== undefined && at.getTime() > presentMs() - LONGEST_UPDATE_MS
    if (isUnderWay && step !== 'after') return
    if (step === 'before' && state !== 'completing') {
      const hasLots = (await lotsAsStored.findOne({}, { projection: { _id: 1 } })) !== null
      if (hasLots) await mark('earlier')
      return
    }
    await mark('completing')
    await followZones(await completeSince())
    // Last: what was interrupted is done again.
    await mark('kept')
  }

  let keepsDays = false
  return {
    /**
     * Gives lots of earlier versions their days, once no process of these runs any more, and follows zones that have
     * changed since the last start.
     */
    prepare,
    /** Whether lots are written with days: not while processes of an earlier version may read them. */
    async keepsDays() {
      // No way leads back.
      keepsDays ||= (await readMark())?.state !== 'earlier'
      return keepsDays
    },
    /** Lots of the warehouse expire by the days of a zone from now on. */
    follow: async (wid: number, zone: string) => void (await follow(wid, zone, false)),
    /** Does so again for what has just changed; whether lots may expire at another moment. */
    async followRecent() {
      const since = new Date(presentMs() - RECENT_MS)
      const { state, at = since } = (await readMark()) ?? {}
      if (state === 'earlier') await prepare('unknown')
      // What a transaction wrote that began before.
      const isRecent = state !== 'earlier' && at > since
      if (isRecent) await followZones(await completeSince(since))
      const recent = await warehouses.find({ modified: { $gte: since } }).toArray()
      const followed: boolean[] = []
      for (const warehouse of recent) followed.push(await follow(warehouse._id, zoneOf(warehouse), false))
      return isRecent || followed.includes(true)
    },
  }
}

export type ExpiryZones = ReturnType<typeof createExpiryZones>
