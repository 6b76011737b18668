import type { Connection } from 'mongoose'
import { createIndexedList, type IndexedList } from '../../shared/database/page-index/indexed-list.ts'

/** The lists with a page index. */
export interface IndexedLists {
  readonly lots: IndexedList<Date>
  readonly ledger: IndexedList<Date>
  readonly levels: IndexedList<number>
}

export function createIndexedLists(connection: Connection): IndexedLists {
  const growing = { lowestKey: new Date(0), growsAtEnd: true } as const
  return {
    lots: createIndexedList(connection, {
      name: 'lotPageIndex',
      collection: 'lots',
      keyField: 'received',
      partitionField: 'wid',
      ...growing,
    }),
    ledger: createIndexedList(connection, {
      name: 'ledgerPageIndex',
      collection: 'ledger',
      keyField: 'at',
      partitionField: 'wids',
      ...growing,
    }),
    levels: createIndexedList(connection, {
      name: 'levelPageIndex',
      collection: 'levels',
      keyField: '_id',
      partitionField: 'wids',
      lowestKey: 0,
    }),
  }
}
