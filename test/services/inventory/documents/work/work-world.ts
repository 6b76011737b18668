import type { Params } from '../../../../../shared/contract/core/operation.ts'
import { inventory } from '../../../../../shared/contract/inventory/inventory.ts'
import { type StartStock, shareStockWorld } from '../../stock-world.ts'

type Input = Params<typeof inventory.createWorkOrder>

/** A stock world with short words for work orders. */
export async function startWorkWorld(more: Parameters<StartStock>[0] = []) {
  const world = await shareStockWorld(more)
  const { call } = world
  return {
    ...world,
    create: (lines: Input['lines'], input: Partial<Input> = {}) =>
      call(inventory.createWorkOrder, { description: 'Cabinet', lines, ...input }),
    get: (woNo: string) => call(inventory.getWorkOrder, { woNo }),
    update: (woNo: string, changes: Omit<Params<typeof inventory.updateWorkOrder>, 'woNo'>) =>
      call(inventory.updateWorkOrder, { woNo, ...changes }),
    start: (woNo: string) => call(inventory.startWorkOrder, { woNo }),
    close: (woNo: string) => call(inventory.closeWorkOrder, { woNo }),
    /** An item with 100 in stock in warehouse 1. */
    async newComponent() {
      const shortID = await world.newItem()
      await world.receive(shortID, 100)
      return shortID
    },
  }
}

export type WorkWorld = Awaited<ReturnType<typeof startWorkWorld>>
