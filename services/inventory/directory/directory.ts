import type { ClientSession, Connection } from 'mongoose'
import type { WarehouseScope } from '../../../shared/contract/access.ts'
import { inTransaction } from '../../../shared/runtime/transaction.ts'
import type { LotModel } from '../lot.model.ts'
import type { DirectoryBucket, DirectoryDelta, DirectoryModel, DirectoryState } from './directory.model.ts'
import { countIn, locate, type Position, type Stretch } from './locate.ts'

type PageRange = Parameters<typeof locate>[2]

/** A lot that came to, or left, a place in the midst of the order. */
export type PlaceChange = Pick<DirectoryDelta, 'at' | 'change'> & { readonly wid: number }

/** Exact totals and page starts of the lots in the order of their receipt, at the same cost for every page (decision 16). */
export interface LotDirectory {
  /** How many lots a scope sees, and where the page is that `offset` of them precede. */
  find(scope: WarehouseScope, page: PageRange, deadline: number): Promise<Position & { total: number }>
}

/** Reads buckets once and keeps them; each answer rests on one look at what has changed since. */
export function createLotDirectory(connection: Connection, directory: DirectoryModel, lots: LotModel): LotDirectory {
  const buckets = new Map<number, ReadonlyMap<string, number>>()
  let version = 0

  type Look = (DirectoryState | DirectoryDelta)[]
  const look = (session?: ClientSession) =>
    directory
      .find({ kind: { $in: ['state', 'delta'] } })
      .session(session ?? null)
      .lean<Look>()
      .exec()

  /** State, changes and buckets of one moment: buckets are read again, in one snapshot with the rest, when the state says so. */
  const read = async (deadline: number): Promise<Look> => {
    const found = await look()
    if (versionOf(found) === version) return found
    return inTransaction(connection, deadline, async (session) => {
      const latest = await look(session)
      const changed = await directory
        .find({ kind: 'bucket', version: { $gt: version } })
        .session(session)
        .lean<DirectoryBucket[]>()
      for (const { from, counts } of changed) buckets.set(from.getTime(), new Map(Object.entries(counts)))
      version = versionOf(latest)
      return latest
    })
  }

  /** The sealed stretches as a scope sees them, oldest first. */
  const stretches = (scope: WarehouseScope, sealedUntil: Date, deltas: readonly DirectoryDelta[]): Stretch[] => {
    const starts = [...buckets.keys()].sort((one, other) => one - other)
    const counted = starts.map((from, index) => ({
      from: new Date(from),
      until: new Date(starts[index + 1] ?? sealedUntil.getTime()),
      count: countIn(buckets.get(from) ?? new Map(), scope),
    }))
    for (const { at, place, change } of deltas) {
      const index = counted.findLastIndex(({ from }) => from <= at)
      const stretch = counted[index]
      const isSeen = scope === 'all' || scope.includes(Number(place))
      if (stretch && isSeen && at < sealedUntil) counted[index] = { ...stretch, count: stretch.count + change }
    }
    return counted
  }

  return {
    async find(scope, page, deadline) {
      const found = await read(deadline)
      const state = found.find((record) => record.kind === 'state')
      const deltas = found.filter((record) => record.kind === 'delta')
      const sealedUntil = state?.sealedUntil ?? new Date(0)
      const sealed = stretches(scope, sealedUntil, deltas)
      const newest = await lots.countDocuments({
        ...(scope !== 'all' && { wid: { $in: [...scope] } }),
        received: { $gte: sealedUntil },
      })
      const total = sealed.reduce((sum, { count }) => sum + count, newest)
      return { total, ...locate(sealed, newest, page) }
    },
  }
}

function versionOf(found: readonly (DirectoryState | DirectoryDelta)[]): number {
  return found.find((record) => record.kind === 'state')?.version ?? 0
}

/** Notes changes in the midst of the order, in the transaction that makes them. */
export async function noteInDirectory(
  directory: DirectoryModel,
  changes: readonly PlaceChange[],
  session: ClientSession,
): Promise<void> {
  if (changes.length === 0) return
  const deltas = changes.map(({ at, wid, change }) => ({ kind: 'delta' as const, at, place: String(wid), change }))
  await directory.insertMany(deltas, { session })
}
