import { expect, test } from 'vitest'
import { AppError } from '../../shared/contract/core/errors.ts'
import { parseInput } from '../../shared/contract/core/fields.ts'
import type { Operation } from '../../shared/contract/core/operation.ts'
import { contract, operations } from '../../shared/contract/index.ts'

const { catalog, inventory } = contract
const line = { shortID: 'X', units: 1, warehouse: 1 }
const stock = { itemID: 'X', units: 1, wid: 1 }
const ofTransit = (fields: object) => ({ slip: 'TR-1', lines: [{ lineNo: 1, ...fields }] })

/** Where a name is made: the operation, the field, the family of paths that then lead to it, and an input with the name. */
const names: [Operation, string, string, (name: string) => object][] = [
  [catalog.createItem, 'shortID', 'Item', (shortID) => ({ shortID })],
  [catalog.renameItem, 'newShortID', 'Item', (newShortID) => ({ shortID: 'X', newShortID })],
  [catalog.putAlias, 'alias', 'Item', (alias) => ({ shortID: 'X', alias })],
  [inventory.createCustomer, 'shortID', 'Customer', (shortID) => ({ shortID, name: 'X' })],
  [inventory.renameCustomer, 'newShortID', 'Customer', (newShortID) => ({ shortID: 'X', newShortID })],
  [inventory.createVendor, 'shortID', 'Vendor', (shortID) => ({ shortID, name: 'X' })],
  [inventory.renameVendor, 'newShortID', 'Vendor', (newShortID) => ({ shortID: 'X', newShortID })],
  [inventory.createPurchaseOrder, 'poNo', 'PurchaseOrder', (poNo) => ({ poNo, vendor: 'X', lines: [line] })],
  [inventory.createShippingOrder, 'soNo', 'ShippingOrder', (soNo) => ({ soNo, customer: 'X', lines: [line] })],
  [inventory.createWorkOrder, 'woNo', 'WorkOrder', (woNo) => ({ woNo, description: 'X', lines: [line] })],
  [inventory.createCount, 'countNo', 'Count', (countNo) => ({ countNo, wid: 1 })],
  [
    inventory.shipTransit,
    'slip',
    'Transit',
    (slip) => ({ slip, wid: 1, shipToWid: 2, lines: [{ itemID: 'X', units: 1 }] }),
  ],
  [inventory.move, 'transitSlip', 'Transit', (transitSlip) => ({ ...stock, shipToWid: 2, transit: true, transitSlip })],
]
/** Where stock is put into a bin, which no path names. */
const spots: [Operation, string, (spot: string) => object][] = [
  [inventory.receive, 'spot', (spot) => ({ ...stock, reasonCode: 10, spot })],
  [inventory.move, 'toSpot', (toSpot) => ({ ...stock, toSpot })],
  [inventory.adjust, 'spot', (spot) => ({ itemID: 'X', wid: 1, expected: 0, counted: 1, reasonCode: 10, spot })],
  [inventory.receiveTransit, 'lines[0].spot', (spot) => ofTransit({ accepted: 1, spot })],
  [
    inventory.receiveTransit,
    'lines[0].rejectedSpot',
    (rejectedSpot) => ofTransit({ accepted: 0, rejected: 1, reasonCode: 1, rejectedSpot }),
  ],
  [inventory.returnTransit, 'lines[0].spot', (spot) => ofTransit({ units: 1, spot })],
  [inventory.cancelTransit, 'spot', (spot) => ({ slip: 'TR-1', spot })],
]

/** What is wrong with each field, none if the input is accepted. */
function faultsOf(operation: Operation, input: object): unknown {
  try {
    parseInput(operation.input, input)
    return undefined
  } catch (error) {
    return error instanceof AppError ? error.details : error
  }
}

const unseen = [
  'A\u200bB',
  'A\u00adB',
  'A\u00a0B',
  'A\u2003B',
  'A\u202eB',
  'A\ufeffB',
  'A\u3164B',
  'A\u2028B',
  'A\ue000B',
]
const INVISIBLE = 'must not contain invisible characters, nor spaces other than the plain one.'
const DECOMPOSED = 'Mu\u0308ller'
const good = ['A B', 'Müller-7', '部品/1', 'all', '...', 'Ä%2E']

test.each(names)(
  'a name that no client reaches or reads is refused where it is made: %# $name',
  (operation, field, family, toInput) => {
    const literals = operations.flatMap(({ route = '' }) => {
      const [, of, segment = ''] = /^\w+ \/(\w+)\/(\w+)/.exec(route) ?? []
      return of === family ? [segment] : []
    })
    for (const name of ['.', '..', 'All', ...literals])
      expect(faultsOf(operation, toInput(name)), name).toEqual({
        [field]: [`The field ${field} must not be "${name}".`],
      })
    for (const name of unseen)
      expect(faultsOf(operation, toInput(name)), name).toEqual({ [field]: [`The field ${field} ${INVISIBLE}`] })
    expect(faultsOf(operation, toInput(DECOMPOSED))).toEqual({
      [field]: [`The field ${field} must be in Unicode Normalization Form C.`],
    })
    for (const name of good) expect(faultsOf(operation, toInput(name)), name).toBeUndefined()
  },
)

test.each(spots)(
  'a bin with a name that nobody can read is refused where stock is put into it: %#',
  (operation, field, toInput) => {
    for (const spot of unseen)
      expect(faultsOf(operation, toInput(spot)), spot).toEqual({ [field]: [`The field ${field} ${INVISIBLE}`] })
    expect(faultsOf(operation, toInput(DECOMPOSED))).toEqual({
      [field]: [`The field ${field} must be in Unicode Normalization Form C.`],
    })
    for (const spot of [...good, '.', 'All', '']) expect(faultsOf(operation, toInput(spot)), spot).toBeUndefined()
  },
)

test('what an earlier version took is still named, taken from and corrected', () => {
  const [name] = unseen
  const accepted: [Operation, object][] = [
    [catalog.getItemByShortID, { shortID: name }],
    [catalog.updateItem, { shortID: name, description: 'X' }],
    [catalog.deleteAlias, { shortID: 'X', alias: name }],
    [inventory.getPurchaseOrder, { poNo: name }],
    [inventory.receive, { ...stock, itemID: name, reasonCode: 10 }],
    [inventory.issue, { ...stock, reasonCode: 20, spot: name }],
    [inventory.move, { ...stock, fromSpot: name, toSpot: 'A', transitSlip: name }],
    [inventory.adjust, { itemID: 'X', wid: 1, expected: 2, counted: 1, reasonCode: 20, spot: name }],
  ]
  for (const [operation, input] of accepted) expect(faultsOf(operation, input), operation.name).toBeUndefined()
})
