import type { Connection } from 'mongoose'
import { migrate } from '../../../shared/database/mongo.ts'
import { compareKeys, createIndexedList, recordChanges } from '../../../shared/database/page-index/indexed-list.ts'
import type { Key } from '../../../shared/database/page-index/page-index.model.ts'
import { createPageIndex, type PageIndex } from '../../../shared/database/page-index/page-index.ts'
import { warehouseVisibility } from '../../../shared/database/page-index/visibility.ts'
import { inUnitOfWork } from '../../../shared/database/unit-of-work.ts'

/** A record of a list. Records are also kept in memory, to compare with. */
export interface ListedRecord {
  readonly _id: number
  readonly key: Key
  wids: readonly number[]
}

const deadline = () => Date.now() + 20_000

/** A list of records with a page index, written in the way of the services. */
export async function listedRecords<K extends Key>(connection: Connection, list: { readonly lowestKey: K }) {
  const indexedList = createIndexedList(connection, {
    name: 'pageIndex',
    collection: 'records',
    keyField: 'key',
    sectionFields: ['wids'],
    ...list,
  })
  await migrate(connection)
  const written: ListedRecord[] = []
  const { records } = indexedList
  await records.createIndex({ key: 1 })

  return {
    indexedList,
    written,
    /** The page index as another process sees it. */
    pageIndex: () => createPageIndex(connection, indexedList),
    async add(keys: readonly K[], wids: readonly number[]) {
      const made = keys.map((key, index) => ({ _id: written.length + index, key, wids }))
      written.push(...made)
      await inUnitOfWork(connection, deadline(), async (unit) => {
        await records.insertMany(
          made.map((record) => ({ ...record, _id: record._id as never })),
          { session: unit.session },
        )
        recordChanges(
          indexedList,
          keys.map((at) => ({ at, partitionKey: wids, change: 1 as const })),
          unit,
        )
      })
    },
    async changeWarehouses(record: ListedRecord, wids: readonly number[]) {
      const at = record.key as K
      await inUnitOfWork(connection, deadline(), async (unit) => {
        await records.updateOne({ _id: record._id as never }, { $set: { wids } }, { session: unit.session })
        const changes = [
          { at, partitionKey: record.wids, change: -1 as const },
          { at, partitionKey: wids, change: 1 as const },
        ]
        recordChanges(indexedList, changes, unit)
      })
      record.wids = wids
    },
    /** The records that a scope sees, computed in memory, in order. */
    expected(scope: 'all' | readonly number[], direction: 1 | -1): number[] {
      const seen = written.filter(({ wids }) => scope === 'all' || wids.some((wid) => scope.includes(wid)))
      return seen
        .sort((one, other) => direction * (compareKeys(one.key, other.key) || one._id - other._id))
        .map(({ _id }) => _id)
    },
    /** Reads a page as the services do. */
    async page(
      pageIndex: PageIndex,
      scope: 'all' | readonly number[],
      offset: number,
      limit: number,
      direction: 1 | -1,
    ) {
      const { total, range, skip } = await pageIndex.find(warehouseVisibility(scope), { offset, limit, direction })
      const filter = scope === 'all' ? range : { ...range, wids: { $in: [...scope] } }
      const found = await records
        .find(filter)
        .sort({ key: direction, _id: direction })
        .skip(skip)
        .limit(limit)
        .toArray()
      return { total, skip, ids: found.map(({ _id }) => Number(_id)) }
    },
  }
}
