import { beforeAll, expect, test } from 'vitest'
import { catalog } from '../../../../../shared/contract/catalog/catalog.ts'
import { permissions } from '../../../../../shared/contract/core/access.ts'
import { inventory } from '../../../../../shared/contract/inventory/inventory.ts'
import { type ShippingWorld, startShippingWorld } from './shipping-world.ts'

let world: ShippingWorld
beforeAll(async () => {
  world = await startShippingWorld()
})

const conflict = (message: string) => ({ code: 'conflict', message })
const invalid = (details: object) => ({ code: 'validation_error', details })
const reconciled = async () => expect(await world.reconcile()).toMatchObject({ differences: [] })

test('bad input is refused, and nothing is half done', async () => {
  const { itemID, partNo, recNo } = await world.anItemWith(5)
  const gone = await world.newItem()
  await expect(world.create([{ itemID, units: 1 }], { customer: 'NOBODY' })).rejects.toMatchObject(
    invalid({ customer: ['The field customer must name an active customer.'] }),
  )
  await expect(
    world.create([
      { itemID, units: 1 },
      { itemID: 'NO-SUCH', units: 1 },
    ]),
  ).rejects.toMatchObject(invalid({ 'lines[1].shortID': ['The field lines[1].shortID must name an existing item.'] }))
  await world.call(catalog.discontinueItem, { shortID: gone })
  const outcome = () => world.create([{ itemID: gone, units: 1 }]).then(() => 'created', String)
  await expect.poll(outcome, { timeout: 20_000 }).toContain(`Item ${gone} is discontinued.`)
  const tooMany = Array.from({ length: 501 }, () => ({ itemID, units: 1 }))
  await expect(world.create(tooMany)).rejects.toMatchObject(
    invalid({ lines: ['The field lines must have at most 500 lines.'] }),
  )
  const { soNo } = await world.create([{ itemID, units: 4 }])
  await expect(world.create([{ itemID, units: 1 }], { soNo })).rejects.toMatchObject(
    conflict(`There is a shipping order ${soNo} already.`),
  )
  const pack = (line: object) =>
    world.call(inventory.packShippingOrder, { soNo, lines: [{ lineNo: 1, units: 1, ...line }] })
  await expect(pack({ units: 5 })).rejects.toMatchObject(
    conflict(`Shipping order ${soNo} line 1: committed 4, packing 5.`),
  )
  await expect(pack({ lineNo: 9 })).rejects.toMatchObject(
    invalid({ 'lines[0].lineNo': ['The field lines[0].lineNo must name a line of the order.'] }),
  )
  await expect(world.call(inventory.shipShippingOrder, { soNo })).rejects.toMatchObject(
    conflict(`Shipping order ${soNo} has no packed units.`),
  )
  await expect(world.call(inventory.getShippingOrder, { soNo: 'SO-4711' })).rejects.toMatchObject({ code: 'not_found' })
  await pack({})
  await world.call(inventory.hold, { recno: recNo })
  await expect(world.call(inventory.shipShippingOrder, { soNo })).rejects.toMatchObject(
    conflict(`Lot ${recNo} is on hold.`),
  )
  // What was committed of the lot is backordered with the hold.
  expect(await world.levelOf(partNo)).toMatchObject({ inStock: 5, committed: 0, packed: 1 })
  await reconciled()
})

test('a client that may not read reservations does not see which of them hold the units that a line lacks', async () => {
  const { itemID } = await world.anItemWith(5)
  await world.call(inventory.createReservation, { itemID, wid: 1, units: 5, reference: 'CART-9' })
  const { soNo } = await world.create([{ itemID, units: 1 }])
  const reader = await world.system.createClient({ permissions: [permissions.readShippingOrders] })
  const shortFor = async (call: typeof world.call) =>
    (await call(inventory.listShippingOrderLines, { soNo })).value[0]?.short
  expect(await shortFor(world.call)).toEqual([{ reason: 'reserved', reference: 'CART-9', units: 5 }])
  expect(await shortFor(reader.call)).toEqual([{ reason: 'reserved', reference: 'others', units: 5 }])
})
