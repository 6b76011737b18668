import type { ClientSession, Connection, PipelineStage } from 'mongoose'
import { joinReads } from '../joined-reads.ts'
import { inTransaction } from '../transaction.ts'
import { bucketAt, isSame, lookFilter, nothingSealed, readSealed, type Sealed, type StoredDelta } from './compacted.ts'
import { type Listing, placeOf } from './indexed-list.ts'
import { type Bounds, locate, type PageRange } from './locate.ts'
import type { DirectoryDelta, DirectoryState, Key } from './page-index.model.ts'
import { BUCKET_SIZE } from './split.ts'
import { createViewCounts, type View } from './visibility.ts'

const READ_MS = 5_000
/** What comes in one batch is of one moment on any server; more is read in a transaction. */
const MAX_LOOK = 10_000

/** Exact totals and page starts of a list, at the same cost for every page (decision 16). */
export interface Directory {
  readonly connection: Connection
  readonly listing: Listing
  /** How many records a view sees, and where the page is. */
  find(view: View, page: PageRange): Promise<FoundPage>
  /** What a session's snapshot holds. */
  read(session: ClientSession): Promise<{ sealed: Sealed; deltas: StoredDelta[] }>
}

/** A page is what `range` matches in the list's order, less the first `skip`. */
export interface FoundPage {
  readonly total: number
  readonly range: Readonly<Record<string, Bounds>>
  readonly skip: number
  /** About as many records are within the range, seen or not. */
  readonly within: number
}

/** Reads buckets once and keeps them; each answer rests on one look at what has changed since. */
export function createDirectory(connection: Connection, listing: Listing): Directory {
  let known: Sealed | undefined
  const countsOf = createViewCounts()
  const lookAgain = joinReads<'now', Moment>(() => (known ? look(known) : lookAnew()))

  const look = async (sealed: Sealed): Promise<Moment> => {
    const { until } = sealed
    const found = await listing.directory
      .aggregate<Found>([{ $match: lookFilter(until) }, ...withOpen(listing, until)])
      .option({ batchSize: MAX_LOOK, readConcern: { level: 'snapshot' } })
    const state = found.find((record) => record.kind === 'state')
    if (!isSame(sealed, state) || found.length >= MAX_LOOK) return lookAnew()
    return { sealed, deltas: found.filter((record) => record.kind === 'delta'), open: openOf(found) }
  }

  /** The first look; later when others have sealed meanwhile, or much is noted: all is read in one snapshot. */
  const lookAnew = () =>
    inTransaction(connection, Date.now() + READ_MS, async (session) => {
      const { sealed, deltas } = await read(session)
      const open = sealed.until === null ? [] : await countOpen(listing, sealed.until, session)
      return { sealed, deltas, open }
    })

  const read = async (session: ClientSession) => {
    const found = await readSealed(listing, known ?? nothingSealed(listing), session)
    const { born, version } = found.sealed
    if (!known || born !== known.born || version > known.version) known = found.sealed
    return found
  }

  return {
    connection,
    listing,
    read,
    async find(view, page) {
      const { sealed, deltas, open } = await lookAgain('now')
      const counts = [...countsOf(view, sealed)]
      for (const { at, place, change } of deltas) {
        const index = bucketAt(sealed.buckets, at)
        if (view.sees(place)) counts[index] = (counts[index] ?? 0) + change
      }
      const starts = sealed.buckets.map(({ from }) => from)
      if (sealed.until !== null) {
        starts.push(sealed.until)
        counts.push(open.reduce((sum, { place, count }) => (view.sees(place) ? sum + count : sum), 0))
      }
      const total = counts.reduce((sum, count) => sum + count, 0)
      const { bounds, skip, stretches } = locate({ starts, counts }, page)
      const range = Object.keys(bounds).length > 0 ? { [listing.key]: bounds } : {}
      return { total, range, skip, within: stretches * BUCKET_SIZE }
    },
  }
}

/** Everything that an answer rests on, as it was at one moment. */
interface Moment {
  readonly sealed: Sealed
  readonly deltas: readonly DirectoryDelta[]
  readonly open: readonly PlaceCount[]
}

interface PlaceCount {
  readonly place: string
  readonly count: number
}

interface OpenCount {
  readonly kind: 'open'
  readonly place: unknown
  readonly count: number
}
type Found = DirectoryState | DirectoryDelta | OpenCount

/** Counts by place what is not sealed. */
const openCounts = ({ key, place }: Listing, until: Key) => [
  { $match: { [key]: { $gte: until } } },
  { $group: { _id: `$${place}`, count: { $sum: 1 } } },
  { $project: { _id: 0, kind: { $literal: 'open' }, place: '$_id', count: 1 } },
]

const withOpen = (listing: Listing, until: Key | null): PipelineStage.UnionWith[] =>
  until === null ? [] : [{ $unionWith: { coll: listing.records.collectionName, pipeline: openCounts(listing, until) } }]

const countOpen = async (listing: Listing, until: Key, session: ClientSession): Promise<PlaceCount[]> =>
  openOf(await listing.records.aggregate<OpenCount>(openCounts(listing, until), { session }).toArray())

const openOf = (found: readonly Found[]): PlaceCount[] =>
  found.flatMap((record) => (record.kind === 'open' ? [{ place: placeOf(record.place), count: record.count }] : []))
