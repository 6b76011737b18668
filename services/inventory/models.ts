import type { Connection } from 'mongoose'
import { createIndexedList } from '../../shared/database/page-index/indexed-list.ts'
import { families as registered } from './documents/families.ts'
import { orderLines } from './documents/foreign/order-line.model.ts'
import { takenNumbers } from './documents/kit/order-number.ts'
import type { RegisteredFamily } from './documents/kit/register-family.ts'
import { createItemModel } from './masters/item.model.ts'
import type { ReferenceDeps } from './masters/references.ts'
import { createLedgerModel } from './stock/ledger/ledger.model.ts'
import { createLevelModel } from './stock/levels/level.model.ts'
import { createLotModel } from './stock/lots/lot.model.ts'
import { corrections } from './stock/movements/cell.ts'
import { reorderPoints } from './stock/reorder-points.ts'
import { packs } from './stock/reservations/records/pack.model.ts'
import { reservationList, reservations } from './stock/reservations/records/reservation.model.ts'

/** Everything that inventory keeps, but for its registries. */
export function createModels(connection: Connection, families: readonly RegisteredFamily[] = registered) {
  for (const { apply } of families)
    apply(({ headers, lines }) => {
      headers.model(connection)
      lines.model(connection)
    })
  return {
    items: createItemModel(connection),
    ledger: createLedgerModel(connection),
    levels: createLevelModel(connection),
    indexedLists: createIndexedLists(connection),
    corrections: corrections.model(connection),
    documentLists: createDocumentLists(connection, families),
    lots: createLotModel(connection),
    orderLines: orderLines.model(connection),
    takenNumbers: takenNumbers.model(connection),
    packs: packs.model(connection),
    reorderPoints: reorderPoints.model(connection),
    reservations: reservations.model(connection),
  }
}

export type Models = ReturnType<typeof createModels>

/** The lists of documents with a page index, by the name of the documents. */
export function createDocumentLists(connection: Connection, families: readonly RegisteredFamily[] = registered) {
  const ofFamilies = families.map(({ apply }) => apply(({ headers, list }) => [headers.name, list] as const))
  const all = [...ofFamilies, [reservations.name, reservationList] as const]
  return Object.fromEntries(all.map(([name, list]) => [name, createIndexedList<Date>(connection, list)]))
}

/** The lists of the kernel with a page index; those of documents are declared by their families. */
export function createIndexedLists(connection: Connection) {
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

export type IndexedLists = ReturnType<typeof createIndexedLists>

/** What reads across the rooms need. */
export interface ReadDeps extends ReferenceDeps {
  readonly connection: Connection
  readonly models: Models
  readonly families: readonly RegisteredFamily[]
}
