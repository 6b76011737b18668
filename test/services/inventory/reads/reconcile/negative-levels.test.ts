import { expect, test } from 'vitest'
import { findNegative } from '../../../../../services/inventory/reads/reconcile/item-books.ts'
import { inventory } from '../../../../../shared/contract/inventory/inventory.ts'
import { toQuantity, toStored } from '../../../../../shared/quantity.ts'
import { keep } from '../../../../support/keep.ts'
import { startShippingWorld } from '../../documents/shipping/shipping-world.ts'
import { startStockWorld } from '../../stock-world.ts'

test('a level whose available is negative is named with its cause, by item, which is no difference', async () => {
  const world = keep(await startShippingWorld(startStockWorld))
  const packed = await world.anItemWith(5)
  const { soNo } = await world.create([{ itemID: packed.itemID, units: 3 }])
  await world.call(inventory.packShippingOrder, { soNo, lines: [{ lineNo: 1, units: 3 }] })
  await world.call(inventory.hold, { recno: packed.recNo })
  const reserved = await world.anItemWith(4)
  await world.call(inventory.createReservation, { itemID: reserved.itemID, wid: 1, units: 4 })
  await world.call(inventory.hold, { recno: reserved.recNo })
  await world.move(reserved.itemID, 4, { recno: reserved.recNo, shipToWid: 2 })
  const stated = await world.anItemWith(2)
  await world.system.call(inventory.putOrderLine, {
    ...{ kind: 'committed', reference: 'SO-FOREIGN', line: 1, itemID: stated.itemID, wid: 1, units: 6 },
  })
  const reservations = 'promised by reservations that belong to no order'
  expect(await world.reconcile()).toMatchObject({
    differences: [],
    negative: [
      { partNo: packed.partNo, wid: 1, available: -3, cause: '5 units are on hold' },
      { partNo: reserved.partNo, wid: 1, available: -4, cause: `4 units are ${reservations}` },
      { partNo: stated.partNo, wid: 1, available: -4, cause: '6 units are promised by another order system' },
    ],
  })
})

test('units that left although they were promised are a difference', () => {
  const units = (value: number) => toStored(toQuantity(value))
  const level = { committed: units(5), inStock: units(2), modified: new Date() }
  const reserved = { kind: 'committed', wid: 3, reference: 'SO-1', line: 1, units: units(5) } as const
  const levels = [{ _id: 7, wids: [3], stock: { 3: level } }]
  expect(findNegative({ partNo: 7, stock: [], figures: [], levels, open: [reserved], points: [] })).toEqual([
    {
      level: { partNo: 7, wid: 3, available: -3, cause: 'units left that were promised' },
      differences: [{ what: 'available of item 7 in warehouse 3', expected: '0 or more', found: '-3' }],
    },
  ])
})
