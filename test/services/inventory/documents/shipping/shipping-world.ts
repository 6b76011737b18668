import type { Params } from '../../../../../shared/contract/core/operation.ts'
import { inventory } from '../../../../../shared/contract/inventory/inventory.ts'
import { unique } from '../../../../support/records/factories.ts'
import { type StartStock, shareStockWorld } from '../../stock-world.ts'

type Input = Params<typeof inventory.createShippingOrder>

/** A stock world with a customer, and short words for shipping orders. Backorders are not filled by themselves. */
export async function startShippingWorld(start: StartStock = shareStockWorld) {
  const world = await start([], { allocator: 'off' })
  const { call } = world
  const customer = (await call(inventory.createCustomer, { shortID: unique('CUST'), name: 'Hanse Automation' })).shortID
  return {
    ...world,
    async anItemWith(units: number) {
      const itemID = await world.newItem()
      const { partNo, recNo } = await world.receive(itemID, units)
      return { itemID, partNo, recNo }
    },
    create: (lines: Input['lines'], more: Partial<Input> = {}) =>
      call(inventory.createShippingOrder, { customer, lines: lines.map((line) => ({ wid: 1, ...line })), ...more }),
    update: (soNo: string, changes: Omit<Params<typeof inventory.updateShippingOrder>, 'soNo'>) =>
      call(inventory.updateShippingOrder, { soNo, ...changes }),
    linesOf: async (soNo: string) => (await call(inventory.listShippingOrderLines, { soNo })).value,
    statusOf: async (soNo: string) => (await call(inventory.getShippingOrder, { soNo })).status,
  }
}

export type ShippingWorld = Awaited<ReturnType<typeof startShippingWorld>>
