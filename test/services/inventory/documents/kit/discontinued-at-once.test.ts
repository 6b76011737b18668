import { beforeAll, expect, test } from 'vitest'
import { catalog } from '../../../../../shared/contract/catalog/catalog.ts'
import { inventory } from '../../../../../shared/contract/inventory/inventory.ts'
import { type PurchaseWorld, startPurchaseWorld } from '../purchase/purchase-world.ts'

let world: PurchaseWorld
let customer: string
beforeAll(async () => {
  world = await startPurchaseWorld()
  customer = (await world.call(inventory.createCustomer, { shortID: 'CUST', name: 'Hanse Automation' })).shortID
})

const ITEMS = 20

const order = {
  purchase: (shortID: string) => world.create([{ shortID, units: 1, warehouse: 1 }]),
  shipping: (shortID: string) =>
    world.call(inventory.createShippingOrder, { customer, lines: [{ shortID, units: 1, warehouse: 1 }] }),
  work: (shortID: string) =>
    world.call(inventory.createWorkOrder, { description: 'Cabinet', lines: [{ shortID, units: 1, warehouse: 1 }] }),
} as const

test.each(Object.keys(order) as (keyof typeof order)[])(
  'once a discontinuation is answered, no %s order of the item is accepted; one that is accepted before stands',
  async (kind) => {
    const outcomes = await Promise.all(
      Array.from({ length: ITEMS }, async () => {
        const shortID = await world.newItem()
        await world.receive(shortID, 1)
        const atOnce = order[kind](shortID).then(
          () => 'accepted',
          ({ message }: Error) => message,
        )
        await world.call(catalog.discontinueItem, { shortID })
        await expect(order[kind](shortID)).rejects.toMatchObject({
          code: 'conflict',
          message: `Item ${shortID} is discontinued.`,
        })
        return (await atOnce).replace(shortID, 'X')
      }),
    )
    for (const outcome of outcomes) expect(['accepted', 'Item X is discontinued.']).toContain(outcome)
  },
)

interface Line {
  lineNo: number
  shortID: string
  units: number
  warehouse: number
}

/** Makes an order of each kind, and returns how its lines are changed. */
const changing = {
  async purchase(shortID: string) {
    const { poNo } = await order.purchase(shortID)
    return (lines: Line[]) => world.call(inventory.updatePurchaseOrder, { poNo, lines })
  },
  async shipping(shortID: string) {
    const { soNo } = await order.shipping(shortID)
    return (lines: Line[]) => world.call(inventory.updateShippingOrder, { soNo, lines })
  },
  async work(shortID: string) {
    const { woNo } = await order.work(shortID)
    return (lines: Line[]) => world.call(inventory.updateWorkOrder, { woNo, lines })
  },
} as const

test.each(Object.keys(changing) as (keyof typeof changing)[])(
  'a line of a %s order whose item has been discontinued can be changed, and none of that item is added',
  async (kind) => {
    const shortID = await world.newItem()
    await world.receive(shortID, 5)
    const change = await changing[kind](shortID)
    await world.call(catalog.discontinueItem, { shortID })
    const line = { shortID, warehouse: 1, units: 2 }
    expect(await change([{ lineNo: 1, ...line }])).toMatchObject({ totalLines: 1 })
    await expect(change([{ lineNo: 2, ...line }])).rejects.toMatchObject({
      code: 'conflict',
      message: `Item ${shortID} is discontinued.`,
    })
  },
)
