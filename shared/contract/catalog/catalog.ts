import { z } from 'zod'
import { operatorWrite, permissions, serviceRead } from '../core/access.ts'
import { CHECK_TIMEOUT_MS, Difference } from '../core/difference.ts'
import { flagText, id, integerText, optional, requiredText, text } from '../core/fields.ts'
import { defineService } from '../core/operation.ts'
import { findOutcome } from '../core/outcomes.ts'
import { pageOf, pageQuery, pagesOf } from '../core/paging.ts'
import { status } from '../core/status.ts'
import { categories } from './categories.ts'
import { aliasInput, itemInput, itemKey, newItemInput, newShortID, shortID } from './item-input.ts'
import { Alias, Item, ItemSnapshot } from './records.ts'

export { Alias, Item, ItemSnapshot } from './records.ts'

const alias = () => requiredText(64).meta({ description: 'Alternate part number' })

const shortIdAndStatus = <const S extends string>(...statuses: S[]) =>
  z.object({
    shortID: z.string().meta({ description: 'SKU of the item' }),
    status: z.literal(statuses).meta({ description: 'What was done' }),
  })

const { aliasView, itemMasterList, modifyItemMaster } = permissions

const listed = {
  access: itemMasterList,
  effect: 'read',
  ...pagesOf(Item, {
    search: optional(text(64)).meta({ description: 'Words in shortID or description' }),
  }),
  example: { page: 1, pageSize: 25 },
} as const

/** Items, their aliases, and the names of their categories. */
export const catalog = defineService('catalog', {
  getItem: {
    summary: 'Get one item by its ShortID, an alias, or a scanned code',
    route: 'GET /Item/Find',
    alternateRoutes: ['GET /Item?key'],
    command: 'item show',
    access: itemMasterList,
    effect: 'read',
    input: itemKey,
    output: Item,
    messages: { not_found: ['No item has the ShortID NO-SUCH-ITEM.', 'The alias NO-SUCH-ALIAS does not exist.'] },
    example: { key: 'BOLT-M6-30', type: 'id' },
  },
  getItemByShortID: {
    summary: 'Get one item by its ShortID',
    route: 'GET /Item/:shortID',
    access: itemMasterList,
    effect: 'read',
    input: z.object({ shortID: shortID() }),
    output: Item,
    messages: { not_found: ['No item has the ShortID NO-SUCH-ITEM.'] },
    example: { shortID: 'BOLT-M6-30' },
  },
  listCategory: {
    summary: 'List all active items of a category, without pages',
    route: 'GET /Category/:Category/Items',
    alternateRoutes: ['GET /Item?Category'],
    access: itemMasterList,
    effect: 'read',
    input: z.object({ Category: integerText(id()).meta({ description: 'Category id' }) }),
    output: z.array(Item),
    streamed: true,
    example: { Category: 1 },
  },
  listItems: {
    summary: 'List active items by ShortID',
    route: 'GET /Item',
    command: 'item list',
    ...listed,
  },
  listAllItems: {
    summary: 'List all items by ShortID, discontinued ones too',
    route: 'GET /Item/All',
    command: 'item list-all',
    ...listed,
    input: listed.input.extend({
      category: optional(integerText(id())).meta({ description: 'Only items of this category' }),
      discontinued: optional(flagText()).meta({ description: 'Only discontinued, or only active items' }),
    }),
  },
  createItem: {
    summary: 'Create an item',
    description: 'Absent fields get their defaults. The response is the full item with its partNo.',
    route: 'POST /Item',
    access: modifyItemMaster,
    effect: 'write',
    input: newItemInput,
    output: Item.extend({ status: z.literal('created').meta({ description: 'What was done' }) }),
    messages: { conflict: ['BOLT-M6-30 is the ShortID or an alias of an item.'] },
    status: 201,
    example: {
      shortID: 'BOLT-M8-40',
      description: 'Hex bolt M8 x 40, zinc plated',
      uOM: 'EA',
      category: 1,
      putUp: 'Box 100',
    },
  },
  updateItem: {
    summary: 'Change fields of an item; absent fields keep their values',
    route: 'PUT /Item',
    access: modifyItemMaster,
    effect: 'write',
    input: itemInput,
    output: shortIdAndStatus('updated', 'unchanged'),
    messages: { not_found: ['No item has the ShortID NO-SUCH-ITEM.'] },
    example: { shortID: 'BOLT-M6-30', description: 'Hex bolt M6 x 30, stainless' },
  },
  discontinueItem: {
    summary: 'Discontinue an item; its stock and history stay',
    route: 'DELETE /Item/:shortID',
    access: modifyItemMaster,
    effect: 'write',
    input: z.object({ shortID: shortID() }),
    output: shortIdAndStatus('discontinued'),
    messages: { not_found: ['No item has the ShortID NO-SUCH-ITEM.'] },
    example: { shortID: 'ROD-M8-1000' },
  },
  listAliases: {
    summary: 'List the aliases of an item',
    route: 'GET /Item/:shortID/Aliases',
    command: 'item aliases',
    access: itemMasterList,
    alternateAccess: aliasView,
    effect: 'read',
    paged: true,
    input: z.object({ shortID: shortID(), ...pageQuery() }),
    output: pageOf(Alias),
    messages: { not_found: ['No item has the ShortID NO-SUCH-ITEM.'] },
    example: { shortID: 'BOLT-M6-30' },
  },
  putAlias: {
    summary: 'Create an alias of an item, or change the units that it stands for',
    route: 'PUT /Item/:shortID/Aliases/:alias',
    command: 'alias put',
    access: modifyItemMaster,
    effect: 'write',
    input: aliasInput,
    output: Alias,
    messages: {
      not_found: ['No item has the ShortID NO-SUCH-ITEM.'],
      conflict: ['BOLT-M5-20 is the ShortID or an alias of an item.'],
    },
    example: { shortID: 'BOLT-M6-30', alias: 'ISO4017-M6X30' },
  },
  deleteAlias: {
    summary: 'Delete an alias of an item',
    route: 'DELETE /Item/:shortID/Aliases/:alias',
    command: 'alias delete',
    access: modifyItemMaster,
    effect: 'write',
    input: z.object({ shortID: shortID(), alias: alias() }),
    output: Alias.extend({ status: z.literal('deleted').meta({ description: 'What was done' }) }),
    messages: { not_found: ['BOLT-M6-30 has no alias NO-SUCH-ALIAS.'] },
    example: { shortID: 'BOLT-M6-30', alias: 'ISO4017-M6X30' },
  },
  ...categories,
  renameItem: {
    summary: 'Give an item another ShortID; the one before becomes an alias of it',
    command: 'item rename',
    ...operatorWrite,
    input: z.object({ shortID: shortID(), newShortID: newShortID() }),
    output: shortIdAndStatus('renamed'),
    errors: ['not_found', 'conflict'],
  },
  findItemSnapshot: {
    summary: 'Get the snapshot of an item by its ShortID or an alias; null if there is none',
    ...serviceRead,
    input: z.object({ itemID: requiredText(64) }),
    output: ItemSnapshot.nullable(),
  },
  listItemSnapshots: {
    summary: 'List the snapshots of the next items after a partNo, sorted by partNo',
    ...serviceRead,
    input: z.object({ after: z.int(), limit: z.int().min(1).max(1_000) }),
    output: z.object({ snapshots: z.array(ItemSnapshot) }),
  },
  reconcile: {
    summary: 'Check that items, names and page index agree',
    ...serviceRead,
    timeoutMs: CHECK_TIMEOUT_MS,
    input: z.object({}),
    output: z.object({ differences: z.array(Difference) }),
  },
  status: status('catalog'),
  findOutcome: findOutcome('Get the outcome of a write on the catalog; null if there is none'),
})
