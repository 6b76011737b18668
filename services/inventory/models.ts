import type { Connection } from 'mongoose'
import { createItemModel } from './item.model.ts'
import { createLedgerModel } from './ledger.model.ts'
import { createLevelModel } from './level.model.ts'
import { createListings } from './listings.ts'
import { createLotModel } from './lot.model.ts'
import { createOrderLineModel } from './order-line.model.ts'

/** Everything that inventory keeps, but for its registries. */
export function createModels(connection: Connection) {
  return {
    items: createItemModel(connection),
    ledger: createLedgerModel(connection),
    levels: createLevelModel(connection),
    listings: createListings(connection),
    lots: createLotModel(connection),
    orderLines: createOrderLineModel(connection),
  }
}

export type Models = ReturnType<typeof createModels>
