import type { Params } from '../../../../../shared/contract/core/operation.ts'
import { inventory } from '../../../../../shared/contract/inventory/inventory.ts'
import { type StartStock, shareStockWorld } from '../../stock-world.ts'

type Of<O extends 'shipTransit' | 'receiveTransit' | 'returnTransit'> = Params<(typeof inventory)[O]>

/** A stock world with short words for transits from warehouse 1 to warehouse 2. */
export async function startTransitWorld(start: StartStock = shareStockWorld) {
  const world = await start([], { allocator: 'off' })
  const { call } = world
  return {
    ...world,
    /** A new item with one lot in warehouse 1. */
    async anItemWith(units: number, more: Parameters<typeof world.receive>[2] = {}) {
      const itemID = await world.newItem()
      const { partNo, recNo } = await world.receive(itemID, units, more)
      return { itemID, partNo, recNo }
    },
    ship: (lines: Of<'shipTransit'>['lines'], more: Partial<Of<'shipTransit'>> = {}) =>
      call(inventory.shipTransit, { wid: 1, shipToWid: 2, lines, ...more }),
    receiveOf: (slip: string, lines: Of<'receiveTransit'>['lines'], more: { remark?: string } = {}) =>
      call(inventory.receiveTransit, { slip, lines, ...more }),
    giveBack: (slip: string, lines: Of<'returnTransit'>['lines']) => call(inventory.returnTransit, { slip, lines }),
    close: (slip: string, reasonCode = 20) => call(inventory.closeTransit, { slip, reasonCode }),
    cancel: (slip: string) => call(inventory.cancelTransit, { slip }),
    transit: (slip: string) => call(inventory.getTransit, { slip }),
  }
}

export type TransitWorld = Awaited<ReturnType<typeof startTransitWorld>>
