import type { Connection } from 'mongoose'
import { type ReportedFamily, reportedFamilies } from '../../../../shared/names/families.ts'
import { createCellModel, createCellStateModel } from './cell-state.model.ts'
import { createCountedLineModel } from './counted-line.model.ts'
import { createDeedModel } from './deed.model.ts'
import { createItemModel, createReorderStateModel } from './item.model.ts'
import { createLayerModel, createLoadModel, createWithdrawalModel } from './layer.model.ts'
import { createLotModel, createLotStateModel } from './lot-state.model.ts'
import { createOrderLineModel, createOrderLineStateModel, createOrderModel } from './order-line.model.ts'

export const createHistoryModels = (connection: Connection, generation: number) => ({
  cellStates: createCellStateModel(connection, generation),
  cells: createCellModel(connection, generation),
  lotStates: createLotStateModel(connection, generation),
  lots: createLotModel(connection, generation),
  layers: createLayerModel(connection, generation),
  loads: createLoadModel(connection, generation),
  withdrawals: createWithdrawalModel(connection, generation),
  deeds: createDeedModel(connection, generation),
  items: createItemModel(connection, generation),
  orders: createOrderModel(connection, generation),
  // Object.fromEntries loses which families there are.
  orderLines: Object.fromEntries(
    reportedFamilies.map((family) => [family, createOrderLineModels(connection, generation, family)]),
  ) as Readonly<Record<ReportedFamily, ReturnType<typeof createOrderLineModels>>>,
  countedLines: createCountedLineModel(connection, generation),
  reorderStates: createReorderStateModel(connection, generation),
})
export type HistoryModels = ReturnType<typeof createHistoryModels>

const createOrderLineModels = (connection: Connection, generation: number, family: ReportedFamily) => ({
  last: createOrderLineModel(connection, generation, family),
  states: createOrderLineStateModel(connection, generation, family),
})

export function allModels({ orderLines, ...models }: HistoryModels) {
  return [...Object.values(models), ...Object.values(orderLines).flatMap((ofFamily) => Object.values(ofFamily))]
}
