import pLimit from 'p-limit'
import { catalog, type ItemSnapshot } from '../../../shared/contract/catalog/catalog.ts'
import { createBatchLoader } from '../../../shared/database/batch-loader.ts'
import type { Counters } from '../../../shared/database/counters.ts'
import { isDatabaseUnavailable, isDuplicateKey } from '../../../shared/database/database-errors.ts'
import { beginningWith, containsWords, readRecords } from '../../../shared/database/read-records.ts'
import { insertDirectly } from '../../../shared/database/unit-of-work.ts'
import type { Call } from '../../../shared/messaging/rpc/call.ts'
import type { WireContext } from '../../../shared/process/call-context.ts'
import { createKeptRecords } from '../records/kept-records.ts'
import { type ItemModel, type ItemRecord, toItemRecord, typedWords } from './item.model.ts'
import { createKeptItems } from './kept-items.ts'

/** More than can have one of the names that are looked up together: all are read, by one command. */
const MAX_FOUND = 1_000_000
/** Items that are asked of the catalog at once; an order may name hundreds that inventory does not know yet. */
const MAX_QUESTIONS = 16

/** Whether a snapshot of the catalog has more than a copy; copies of versions before 1.4 have no packaging. */
function isNews({ version, packaging }: ItemSnapshot, known: ItemRecord | undefined): boolean {
  if (!known || version !== known.version) return version > (known?.version ?? 0)
  return packaging !== undefined && packagingOf(known) === undefined
}

/** What is known of an item's packages; undefined if the copy says nothing of the present version. */
export const packagingOf = ({ version, packaging }: Pick<ItemRecord, 'version' | 'packaging'>) =>
  packaging?.version === version ? packaging : undefined

/** Inventory's copy of the catalog's items: fed by its events, and by asking it for what is missing. */
export function createItems(items: ItemModel, call: Call, counters: Pick<Counters, 'last' | 'nextOf'>) {
  const limitQuestions = pLimit(MAX_QUESTIONS)
  const readByPartNo = (partNos: readonly number[]) =>
    readRecords<ItemRecord>(items, { filter: { _id: { $in: [...partNos] } }, limit: partNos.length })
  const kept = createKeptRecords<ItemRecord>(readByPartNo)
  const named = createKeptItems(counters)
  const learnAlone = async (snapshot: ItemSnapshot): Promise<void> => {
    const record = toItemRecord(snapshot)
    const { _id, ...fields } = record
    const { version, packaging } = snapshot
    const isUnpackaged = packaging ? [{ version, 'packaging.version': { $ne: version } }] : []
    const filter = { _id, $or: [{ version: { $lt: version } }, ...isUnpackaged] }
    const { matchedCount } = await items.updateOne(filter, { $set: fields })
    if (matchedCount > 0) {
      kept.keep(record)
      return named.forget()
    }
    try {
      await items.create([record])
    } catch (error) {
      if (!isDuplicateKey(error)) throw error
      // There is a copy: of this version or a newer one, unless older news came in between.
      const known = await items.findById(_id).lean()
      if (known && isNews(snapshot, known)) await learnAlone(snapshot)
    }
  }

  /** Inserts what is new together; false if another process was faster, or the database refuses one of them. */
  const insertNew = async (records: readonly ItemRecord[]) => {
    try {
      if (records.length > 0) await insertDirectly(items, records)
      return true
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error
      return false
    }
  }

  /** Takes over news from the catalog; false if it, or newer news, was here already. */
  const takeOver = createBatchLoader<ItemSnapshot, boolean>(async (snapshots) => {
    const known = await readByPartNo([...new Set(snapshots.map(({ partNo }) => partNo))])
    const before = new Map(known.map((record) => [record._id, record]))
    const here = new Map(before)
    const added = new Map<number, ItemRecord>()
    for (const snapshot of snapshots) {
      const { partNo } = snapshot
      if (!here.has(partNo) && !added.has(partNo)) added.set(partNo, toItemRecord(snapshot))
    }
    if (await insertNew([...added.values()])) for (const record of added.values()) here.set(record._id, record)
    const learned = snapshots.map((snapshot) =>
      isNews(snapshot, here.get(snapshot.partNo)) ? learnAlone(snapshot) : undefined,
    )
    return (await Promise.allSettled(learned)).map((outcome, index) => {
      const snapshot = snapshots[index]
      return 'reason' in outcome
        ? outcome.reason
        : snapshot !== undefined && isNews(snapshot, before.get(snapshot.partNo))
    })
  })

  const ask = async (itemID: string, { requestId, traceparent, deadline }: WireContext) => {
    const snapshot = await call(catalog.findItemSnapshot, { itemID }, { requestId, traceparent, deadline })
    if (!snapshot) return undefined
    await takeOver(snapshot)
    return toItemRecord(snapshot)
  }

  const refresh = (itemID: string, context: WireContext) => limitQuestions(() => ask(itemID, context))

  const findByShortID = createBatchLoader<string, ItemRecord | undefined>(async (shortIDs) => {
    const wanted = [...new Set(shortIDs)]
    const found = await readRecords<ItemRecord>(items, { filter: { shortID: { $in: wanted } }, limit: MAX_FOUND })
    const byShortID = new Map(found.map((item) => [item.shortID, item]))
    return shortIDs.map((shortID) => byShortID.get(shortID))
  })

  const findByAlias = createBatchLoader<string, ItemRecord | undefined>(async (aliases) => {
    const found = await items.find({ aliases: { $in: [...new Set(aliases)] } }).lean()
    return aliases.map((alias) => found.find((item) => item.aliases.includes(alias)))
  })

  const findByPartNo = createBatchLoader<number, ItemRecord | undefined>(async (partNos) => {
    const found = await readByPartNo([...new Set(partNos)])
    const byPartNo = new Map(found.map((item) => [item._id, item]))
    return partNos.map((partNo) => byPartNo.get(partNo))
  })

  const findHere = (name: string) =>
    named.find(name, async () => (await findByShortID(name)) ?? (await findByAlias(name)))

  return {
    /** The item that a ShortID or an alias names; undefined if the catalog knows none. */
    async find(itemID: string, context: WireContext) {
      return (await findHere(itemID)) ?? refresh(itemID, context)
    },
    /** The item that the first of these names names that names any. */
    async findAny(names: readonly string[], context: WireContext): Promise<ItemRecord | undefined> {
      const [known] = (await Promise.all(names.map(findHere))).flatMap((item) => item ?? [])
      if (known) return known
      const [found] = (await Promise.all(names.map((name) => refresh(name, context)))).flatMap((item) => item ?? [])
      return found
    },
    /** The same as `find`, asked of the catalog itself: for a response that must not rest on old news. */
    refresh,
    /** The items with these partNos; calls of the same time share one query. */
    async findMany(partNos: readonly number[]): Promise<ReadonlyMap<number, ItemRecord>> {
      const found = await Promise.all([...new Set(partNos)].map(findByPartNo))
      return new Map(found.flatMap((item) => (item ? [[item._id, item]] : [])))
    },
    /** The same as they were a moment ago, for names in lists: it seldom reads anything. */
    describeMany: kept.findMany,
    /** The partNos of the items whose shortID or description contains each word; undefined without words. */
    async search(text: string | undefined) {
      const filter = containsWords(text, ['shortID', 'description'])
      if (!filter.$and) return undefined
      const found = await items.find(filter, { _id: 1 }).lean()
      return found.map(({ _id }) => _id)
    },
    /** Items with one of these names, and no others; only copies are looked at. */
    async named(names: readonly string[], limit: number) {
      const ofField = (field: string) =>
        readRecords<ItemRecord>(items, { filter: { [field]: { $in: [...names] } }, limit })
      return (await Promise.all(['shortID', 'aliases'].map(ofField))).flat()
    },
    /** Items of which each word of a text begins a word or a name, in any case. */
    async startingWith(text: string, limit: number): Promise<ItemRecord[]> {
      const words = typedWords(text).map((word) => ({ words: { $elemMatch: beginningWith(word) } }))
      return words.length === 0 ? [] : readRecords<ItemRecord>(items, { filter: { $and: words }, limit })
    },
    /**
     * Takes over news from the catalog, unless newer news is here already. An event may come again because a process was
     * lost after it had changed the copy, and before it counted the change: so it is counted, whether or not it is news.
     */
    async learn(snapshot: ItemSnapshot): Promise<void> {
      if (!(await takeOver(snapshot))) await named.forget()
    },
  }
}

export type Items = ReturnType<typeof createItems>
