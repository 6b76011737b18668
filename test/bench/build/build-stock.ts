import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { openConnection } from '../../../local/documentdb-gateway/postgres/connection.ts'
import { compactOnce } from '../../../shared/database/page-index/compaction.ts'
import { createPageIndex } from '../../../shared/database/page-index/page-index.ts'
import { buildItems } from './items.ts'
import { buildLots } from './lots.ts'
import { openWorkshop, type Workshop } from './workshop.ts'

export interface StockSize {
  readonly items: number
  readonly lots: number
}

export interface BuildOptions {
  readonly mongoUri: string
  readonly system: string
  /** The data folder of the servers, if this run has started them. */
  readonly dataDir: string
  /** See LotPlan. */
  readonly together: number
  readonly say: (line: string) => void
}

/** Adds stock to a running system, with the services' own code, until it has the given size. */
export async function buildStock(size: StockSize, options: BuildOptions): Promise<void> {
  const { mongoUri, system, together, say } = options
  await using workshop = await openWorkshop(mongoUri, system)
  const { models } = workshop.inventory
  const items = await models.items.countDocuments()
  if (items < size.items) {
    await buildItems(workshop, items + 1, size.items, progress(say, 'items', size.items - items))
  }
  // An item gets all its lots in one transaction, so items without a level have no lots.
  const stocked = new Set((await models.levels.find({}, { _id: 1 }).lean()).map(({ _id }) => _id))
  const bare = (await models.items.find().sort({ _id: 1 }).lean()).filter(({ _id }) => !stocked.has(_id))
  const lotsPerItem = size.lots / size.items
  if (bare.length > 0) {
    const plan = { items: bare, lotsPerItem, together }
    await buildLots(workshop, plan, progress(say, 'lots', bare.length * lotsPerItem))
  }
  await settle(workshop, options)
}

/** Compacts the page indexes, which the services do in the background. */
async function settle({ catalog, inventory }: Workshop, { dataDir, say }: BuildOptions): Promise<void> {
  say('Compacting the page indexes')
  const pageIndexes = [
    createPageIndex(catalog.connection, catalog.models.itemList),
    ...Object.values(inventory.models.indexedLists).map((list) => createPageIndex(inventory.connection, list)),
  ]
  for (const pageIndex of pageIndexes) for (let isMore = true; isMore; ) isMore = await compactOnce(pageIndex, 1)
  await analyze(dataDir, say)
}

/** Updates the statistics of the query planner, if the database was started in the folder. */
export async function analyze(dataDir: string, say: (line: string) => void): Promise<void> {
  const socketFolder = join(dataDir, 'documentdb', 'socket')
  if (!existsSync(socketFolder)) return
  say('Analyzing')
  const database = await openConnection(socketFolder)
  try {
    await database.execute('VACUUM ANALYZE')
  } finally {
    database.close()
  }
}

/** Reports progress at every tenth of the work, with the rate until then. */
function progress(say: (line: string) => void, what: string, wanted: number): (done: number) => void {
  const begin = performance.now()
  let said = 0
  return (done) => {
    if (done - said < wanted / 10 && done < wanted) return
    said = done
    const seconds = (performance.now() - begin) / 1_000
    say(`${done} of ${wanted} ${what}, ${Math.round(done / seconds)}/s`)
  }
}
