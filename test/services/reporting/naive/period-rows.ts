import type { FeedChange, Moment } from '../../../../services/reporting/history/history.ts'
import type { LedgerEntry } from '../../../../shared/contract/inventory/inventory.ts'
import { isOfStock } from '../report-world.ts'
import { addedBy, figure, levelsAt, sum, ZERO } from './levels-at.ts'
import { dayBefore, dayIn, lastMomentOf } from './zone.ts'

/** Rows of reports of days. */
export const kinds = [
  'received',
  'issued',
  'movedIn',
  'movedOut',
  'shipped',
  'transitIn',
  'transitOut',
  'adjusted',
  'counted',
  'reversed',
] as const

export function kindOf(entry: LedgerEntry, wid: number): string {
  if (entry.type === 'reverse') return 'reversed'
  if (entry.countNo !== null) return 'counted'
  if (entry.adjustment) return 'adjusted'
  if (entry.type === 'move') return addedBy(entry, wid).gt(0) ? 'movedIn' : 'movedOut'
  const ofPacked = entry.levels.some(({ figure: name, units }) => name === 'packed' && units < 0)
  const others = { receive: 'received', issue: ofPacked ? 'shipped' : 'issued', ship: 'transitOut' }
  return new Map(Object.entries(others)).get(entry.type) ?? 'transitIn'
}

export function activityRows(changes: readonly FeedChange[], now: Moment, timeZone: string, day: string) {
  const endOf = (name: string) => ({
    ...now,
    at: new Date(Math.min(Number(now.at), Number(lastMomentOf(timeZone, name)))),
  })
  const before = new Map(levelsAt(changes, endOf(dayBefore(day))).map((key) => [`${key.partNo}/${key.wid}`, key]))
  return levelsAt(changes, endOf(day)).flatMap((key) => {
    const { partNo, shortID, wid, entries } = key
    const opened = before.get(`${partNo}/${wid}`)
    const ofDay = entries.slice(opened?.entries.length ?? 0)
    const changed = kinds.map((kind) => {
      const added = ofDay.filter((entry) => kindOf(entry, wid) === kind).map((entry) => addedBy(entry, wid))
      return [kind, Number(sum(added))] as const
    })
    const [opening, closing] = [opened ? Number(figure(opened, 'inStock')) : 0, Number(figure(key, 'inStock'))]
    const isEmpty = opening === 0 && closing === 0 && changed.every(([, units]) => units === 0)
    return isEmpty ? [] : [{ partNo, shortID, wid, opening, ...Object.fromEntries(changed), closing }]
  })
}

export function deedRows(changes: readonly FeedChange[], now: Moment, timeZone: string) {
  const included = changes.filter(isOfStock).filter(({ sequence, at }) => sequence <= now.sequence && at <= now.at)
  const reversed = new Set(included.map(({ data }) => data.reverses))
  const groups = new Map<string, { entries: number; units: typeof ZERO; reversals: number }>()
  for (const { at, data } of included) {
    const { clientId, actor = '', actorVerified = false, type } = data
    const key = JSON.stringify([dayIn(timeZone, at), clientId, actor, actorVerified, type])
    const { entries, units, reversals } = groups.get(key) ?? { entries: 0, units: ZERO, reversals: 0 }
    const isReversed = reversed.has(data.transactionNo)
    groups.set(key, { entries: entries + 1, units: units.plus(data.units), reversals: reversals + Number(isReversed) })
  }
  return [...groups]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, { units, ...counts }]) => {
      const [day, clientId, actor, actorVerified, type] = JSON.parse(key)
      const verification = actor === '' ? '' : actorVerified ? 'verified' : 'not verified'
      return { day, clientId, actor, verification, type, ...counts, units: Number(units) }
    })
}
