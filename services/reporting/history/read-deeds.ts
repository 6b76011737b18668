import { groupBy } from '../../../shared/process/group-by.ts'
import { type StoredQuantity, toQuantity } from '../../../shared/quantity.ts'
import type { DeedTotal, HistoryReads, Moment, Selection } from './history.ts'
import type { DeedRecord } from './records/deed.model.ts'
import type { HistoryModels } from './records/models.ts'

/** What entries have in common that are counted together; without a person unless it is verified. */
interface Who extends Pick<DeedRecord, 'clientId' | 'actor' | 'type'> {
  readonly person?: string | null
}

interface Group {
  readonly _id: Who
  readonly entries: number
  readonly units: StoredQuantity
  /** Numbers of transactions. */
  readonly first: number
  readonly last: number
}

const keyOf = ({ clientId, actor, person, type }: Who) => JSON.stringify([clientId, actor, person ?? '', type])

/** What reports read of entries of the ledger. The database adds them up: a month may have hundreds of thousands. */
export function createDeedReads({ deeds }: HistoryModels): Pick<HistoryReads, 'firstDeed' | 'deedTotals'> {
  const stored = deeds.db.collection<DeedRecord>(deeds.collection.collectionName)

  const readGroups = async (filter: object, { sequence }: Moment) => {
    // Not in the filter, for which planners might choose the index of sequences.
    const isKnown = { $lte: ['$_id', sequence] }
    const totals = {
      _id: { clientId: '$clientId', actor: '$actor', person: '$person', type: '$type' },
      entries: { $sum: { $cond: [isKnown, 1, 0] } },
      units: { $sum: { $cond: [isKnown, '$units', 0] } },
      first: { $min: '$transactionNo' },
      last: { $max: '$transactionNo' },
    }
    const found = await stored.aggregate<Group>([{ $match: filter }, { $group: totals }]).toArray()
    return found.filter(({ entries }) => entries > 0)
  }

  /** Of the entries, those that had been reversed. */
  const readReversed = async (filter: object, groups: readonly Group[], { sequence, at }: Moment) => {
    const first = Math.min(...groups.map((group) => group.first))
    const last = Math.max(...groups.map((group) => group.last))
    // With a range of moments besides, planners take the index of those, which has the whole history.
    const reversals = await deeds.find({ reverses: { $gte: first, $lte: last } }, { reverses: 1, at: 1 }).lean()
    const known = reversals.filter((deed) => deed._id <= sequence && deed.at <= at)
    const numbers = known.flatMap(({ reverses }) => reverses ?? [])
    const reversed = await stored.find({ ...filter, transactionNo: { $in: numbers } }).toArray()
    return groupBy(
      reversed.filter(({ _id }) => _id <= sequence),
      keyOf,
    )
  }

  return {
    async firstDeed(from, until, selection) {
      const options = { sort: { at: 1 }, projection: { at: 1 } } as const
      return (await stored.findOne(toFilter(from, until, selection), options))?.at
    },
    async deedTotals(from, until, moment, selection): Promise<DeedTotal[]> {
      const filter = toFilter(from, until, selection)
      const groups = await readGroups(filter, moment)
      if (groups.length === 0) return []
      const reversed = await readReversed(filter, groups, moment)
      return groups.map(({ _id: who, entries, units }) => ({
        clientId: who.clientId,
        actor: who.actor,
        person: who.person ?? undefined,
        type: who.type,
        entries,
        units: toQuantity(units),
        reversals: reversed.get(keyOf(who))?.length ?? 0,
      }))
    },
  }
}

const toFilter = (from: Date, until: Date, { wids, partNos }: Selection) => ({
  at: { $gte: from, $lte: until },
  ...(wids !== 'all' && { wids: { $in: [...wids] } }),
  ...(partNos && { partNo: { $in: [...partNos] } }),
})
