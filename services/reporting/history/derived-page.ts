import type { ClientSession, Model } from 'mongoose'
import type { FeedType } from '../../../shared/contract/notifications/changes.ts'
import { DOCUMENTS_CHANGED, type DocumentPayload } from '../../../shared/contract/notifications/document-payload.ts'
import { createWrites, type RecordWrite, type Writes } from '../../../shared/database/unit-of-work.ts'
import { groupBy } from '../../../shared/process/group-by.ts'

/** One event of the feed in full, as shared/contract/events.ts has it; each lot of a stock change has its facts. */
export interface FeedChange {
  readonly sequence: number
  readonly type: FeedType
  readonly at: Date
  readonly data: unknown
}

export interface DocumentsChanged extends FeedChange {
  readonly data: DocumentPayload
}

/** The feed holds what the schema of the type has let in. */
export const isOfDocuments = (change: FeedChange): change is DocumentsChanged => change.type === DOCUMENTS_CHANGED

interface Keyed {
  readonly _id: string
}

/** What follows from a page of changes. */
export interface DerivedPage {
  /** The changes that it is of: those that were offered, or the first of them. */
  readonly changes: readonly FeedChange[]
  /** Writes it in the transaction of the session; may be repeated with another one. */
  write(session: ClientSession): Promise<void>
  /** The last records of keys that it leaves in a collection, by their ids. */
  leftIn(collection: string): ReadonlyMap<string, Keyed>
}

/** A page that is being derived while the page before may not be written yet. */
export interface PageInWork {
  /** The last records of keys as they are after the page before: those of a filter, which `isMeant` says as well. */
  read<R extends Keyed>(model: Model<R>, filter: object, isMeant: (record: R) => boolean): Promise<R[]>
  /** Leaves last records: the first of their keys, or in the place of those that are known. */
  leave<R extends Keyed>(model: Model<R>, records: readonly R[], known: { has(id: string): boolean }): void
  /** Other writes, of which none is read for a later page. */
  readonly to: Pick<Writes, 'add' | 'insert'>
  done(changes: readonly FeedChange[]): DerivedPage
}

export function startPage(before: DerivedPage | undefined): PageInWork {
  return {
    ...collectWrites(),
    async read<R extends Keyed>(model: Model<R>, filter: object, isMeant: (record: R) => boolean) {
      // What a page leaves in a collection has the type of the collection.
      const ahead = before?.leftIn(model.collection.collectionName) as ReadonlyMap<string, R> | undefined
      const found = await model.find(filter).lean<R[]>()
      if (!ahead) return found
      return [...found.filter(({ _id }) => !ahead.has(_id)), ...[...ahead.values()].filter(isMeant)]
    },
  }
}

/** Knows nothing of the page before: what is derived would keep that in memory, and so all pages before it. */
function collectWrites(): Omit<PageInWork, 'read'> {
  const steps: ((writes: Writes) => void)[] = []
  const inserts: { readonly collection: string; run(writes: Writes): void }[] = []
  const left = new Map<string, Map<string, Keyed>>()
  const to: PageInWork['to'] = {
    add: (...args) => void steps.push((writes) => writes.add(...args)),
    insert: (...args) => {
      const [{ collection }] = args
      inserts.push({ collection: collection.collectionName, run: (writes) => writes.insert(...args) })
    },
  }
  return {
    to,
    leave(model, records, known) {
      const { collectionName } = model.collection
      const of = left.get(collectionName) ?? new Map<string, Keyed>()
      for (const record of records) of.set(record._id, record)
      left.set(collectionName, of)
      to.add(
        model,
        records.map((record) => toLastWrite(record, known)),
      )
    },
    done: (changes) => ({
      changes,
      async write(session) {
        const writes = createWrites(session)
        for (const step of steps) step(writes)
        // The server carries out neighbouring inserts into one collection as one.
        for (const neighbours of groupBy(inserts, ({ collection }) => collection).values())
          for (const insert of neighbours) insert.run(writes)
        await writes.send()
      },
      leftIn: (collection) => left.get(collection) ?? new Map(),
    }),
  }
}

/** The last records with these ids. */
export function readByIds<R extends Keyed>(model: Model<R>, ids: readonly string[], page: PageInWork): Promise<R[]> {
  const named = new Set(ids)
  return page.read(model, { _id: { $in: [...named] } }, ({ _id }) => named.has(_id))
}

function toLastWrite<R extends Keyed>(record: R, known: { has(id: string): boolean }): RecordWrite<R> {
  if (!known.has(record._id)) return { name: 'insertOne', document: record }
  // The driver's types do not tell that a record with its _id is a replacement.
  return { name: 'replaceOne', filter: { _id: record._id }, replacement: record } as unknown as RecordWrite<R>
}
