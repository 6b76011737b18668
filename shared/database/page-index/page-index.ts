import type { ClientSession, Connection, PipelineStage } from 'mongoose'
import { createBatchLoader } from '../batch-loader.ts'
import { inTransaction } from '../transaction.ts'
import {
  BUCKET_SIZE,
  bucketAt,
  type ChangingPart,
  type Compacted,
  changingBuckets,
  isCurrent,
  MAX_CHANGES,
  nothingCompacted,
  readChanging,
  readCompacted,
  sumDeltas,
} from './compacted.ts'
import { type IndexedList, sectionKeyOf } from './indexed-list.ts'
import { type Bounds, locate, type PageRange } from './locate.ts'
import type { Key, PageIndexDelta } from './page-index.model.ts'
import { createVisibleCounts, type Visibility } from './visibility.ts'

const READ_MS = 5_000
/** The first batch of a reply is of one moment on any server; what is longer is read in a transaction. */
const MAX_BATCH = 10_000

/**
 * Gives the exact total of a list and the start of any page of it, at the same cost for every page
 * (docs/decisions/lists.md#16). At 50,000 items, page 1 costs the database an eighth of counting and skipping, the
 * last page a fortieth (docs/adr/0003-page-index.md).
 */
export interface PageIndex {
  readonly connection: Connection
  readonly list: IndexedList
  /** The number of visible records, and where the page begins. */
  find(visibility: Visibility, page: PageRange): Promise<FoundPage>
  /** The compacted part in a session's snapshot. */
  read(session: ClientSession): Promise<Compacted>
}

/** A page: the records that `range` matches, sorted as the list is, less the first `skip`. */
export interface FoundPage {
  readonly total: number
  readonly range: Readonly<Record<string, Bounds>>
  readonly skip: number
  /** Approximate number of records within the range, visible or not. */
  readonly within: number
  /** Whether no record of the list follows those of the range. */
  readonly isEnd: boolean
}

/** Keeps the buckets in memory; each result rests on one read of what has changed since the last compaction. */
export function createPageIndex(connection: Connection, list: IndexedList): PageIndex {
  let known: Compacted | undefined
  const countVisible = createVisibleCounts()
  const loadSnapshot = createBatchLoader<'now', Snapshot>(async (requests) => {
    const snapshot = await (known ? readChanges(known) : readAll())
    return requests.map(() => snapshot)
  })

  const readChanges = async (compacted: Compacted): Promise<Snapshot> => {
    const { until } = compacted
    const found = await list.pageIndex
      .aggregate<ChangingPart | OpenCount>([...changingBuckets(until), ...withOpen(list, until)])
      .option({ batchSize: MAX_BATCH, readConcern: { level: 'snapshot' } })
    const { state, deltas } = readChanging(found.filter((record) => '_id' in record))
    if (!isCurrent(compacted, state) || deltas.length + 1 >= MAX_CHANGES || found.length >= MAX_BATCH) return readAll()
    return { compacted, deltas, open: openOf(list, found) }
  }

  /**
   * Reads everything in one transaction: at first, after a compaction, and when there are many deltas. It is committed,
   * though it only reads: what is kept in memory must be what a majority of the replica set has.
   */
  const readAll = () =>
    inTransaction(connection, Date.now() + READ_MS, async (session) => {
      const compacted = await read(session)
      const deltas = await sumDeltas(list, compacted, session)
      const open = compacted.until === null ? [] : await countOpen(list, compacted.until, session)
      return { compacted, deltas, open }
    })

  const read = async (session: ClientSession) => {
    const found = await readCompacted(list, known ?? nothingCompacted(list), session)
    const { createdAt, version } = found
    if (!known || createdAt !== known.createdAt || version > known.version) known = found
    return found
  }

  return {
    connection,
    list,
    read,
    async find(visibility, page) {
      const { compacted, deltas, open } = await loadSnapshot('now')
      const counts = [...countVisible(visibility, compacted)]
      for (const { at, partitionKey, change } of deltas) {
        const index = bucketAt(compacted.buckets, at)
        if (visibility.isVisible(partitionKey)) counts[index] = (counts[index] ?? 0) + change
      }
      const starts = compacted.buckets.map(({ from }) => from)
      if (compacted.until !== null) {
        starts.push(compacted.until)
        const visible = open.filter(({ partitionKey }) => visibility.isVisible(partitionKey))
        counts.push(visible.reduce((sum, { count }) => sum + count, 0))
      }
      const total = counts.reduce((sum, count) => sum + count, 0)
      const { bounds, skip, segments, isEnd } = locate({ starts, counts }, page)
      const range = Object.keys(bounds).length > 0 ? { [list.keyField]: bounds } : {}
      return { total, range, skip, within: segments * BUCKET_SIZE, isEnd }
    },
  }
}

/** All that a result rests on, as of one moment. */
interface Snapshot {
  readonly compacted: Compacted
  readonly deltas: readonly PageIndexDelta[]
  /** The records behind the compacted part. */
  readonly open: readonly SectionCount[]
}

interface SectionCount {
  readonly partitionKey: string
  readonly count: number
}

interface OpenCount {
  readonly kind: 'open'
  readonly partitionKey: Readonly<Record<string, unknown>>
  readonly count: number
}

/** Counts the records behind the compacted part by partition key. */
const openCounts = ({ keyField, sectionFields }: IndexedList, until: Key) => [
  { $match: { [keyField]: { $gte: until } } },
  { $group: { _id: Object.fromEntries(sectionFields.map((field) => [field, `$${field}`])), count: { $sum: 1 } } },
  { $project: { _id: 0, kind: { $literal: 'open' }, partitionKey: '$_id', count: 1 } },
]

const withOpen = (list: IndexedList, until: Key | null): PipelineStage.UnionWith[] =>
  until === null ? [] : [{ $unionWith: { coll: list.records.collectionName, pipeline: openCounts(list, until) } }]

const countOpen = async (list: IndexedList, until: Key, session: ClientSession): Promise<SectionCount[]> =>
  openOf(list, await list.records.aggregate<OpenCount>(openCounts(list, until), { session }).toArray())

const openOf = (list: IndexedList, found: readonly (ChangingPart | OpenCount)[]): SectionCount[] =>
  found.flatMap((record) =>
    'kind' in record ? [{ partitionKey: sectionKeyOf(list, record.partitionKey), count: record.count }] : [],
  )
