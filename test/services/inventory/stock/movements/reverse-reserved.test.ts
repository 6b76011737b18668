import { beforeAll, expect, test } from 'vitest'
import { permissions } from '../../../../../shared/contract/core/access.ts'
import { inventory } from '../../../../../shared/contract/inventory/inventory.ts'
import { type ShippingWorld, startShippingWorld } from '../../documents/shipping/shipping-world.ts'

let world: ShippingWorld
beforeAll(async () => {
  world = await startShippingWorld()
})

/** Stock of a warehouse that came in by the last transaction alone. */
const comeIn = {
  async receipt(itemID: string) {
    return world.receive(itemID, 5)
  },
  async move(itemID: string) {
    await world.receive(itemID, 5, { wid: 2 })
    return world.move(itemID, 5, { wid: 2, shipToWid: 1 })
  },
  async release(itemID: string) {
    const { recNo: recno } = await world.receive(itemID, 5)
    await world.call(inventory.hold, { recno })
    return world.call(inventory.release, { recno })
  },
  async 'release of a part'(itemID: string) {
    const { recNo: recno } = await world.receive(itemID, 9)
    await world.call(inventory.hold, { recno })
    return world.call(inventory.release, { recno, units: 5 })
  },
} as const

test.each(Object.keys(comeIn) as (keyof typeof comeIn)[])(
  'a reversal of a %s does not take units that are promised, and says to what they are',
  async (what) => {
    const itemID = await world.newItem()
    const { transactionNo, partNo } = await comeIn[what](itemID)
    const { soNo } = await world.create([{ itemID, units: 4 }])
    const before = await world.levelOf(partNo, 1)
    await expect(world.call(inventory.reverse, { transactionNo })).rejects.toMatchObject({
      code: 'conflict',
      message: `Insufficient stock: requested 5, available 1. Promised: 4 to ${soNo} line 1.`,
    })
    expect(await world.levelOf(partNo, 1)).toEqual(before)
    expect(await world.linesOf(soNo)).toMatchObject([{ committed: 4, backordered: 0 }])
    await world.call(inventory.cancelShippingOrder, { soNo })
    expect(await world.call(inventory.reverse, { transactionNo })).toMatchObject({ status: 'reversed' })
    expect(await world.reconcile()).toMatchObject({ differences: [] })
  },
)

test('the refusal names the reservations that hold the units to clients that may read them', async () => {
  const { itemID } = await world.anItemWith(1)
  const { transactionNo } = await world.receive(itemID, 5)
  const reserve = { itemID, wid: 1, units: 2, reference: 'CART' }
  const { reservationID } = await world.call(inventory.createReservation, reserve)
  const { soNo } = await world.create([{ itemID, units: 3 }])
  await world.system.call(inventory.putOrderLine, {
    ...{ kind: 'committed', reference: 'SO-FOREIGN', line: 7, itemID, wid: 1, units: 1 },
  })
  const { negativeAdjustment, readReservations, readShippingOrders } = permissions
  const messageFor = async (...more: number[]) => {
    const client = await world.system.createClient({ permissions: [negativeAdjustment, ...more] })
    return client.call(inventory.reverse, { transactionNo }).catch(({ message }: Error) => message)
  }
  const refused = 'Insufficient stock: requested 5, available 0. Promised:'
  expect(await messageFor()).toBe(`${refused} 6 to others.`)
  expect(await messageFor(readReservations)).toBe(`${refused} 2 to reservation ${reservationID}, 4 to others.`)
  expect(await messageFor(readShippingOrders)).toBe(
    `${refused} 2 to others, 3 to ${soNo} line 1, 1 to SO-FOREIGN line 7.`,
  )
})

test('a lot that is promised by its number is not held again by a reversal', async () => {
  const { itemID, recNo: recno } = await world.anItemWith(5)
  await world.receive(itemID, 5)
  await world.call(inventory.hold, { recno })
  const { transactionNo } = await world.call(inventory.release, { recno })
  await world.call(inventory.createReservation, { itemID, wid: 1, units: 5, recno })
  await expect(world.call(inventory.reverse, { transactionNo })).rejects.toMatchObject({
    code: 'conflict',
    message: `5 units of lot ${recno} are reserved or packed.`,
  })
})

test('what is promised does not rest on expired units when the others are taken back', async () => {
  const itemID = await world.newItem()
  const expired = await world.receive(itemID, 5, { expires: '2020-01-01' })
  const { transactionNo } = await world.receive(itemID, 5)
  const { soNo } = await world.create([{ itemID, units: 5 }])
  await expect(world.call(inventory.reverse, { transactionNo })).rejects.toMatchObject({
    message: `Insufficient stock: requested 5, available 0. Promised: 5 to ${soNo} line 1.`,
  })
  const { transactionNo: ofExpired } = expired
  expect(await world.call(inventory.reverse, { transactionNo: ofExpired })).toMatchObject({ status: 'reversed' })
})
