import { beforeAll, describe, expect, test } from 'vitest'
import { inventory, Lot } from '../../../../../shared/contract/inventory/inventory.ts'
import { type StockWorld, shareStockWorld } from '../../stock-world.ts'

let world: StockWorld
beforeAll(async () => {
  world = await shareStockWorld()
})

const bought = {
  reference: 'PO-9',
  line: 3,
  supplier: 7,
  price: 0.1,
  netWeight: 1.5,
  grossWeight: 1.75,
  expires: '2031-05-01',
} as const
const told = { ...bought, expires: '2031-05-01T00:00:00.000Z' }
const nothing = {
  reference: '',
  line: null,
  supplier: null,
  price: null,
  netWeight: null,
  grossWeight: null,
  expires: null,
}

/** A new item of which an order system awaits units: a receipt names its line. */
async function anOrderedItem(): Promise<string> {
  const itemID = await world.newItem()
  const { reference, line } = bought
  await world.system.call(inventory.putOrderLine, { kind: 'onOrder', reference, line, wid: 1, itemID, units: 10 })
  return itemID
}

describe('a lot by its number', () => {
  test('has what its receipt said, and so has a part of it', async () => {
    const itemID = await anOrderedItem()
    const { recNo } = await world.receive(itemID, 5, bought)
    expect(await world.call(inventory.getLot, { recno: recNo })).toMatchObject({ recNo, ...told, fromRecNo: null })
    const part = await world.move(itemID, 2, { toSpot: 'B' })
    expect(await world.call(inventory.getLot, { recno: part.recNo })).toMatchObject({ ...told, fromRecNo: recNo })
  })

  test('has null where its receipt said nothing', async () => {
    const { recNo } = await world.receive(await world.newItem(), 5)
    expect(await world.call(inventory.getLot, { recno: recNo })).toMatchObject(nothing)
  })

  test('is listed without them, as specified', async () => {
    const itemID = await anOrderedItem()
    await world.receive(itemID, 5, bought)
    const [lot] = await world.lotsOf(itemID)
    expect(Object.keys(lot ?? {})).toEqual(Object.keys(Lot.shape))
  })
})

describe('the trace of a lot', () => {
  test('answers a recall: who received which units, when, under which reference, and where the rest is', async () => {
    const itemID = await anOrderedItem()
    const { recNo } = await world.receive(itemID, 10, bought)
    const part = await world.move(itemID, 6, { recno: recNo, shipToWid: 2, transitSlip: 'TS-1' })
    const rest = await world.move(itemID, 4, { recno: part.recNo, wid: 2, toSpot: 'C' })
    const direct = await world.issue(itemID, 1, { recno: recNo, reference: 'SO-1', line: 2, shipto: 12 })
    const ofChild = await world.issue(itemID, 2, { recno: part.recNo, wid: 2, prodID: 'WO-4', remark: 'kit' })
    const back = await world.issue(itemID, 1, { recno: rest.recNo, wid: 2, reference: 'SO-3' })
    await world.call(inventory.reverse, { transactionNo: back.transactionNo })

    const trace = await world.call(inventory.traceLot, { recno: recNo })
    expect(trace.lot).toMatchObject({ recNo, ...told, units: 3 })
    const noWords = { reference: '', line: null, shipto: null, prodID: null, remark: '' }
    const at = expect.stringMatching(/^\d{4}-.*Z$/)
    expect(trace.issues).toEqual([
      {
        ...noWords,
        transactionNo: direct.transactionNo,
        at,
        clientId: expect.stringContaining('client'),
        recNo,
        wid: 1,
        units: 1,
        reference: 'SO-1',
        line: 2,
        shipto: 12,
        reversed: false,
      },
      expect.objectContaining({
        ...noWords,
        transactionNo: ofChild.transactionNo,
        recNo: part.recNo,
        wid: 2,
        units: 2,
        prodID: 'WO-4',
        remark: 'kit',
        reversed: false,
      }),
      expect.objectContaining({ transactionNo: back.transactionNo, recNo: rest.recNo, units: 1, reversed: true }),
    ])
    expect(trace.children.map((lot) => lot.recNo)).toEqual([part.recNo])
    expect(trace.descendants).toMatchObject([
      { recNo: part.recNo, fromRecNo: recNo, wID: 2, units: 0, active: false, ...told },
      { recNo: rest.recNo, fromRecNo: part.recNo, wID: 2, spot: 'C', units: 4, active: true },
    ])
    expect((await world.call(inventory.traceLot, { recno: rest.recNo })).issues).toHaveLength(1)
  })

  test('shows a client only the records of its warehouses', async () => {
    const itemID = await anOrderedItem()
    const { recNo } = await world.receive(itemID, 10, bought)
    const part = await world.move(itemID, 4, { recno: recNo, shipToWid: 2 })
    await world.issue(itemID, 1, { recno: recNo, reference: 'SO-1' })
    const moved = await world.move(itemID, 5, { recno: recNo, shipToWid: 3 })
    await world.issue(itemID, 2, { recno: part.recNo, wid: 2, reference: 'SO-2' })
    const { call } = await world.system.createClient({ warehouses: [3] })
    const trace = await call(inventory.traceLot, { recno: recNo })
    expect(trace.transactions.map(({ transactionNo }) => transactionNo)).toEqual([moved.transactionNo])
    expect(trace.issues).toEqual([])
    expect(trace.descendants).toEqual([])
    const other = await world.system.createClient({ warehouses: [2, 3] })
    const wider = await other.call(inventory.traceLot, { recno: recNo })
    expect(wider.issues.map(({ reference }) => reference)).toEqual(['SO-2'])
    expect(wider.descendants.map((lot) => lot.recNo)).toEqual([part.recNo])
  })
})
