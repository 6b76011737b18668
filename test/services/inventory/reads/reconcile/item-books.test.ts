import { expect, test } from 'vitest'
import { examine } from '../../../../../services/inventory/reads/reconcile/item-books.ts'
import { toQuantity, toStored } from '../../../../../shared/quantity.ts'

test('the differences of an item come by warehouse, in whatever order the database returns its records', () => {
  const units = toStored(toQuantity(4))
  const point = {
    partNo: 1,
    shortID: 'BOLT',
    minimum: units,
    reorderTo: units,
    leadDays: null,
    modified: new Date(0),
    version: 1,
  }
  const points = [10, 9, 2].map((wid) => ({ ...point, _id: `1:${wid}`, wid }))
  const stock = [10, 9, 2].map((wid) => ({ wid, hold: false, units }))
  const found = examine({ partNo: 1, stock, figures: [], levels: [], open: [], points }).map(({ what }) => what)
  expect(found).toEqual([
    'inStock of item 1 in warehouse 2',
    'inStock of item 1 in warehouse 9',
    'inStock of item 1 in warehouse 10',
    'reorder point of item 1 in warehouse 2',
    'reorder point of item 1 in warehouse 9',
    'reorder point of item 1 in warehouse 10',
  ])
})
