import { onTestFinished } from 'vitest'
import { NO_DIFFERENCE } from '../../../../../services/inventory/config.ts'
import { families } from '../../../../../services/inventory/documents/families.ts'
import { foreignOrders } from '../../../../../services/inventory/documents/foreign/order-line.model.ts'
import { createOrderNumbers } from '../../../../../services/inventory/documents/kit/order-number.ts'
import type { DocumentDeps, RegisteredFamily } from '../../../../../services/inventory/documents/kit/register-family.ts'
import { createItems } from '../../../../../services/inventory/masters/items.ts'
import { createCustomers, createVendors } from '../../../../../services/inventory/masters/parties.ts'
import { createRegistries } from '../../../../../services/inventory/masters/registries.ts'
import { createModels } from '../../../../../services/inventory/models.ts'
import { createReconcile } from '../../../../../services/inventory/reads/reconcile/reconcile.ts'
import { createStockHooks } from '../../../../../services/inventory/stock/engine/document-hooks.ts'
import { createStockEngine } from '../../../../../services/inventory/stock/engine/stock-engine.ts'
import { sumFigures } from '../../../../../services/inventory/stock/levels/level.model.ts'
import { planReceive } from '../../../../../services/inventory/stock/movements/receive.ts'
import { createStockOperation } from '../../../../../services/inventory/stock/stock-operation.ts'
import type { ItemSnapshot } from '../../../../../shared/contract/catalog/catalog.ts'
import { parseInput } from '../../../../../shared/contract/core/fields.ts'
import type { Operation } from '../../../../../shared/contract/core/operation.ts'
import { inventory } from '../../../../../shared/contract/inventory/inventory.ts'
import { createCounters } from '../../../../../shared/database/counters.ts'
import { createIdempotency } from '../../../../../shared/database/idempotency/idempotency.ts'
import { toEntry } from '../../../../../shared/database/idempotency/idempotency-record.ts'
import { migrate } from '../../../../../shared/database/mongo.ts'
import { compactOnce } from '../../../../../shared/database/page-index/compaction.ts'
import { createPageIndex } from '../../../../../shared/database/page-index/page-index.ts'
import { createOutbox } from '../../../../../shared/messaging/events/outbox.ts'
import type { Call } from '../../../../../shared/messaging/rpc/call.ts'
import type { CallContext } from '../../../../../shared/process/call-context.ts'
import { toNumber } from '../../../../../shared/quantity.ts'
import { createCapturedLog } from '../../../../support/checks/captured-log.ts'
import { unique } from '../../../../support/records/factories.ts'
import { aDatabase, connectDatabase } from '../../../../support/servers/database.ts'
import { createMemoryBroker } from '../../../../support/servers/memory-broker.ts'

const DEADLINE_MS = 60_000

/** The families of documents and one more, on an empty database with two warehouses, without a service around them. */
export async function aDocumentsWorld<O extends object>(family: RegisteredFamily<O>) {
  const all = [...families, family]
  const connection = await connectDatabase(aDatabase())
  const models = createModels(connection, all)
  const { log } = createCapturedLog()
  const catalog = new Map<string, ItemSnapshot>()
  // Answers what inventory asks the catalog.
  const call = (async (operation: Operation, { itemID }: { itemID?: string }) =>
    operation.name.endsWith('findItemSnapshot')
      ? (catalog.get(itemID ?? '') ?? null)
      : { differences: [], snapshots: [...catalog.values()] }) as unknown as Call
  const items = createItems(models.items, call, createCounters(connection, 1))
  const registries = createRegistries(connection)
  const hooks = createStockHooks(all.map((one) => one.hooks))
  const kinds = all.map(({ numbered }) => numbered)
  const pageIndexes = new Map(
    Object.values(models.documentLists).map((list) => [list.name, createPageIndex(connection, list)]),
  )

  /** What a process of the service has of its own: nothing of it knows what another one has under way. */
  const startProcess = () => {
    const outbox = createOutbox(connection, createMemoryBroker(), log)
    onTestFinished(() => outbox[Symbol.asyncDispose]())
    const idempotency = createIdempotency(connection)
    const counters = createCounters(connection, 50)
    const engine = createStockEngine({ connection, models, counters, idempotency, outbox, hooks })
    const partyDeps = { connection, counters, operation: createStockOperation({ engine, idempotency }) }
    const deps: DocumentDeps = {
      connection,
      numbers: createOrderNumbers(connection, counters, kinds, foreignOrders),
      engine,
      idempotency,
      items,
      registries,
      vendors: createVendors(partyDeps),
      customers: createCustomers(partyDeps),
      ledger: models.ledger,
      lots: models.lots,
      countLimits: NO_DIFFERENCE,
      pageIndexOf({ name }) {
        const pageIndex = pageIndexes.get(name)
        if (!pageIndex) throw new Error(`No page index ${name}`)
        return pageIndex
      },
    }
    return { engine, operations: family.createOperations(deps) }
  }
  const { engine, operations } = startProcess()
  await migrate(connection)
  for (const wid of [1, 2]) await registries.warehouses.add({ _id: wid, name: `W${wid}` }, Date.now() + DEADLINE_MS)

  const aContext = (more: Partial<CallContext> = {}): CallContext => ({
    requestId: 'r',
    operationId: unique('operation'),
    attempt: 'a',
    hasClientKey: false,
    deadline: Date.now() + DEADLINE_MS,
    caller: { kind: 'operator', id: 'operator' },
    log,
    reply: {},
    ...more,
  })
  const reconcile = createReconcile(connection, models, all, kinds, call)

  return {
    connection,
    models,
    aContext,
    operations,
    /** The same in another process. */
    startAnother: () => startProcess().operations,
    reconcile: async () => (await reconcile({}, aContext())).differences,
    async compact() {
      for (const pageIndex of pageIndexes.values()) while (await compactOnce(pageIndex, 1));
    },
    /** Figures of an item over all warehouses. */
    async levelOf(partNo: number) {
      const figures = sumFigures(await models.levels.findById(partNo).lean(), () => true)
      return { inStock: toNumber(figures.inStock), onOrder: toNumber(figures.onOrder) }
    },
    /** A new item with so many units in a warehouse. */
    async newItem(units: number, wid: number) {
      const shortID = unique('ITEM')
      const partNo = catalog.size + 1
      const item = { shortID, aliases: [], description: '', dfltOwner: 0, discontinued: false, version: 1 }
      catalog.set(shortID, { partNo, ...item })
      await items.learn({ partNo, ...item })
      const receipt = parseInput(inventory.receive.input, { itemID: shortID, wid, units, reasonCode: 1 })
      await engine.change([partNo], toEntry(inventory.receive, {}, aContext()), (stock, numbers) =>
        planReceive({ ...receipt, units }, { _id: partNo, ...item }, stock, numbers),
      )
      return { shortID, partNo }
    },
  }
}
