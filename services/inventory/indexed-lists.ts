import type { Connection } from 'mongoose'
import { createIndexedList, type IndexedList } from '../../shared/database/page-index/indexed-list.ts'

/** The lists of the kernel with a page index; those of documents are declared by their families. */
export interface IndexedLists {
  readonly lots: IndexedList<Date>
  readonly ledger: IndexedList<Date>
  readonly levels: IndexedList<number>
}

export function createIndexedLists(connection: Connection): IndexedLists {
  return {
    lots: createIndexedList(connection, {
      name: 'lotPageIndex',
      collection: 'lots',
      keyField: 'received',
      sectionFields: ['wid'],
      lowestKey: new Date(0),
    }),
    ledger: createIndexedList(connection, {
      name: 'ledgerPageIndex',
      collection: 'ledger',
      keyField: 'at',
      sectionFields: ['wids'],
      lowestKey: new Date(0),
    }),
    levels: createIndexedList(connection, {
      name: 'levelPageIndex',
      collection: 'levels',
      keyField: '_id',
      sectionFields: ['wids'],
      lowestKey: 0,
    }),
  }
}
