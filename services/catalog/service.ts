import { catalog } from '../../shared/contract/catalog/catalog.ts'
import type { Operation, Output } from '../../shared/contract/core/operation.ts'
import { createCounters } from '../../shared/database/counters.ts'
import { createIdempotency } from '../../shared/database/idempotency/idempotency.ts'
import { createIdempotentWrite } from '../../shared/database/idempotency/idempotent-write.ts'
import { startCompaction } from '../../shared/database/page-index/compaction.ts'
import { createPageIndex } from '../../shared/database/page-index/page-index.ts'
import { createReconcileResult } from '../../shared/database/reconcile-result.ts'
import type { UnitOfWork } from '../../shared/database/unit-of-work.ts'
import { createTokenVerifier } from '../../shared/identity/token-verifier.ts'
import { createOutbox, measureOutbox } from '../../shared/messaging/events/outbox.ts'
import type { CallContext } from '../../shared/process/call-context.ts'
import type { Logger } from '../../shared/process/log.ts'
import { createMonitor } from '../../shared/process/monitor.ts'
import { runProcess } from '../../shared/process/run.ts'
import { readServiceConfig, type ServiceConfig, startService } from '../../shared/service.ts'
import { deleteAlias, listAliases, putAlias, renameItem } from './aliases.ts'
import { type CategoryModel, deleteCategory, listCategories, putCategory } from './categories.ts'
import { createCreateItem } from './create-items.ts'
import { createItemLookup, createSnapshotLookup, listCategory, listItemSnapshots, listItems } from './item-reads.ts'
import { discontinueItem, updateItem } from './items.ts'
import { unusedStructures } from './migrations/2.0.0-unused-structures.ts'
import { createModels, type Models } from './models.ts'
import { reconcileCatalog } from './reconcile.ts'
import { createWrite, type Written } from './write.ts'

export function run(): Promise<void> {
  const config = readServiceConfig(process.env, process.argv)
  return runProcess('catalog', config, (log, monitor) => createCatalog(config, log, monitor))
}

/** Numbers that a process takes at once; those left over when it stops are gaps (docs/decisions/items.md#18). */
const PART_NO_BLOCK = 20

type Change<I, T> = (models: Models, input: I, unit: UnitOfWork) => Promise<T>

/** Starts the catalog service: items and aliases. */
export function createCatalog(
  config: ServiceConfig,
  log: Logger,
  monitor = createMonitor('catalog'),
): Promise<AsyncDisposable> {
  return startService('catalog', catalog, { config, log, monitor }, (deps) => {
    const { connection, broker, own } = deps
    const models = createModels(connection)
    const counters = createCounters(connection, PART_NO_BLOCK)
    const idempotency = createIdempotency(connection)
    const outbox = own(createOutbox(connection, broker, log))
    measureOutbox(connection, monitor.registry)
    const keepResult = createReconcileResult(connection, monitor.registry)
    const pageIndex = createPageIndex(connection, models.itemList)
    const write = createWrite({ connection, models, idempotency, outbox })
    const nextPartNos = (count: number) => counters.next('partNo', count)
    const createItem = createCreateItem({ connection, models, idempotency, outbox, nextPartNos })
    const getItem = createItemLookup(models)
    const findSnapshot = createSnapshotLookup(models)
    const changing =
      <O extends Operation, I extends { readonly shortID: string }>(
        operation: O,
        change: Change<I, Written<Output<O>>>,
      ) =>
      (input: I, context: CallContext) =>
        write(operation, input, context, (unit) => change(models, input, unit))
    const writeName = createIdempotentWrite(connection, idempotency)
    const naming =
      <I, T>(operation: Operation, change: (categories: CategoryModel, input: I, unit: UnitOfWork) => Promise<T>) =>
      (input: I, context: CallContext) =>
        writeName(operation, input, context, (unit) => change(models.categories, input, unit))
    return {
      handlers: {
        getItem: ({ key, type }) => getItem(key, type ?? 'id'),
        getItemByShortID: ({ shortID }) => getItem(shortID, 'id'),
        listCategory: (query) => listCategory(models, query),
        listItems: (query) => listItems(models, pageIndex, query, 'active'),
        listAllItems: (query) => listItems(models, pageIndex, query, 'all'),
        listAliases: (query) => listAliases(models, query),
        findItemSnapshot: ({ itemID }) => findSnapshot(itemID),
        listItemSnapshots: (input, { deadline }) => listItemSnapshots(connection, models, input, deadline),
        findOutcome: async ({ owner, operationId }, context) =>
          (await idempotency.find(owner, operationId, context)) ?? null,
        createItem,
        updateItem: changing(catalog.updateItem, updateItem),
        discontinueItem: changing(catalog.discontinueItem, discontinueItem),
        renameItem: changing(catalog.renameItem, renameItem),
        putAlias: changing(catalog.putAlias, putAlias),
        deleteAlias: changing(catalog.deleteAlias, deleteAlias),
        listCategories: (query) => listCategories(models.categories, query),
        putCategory: naming(catalog.putCategory, putCategory),
        putSubCategory: naming(catalog.putSubCategory, putCategory),
        deleteCategory: naming(catalog.deleteCategory, deleteCategory),
        deleteSubCategory: naming(catalog.deleteSubCategory, deleteCategory),
        reconcile: keepResult(async (_input, { deadline }) => ({
          differences: await reconcileCatalog(connection, models, deadline),
        })),
      },
      migrations: [unusedStructures(connection)],
      async identify() {
        own(startCompaction(pageIndex, log))
        return own(await createTokenVerifier(deps)).identify
      },
    }
  })
}
