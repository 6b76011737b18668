import type { Connection } from 'mongoose'
import { createDirectoryModel } from './directory/directory.model.ts'
import { createItemModel } from './item.model.ts'
import { createLedgerModel } from './ledger.model.ts'
import { createLevelModel } from './level.model.ts'
import { createLotModel } from './lot.model.ts'
import { createOrderLineModel } from './order-line.model.ts'

/** Everything that inventory keeps, but for its registries. */
export function createModels(connection: Connection) {
  return {
    directory: createDirectoryModel(connection, 'lotDirectory'),
    items: createItemModel(connection),
    ledger: createLedgerModel(connection),
    levels: createLevelModel(connection),
    lots: createLotModel(connection),
    orderLines: createOrderLineModel(connection),
  }
}

export type Models = ReturnType<typeof createModels>
