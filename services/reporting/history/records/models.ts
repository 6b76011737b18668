import type { Connection } from 'mongoose'
import { createCellModel, createCellStateModel } from './cell-state.model.ts'
import { createDeedModel } from './deed.model.ts'
import { createItemModel } from './item.model.ts'
import { createLotModel, createLotStateModel } from './lot-state.model.ts'

/** The collections of one generation. */
export const createHistoryModels = (connection: Connection, generation: number) => ({
  cellStates: createCellStateModel(connection, generation),
  cells: createCellModel(connection, generation),
  lotStates: createLotStateModel(connection, generation),
  lots: createLotModel(connection, generation),
  deeds: createDeedModel(connection, generation),
  items: createItemModel(connection, generation),
})
export type HistoryModels = ReturnType<typeof createHistoryModels>
