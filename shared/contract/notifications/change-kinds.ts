import { z } from 'zod'
import { Alias, Item } from '../catalog/catalog.ts'
import { permissions } from '../core/access.ts'
import { changeKind, wholeChange } from '../core/change-kind.ts'
import { documentChanges } from '../inventory/documents.ts'
import { LedgerEntry, withinScope } from '../inventory/records/ledger-event.ts'
import { Transaction } from '../inventory/records/records.ts'
import { BelowMinimum, ReorderSettings } from '../inventory/reorder.ts'

const { itemMasterList } = permissions

const stockChanges = changeKind({
  name: 'StockChange',
  description: 'A new entry of the ledger',
  publisher: 'inventory',
  access: itemMasterList,
  types: [
    'inventory.received',
    'inventory.moved',
    'inventory.issued',
    'inventory.held',
    'inventory.released',
    'inventory.reversed',
    'inventory.ordered',
    'inventory.reserved',
    'inventory.unreserved',
    'inventory.expired',
    'inventory.packed',
    'inventory.unpacked',
    'inventory.amended',
    'inventory.shipped',
    'inventory.accepted',
    'inventory.rejected',
    'inventory.returned',
    'inventory.lost',
  ],
  event: LedgerEntry,
  data: Transaction,
  visible: withinScope,
  ids: Transaction.pick({ transactionNo: true, partNo: true, itemID: true }).extend({
    recNos: z.array(z.int()).meta({ description: 'Record numbers of the lots' }),
  }),
  toIds({ transactionNo, partNo, itemID, lots }) {
    return { transactionNo, partNo, itemID, recNos: lots.flatMap(({ recNo }) => recNo ?? []) }
  },
})

const itemChanges = wholeChange({
  name: 'ItemChange',
  description: 'An item as it is after the change',
  publisher: 'catalog',
  access: itemMasterList,
  types: ['item.created', 'item.updated', 'item.discontinued'],
  data: Item,
  ids: Item.pick({ partNo: true, shortID: true }),
})

/** Whether a type of change is one of the catalog's items, whose data is an Item. */
export const isItemChange = (type: string): type is ItemChangeType => itemChanges.types.some((one) => one === type)

const aliasChanges = wholeChange({
  name: 'AliasChange',
  description: 'An alias that was added or removed',
  publisher: 'catalog',
  access: itemMasterList,
  types: ['alias.created', 'alias.deleted'],
  data: Alias,
  ids: Alias.pick({ alias: true, shortID: true }),
})

const levelKeyIds = ReorderSettings.pick({ partNo: true, shortID: true, wid: true })

const reorderChanges = wholeChange({
  name: 'ReorderChange',
  description: 'Reorder settings of an item in a warehouse that were set or removed',
  publisher: 'inventory',
  access: itemMasterList,
  types: ['item.reorderChanged'],
  data: ReorderSettings,
  ids: levelKeyIds,
})

const shortages = wholeChange({
  name: 'BelowMinimumChange',
  description: 'The position of an item in a warehouse fell below its minimum',
  publisher: 'inventory',
  access: itemMasterList,
  types: ['item.belowMinimum'],
  data: BelowMinimum,
  ids: levelKeyIds,
})

/** Every kind of change. The feed and everything about its events, including their visibility, derives from this list. */
export const changeKinds = [
  stockChanges,
  itemChanges,
  aliasChanges,
  ...documentChanges,
  reorderChanges,
  shortages,
] as const

export type ItemChangeType = (typeof itemChanges)['types'][number]
export type AliasChangeType = (typeof aliasChanges)['types'][number]
