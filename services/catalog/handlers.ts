import type { Connection } from 'mongoose'
import { catalog } from '../../shared/contract/catalog/catalog.ts'
import { createIdempotentWrite, type Idempotency } from '../../shared/database/idempotency/idempotency.ts'
import type { PageIndex } from '../../shared/database/page-index/page-index.ts'
import type { Handlers } from '../../shared/messaging/rpc/serve.ts'
import { deleteAlias, listAliases, putAlias, renameItem } from './aliases.ts'
import { deleteCategory, listCategories, putCategory } from './categories/categories.ts'
import { listCategory, listItems } from './item-lists.ts'
import { createItemLookup, createSnapshotLookup, listItemSnapshots } from './item-lookup.ts'
import { discontinueItem, updateItem } from './items.ts'
import type { Models } from './models.ts'
import { reconcileCatalog } from './reconcile.ts'
import type { Write } from './write.ts'

interface HandlerDeps {
  readonly connection: Connection
  readonly idempotency: Idempotency
  readonly models: Models
  readonly pageIndex: PageIndex
  readonly createItem: Handlers<typeof catalog>['createItem']
  readonly write: Write
}

/** One function per operation of the contract. */
export function createHandlers({
  connection,
  idempotency,
  models,
  pageIndex,
  createItem,
  write,
}: HandlerDeps): Handlers<typeof catalog> {
  const getItem = createItemLookup(models)
  const findSnapshot = createSnapshotLookup(models)
  const writeName = createIdempotentWrite(connection, idempotency)
  return {
    getItem: ({ key, type }) => getItem(key, type ?? 'id'),
    getItemByShortID: ({ shortID }) => getItem(shortID, 'id'),
    listCategory: (query) => listCategory(models, query),
    listItems: (query) => listItems(models, pageIndex, query, 'active'),
    listAllItems: (query) => listItems(models, pageIndex, query, 'all'),
    listAliases: (query) => listAliases(models, query),
    findItemSnapshot: ({ itemID }) => findSnapshot(itemID),
    listItemSnapshots: (input, { deadline }) => listItemSnapshots(connection, models, input, deadline),
    reconcile: async (_input, { deadline }) => ({ differences: await reconcileCatalog(connection, models, deadline) }),
    findOutcome: async ({ owner, operationId }) => (await idempotency.find(owner, operationId)) ?? null,
    createItem,
    updateItem: (input, context) =>
      write(catalog.updateItem, input, context, (unit) => updateItem(models, input, unit)),
    discontinueItem: (input, context) =>
      write(catalog.discontinueItem, input, context, (unit) => discontinueItem(models, input.shortID, unit)),
    renameItem: (input, context) =>
      write(catalog.renameItem, input, context, (unit) => renameItem(models, input, unit)),
    putAlias: (input, context) => write(catalog.putAlias, input, context, (unit) => putAlias(models, input, unit)),
    deleteAlias: (input, context) =>
      write(catalog.deleteAlias, input, context, (unit) => deleteAlias(models, input, unit)),
    listCategories: (query) => listCategories(models.categories, query),
    putCategory: (input, context) =>
      writeName(catalog.putCategory, input, context, (unit) => putCategory(models.categories, input, unit)),
    putSubCategory: (input, context) =>
      writeName(catalog.putSubCategory, input, context, (unit) => putCategory(models.categories, input, unit)),
    deleteCategory: (input, context) =>
      writeName(catalog.deleteCategory, input, context, (unit) => deleteCategory(models.categories, input, unit)),
    deleteSubCategory: (input, context) =>
      writeName(catalog.deleteSubCategory, input, context, (unit) => deleteCategory(models.categories, input, unit)),
  }
}
