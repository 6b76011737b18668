import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inventory } from '../../../../shared/contract/inventory/inventory.ts'
import { unique } from '../../../support/records/factories.ts'
import { type StockWorld, startStockWorld } from '../stock-world.ts'

let world: StockWorld
let customer: string
beforeAll(async () => {
  world = await startStockWorld([], { allocates: false })
  customer = (await world.call(inventory.createCustomer, { shortID: unique('CUST'), name: 'Hanse Automation' })).shortID
})
afterAll(() => world[Symbol.asyncDispose]())

const conflict = (message: string) => ({ code: 'conflict', message })
const invalid = (details: object) => ({ code: 'validation_error', details })

async function anItemWith(units: number, more = {}) {
  const itemID = await world.newItem()
  const { partNo, recNo } = await world.receive(itemID, units, more)
  return { itemID, partNo, recNo }
}

const create = (lines: readonly { itemID: string; units: number; wid?: number }[], more = {}) =>
  world.call(inventory.createShippingOrder, {
    customer,
    lines: lines.map((line) => ({ wid: 1, ...line })),
    ...more,
  })

const linesOf = async (soNo: string) => (await world.call(inventory.listShippingOrderLines, { soNo })).value
const statusOf = async (soNo: string) => (await world.call(inventory.getShippingOrder, { soNo })).status
const reconciled = async () => expect(await world.reconcile()).toMatchObject({ differences: [] })

test('an order is allocated, packed, partly unpacked and shipped; every figure and the status follow', async () => {
  const { itemID, partNo, recNo } = await anItemWith(10)
  const second = await world.receive(itemID, 5)
  const { soNo, ...order } = await create([{ itemID, units: 12 }], { shipDate: '2027-01-31' })
  expect(soNo).toMatch(/^SO-\d{4}-\d{6}$/)
  expect(order).toEqual({
    customer: 'Hanse Automation',
    orderDate: expect.any(String),
    shipDate: '2027-01-31T00:00:00.000Z',
    status: 'Open',
    totalLines: 1,
    lines: [
      {
        lineNo: 1,
        shortID: itemID,
        description: expect.any(String),
        units: 12,
        warehouse: 1,
        warehouseName: 'Warehouse 1',
      },
    ],
  })
  expect(await world.levelOf(partNo)).toMatchObject({ inStock: 15, committed: 12, packed: 0, available: 3 })
  await world.call(inventory.packShippingOrder, { soNo, lines: [{ lineNo: 1, units: 12, package: 'BOX-1' }] })
  expect(await world.levelOf(partNo)).toMatchObject({ inStock: 15, committed: 0, packed: 12, available: 3 })
  expect(await statusOf(soNo)).toBe('Partial')
  expect((await world.issue(itemID, 3)).lots).toMatchObject([{ recNo: second.recNo, units: 3 }])
  await world.call(inventory.unpackShippingOrder, { soNo, lines: [{ lineNo: 1, units: 2, recno: second.recNo }] })
  expect(await world.levelOf(partNo)).toMatchObject({ inStock: 12, committed: 2, packed: 10, available: 0 })
  await world.call(inventory.shipShippingOrder, { soNo, tracking: '1Z999' })
  expect(await world.levelOf(partNo)).toMatchObject({ inStock: 2, committed: 2, packed: 0, available: 0 })
  expect(await linesOf(soNo)).toMatchObject([{ committed: 2, packed: 0, shipped: 10, backordered: 0, canceled: 0 }])
  const { value } = await world.call(inventory.listTransactions, { reference: soNo, type: 'issue' })
  expect(value).toMatchObject([{ units: 10, line: 1, remark: 'Tracking 1Z999', lots: [{ recNo, unitsAfter: 0 }] }])
  await expect(world.call(inventory.reverse, { transactionNo: value[0]?.transactionNo ?? 0 })).rejects.toMatchObject({
    code: 'conflict',
  })
  await world.call(inventory.packShippingOrder, { soNo, lines: [{ lineNo: 1, units: 2 }] })
  expect(await world.call(inventory.shipShippingOrder, { soNo })).toMatchObject({ status: 'Closed' })
  expect(await world.levelOf(partNo)).toMatchObject({ inStock: 0, committed: 0, packed: 0 })
  await reconciled()
})

test('a shortage is backordered, canceled or refused, as the order says, and a short line says why', async () => {
  const { itemID, partNo } = await anItemWith(5)
  const held = await world.receive(itemID, 20)
  await world.call(inventory.hold, { recno: held.recNo })
  await world.receive(itemID, 7, { expires: '2020-01-01' })
  const first = await create([{ itemID, units: 3 }])
  const backorder = await create([{ itemID, units: 6 }])
  expect(await linesOf(backorder.soNo)).toMatchObject([
    {
      committed: 2,
      backordered: 4,
      short: [
        { reason: 'held', units: 20 },
        { reason: 'expired', units: 7 },
        { reason: 'reserved', reference: first.soNo, units: 3 },
      ],
    },
  ])
  await expect(create([{ itemID, units: 1 }], { soNo: 'SO-R', shortage: 'reject' })).rejects.toMatchObject(
    conflict('Shipping order SO-R line 1: ordered 1, available 0.'),
  )
  const partial = await create([{ itemID, units: 1 }], { shortage: 'partial' })
  expect(partial.status).toBe('Closed')
  expect(await linesOf(partial.soNo)).toMatchObject([{ canceled: 1, backordered: 0 }])
  await world.receive(itemID, 3)
  await world.call(inventory.allocateShippingOrder, { soNo: backorder.soNo })
  expect(await linesOf(backorder.soNo)).toMatchObject([{ committed: 5, backordered: 1 }])
  expect(await world.levelOf(partNo)).toMatchObject({ committed: 8 })
  await reconciled()
})

test('an order of single lots keeps them, and lines of one item share what there is', async () => {
  const { itemID, recNo } = await anItemWith(4)
  const { soNo } = await create(
    [
      { itemID, units: 3 },
      { itemID, units: 3 },
    ],
    { allocate: 'lots' },
  )
  expect(await linesOf(soNo)).toMatchObject([
    { committed: 3, backordered: 0 },
    { committed: 1, backordered: 2 },
  ])
  const { value } = await world.call(inventory.listReservations, { reference: soNo, sort: 'line' })
  expect(value).toMatchObject([
    { recno: recNo, units: 3, line: 1 },
    { recno: recNo, units: 1, line: 2 },
  ])
  const { reservationID = 0 } = value[0] ?? {}
  await expect(world.call(inventory.releaseReservation, { reservationID })).rejects.toMatchObject(
    conflict(`Reservation ${reservationID} belongs to shipping order ${soNo}.`),
  )
  const lines = [
    { lineNo: 1, units: 3 },
    { lineNo: 2, units: 1 },
  ]
  await world.call(inventory.packShippingOrder, { soNo, lines })
  await world.call(inventory.shipShippingOrder, { soNo })
  expect(await linesOf(soNo)).toMatchObject([{ shipped: 3 }, { shipped: 1, backordered: 2 }])
  await reconciled()
})

test('quantities change: less shrinks the reservation, more is allocated, and not below what is shipped or packed', async () => {
  const { itemID, partNo } = await anItemWith(10)
  const { soNo } = await create([{ itemID, units: 8 }])
  const order = (units: number) => world.call(inventory.updateShippingOrder, { soNo, lines: [{ lineNo: 1, units }] })
  await order(5)
  expect(await world.levelOf(partNo)).toMatchObject({ committed: 5, available: 5 })
  await order(12)
  expect(await linesOf(soNo)).toMatchObject([{ units: 12, committed: 10, backordered: 2 }])
  await order(11)
  expect(await linesOf(soNo)).toMatchObject([{ units: 11, committed: 10, backordered: 1 }])
  await world.call(inventory.packShippingOrder, { soNo, lines: [{ lineNo: 1, units: 4 }] })
  await expect(order(3)).rejects.toMatchObject(
    conflict(`Shipping order ${soNo} line 1: 4 units are shipped, packed or canceled.`),
  )
  await expect(world.call(inventory.cancelShippingOrder, { soNo })).rejects.toMatchObject(
    conflict(`Shipping order ${soNo} has packed units.`),
  )
  await world.call(inventory.shipShippingOrder, { soNo })
  const canceled = await world.call(inventory.cancelShippingOrder, { soNo })
  expect(canceled).toMatchObject({ status: 'Closed' })
  expect(await world.call(inventory.cancelShippingOrder, { soNo })).toEqual(canceled)
  expect(await linesOf(soNo)).toMatchObject([{ units: 11, shipped: 4, canceled: 7, committed: 0 }])
  expect(await world.levelOf(partNo)).toMatchObject({ inStock: 6, committed: 0, packed: 0 })
  await reconciled()
})

test('a short pick backorders the rest of the line', async () => {
  const { itemID, partNo } = await anItemWith(10)
  const { soNo } = await create([{ itemID, units: 6 }])
  await world.call(inventory.packShippingOrder, { soNo, lines: [{ lineNo: 1, units: 4, short: 'Shelf empty' }] })
  expect(await linesOf(soNo)).toMatchObject([{ packed: 4, committed: 0, backordered: 2 }])
  expect(await world.levelOf(partNo)).toMatchObject({ committed: 0, packed: 4 })
  const { value } = await world.call(inventory.listTransactions, { reference: soNo, type: 'pack' })
  expect(value).toMatchObject([{ remark: 'Shelf empty', spot: 'A-01' }])
  await reconciled()
})

test('bad input is refused, and nothing is half done', async () => {
  const { itemID, partNo, recNo } = await anItemWith(5)
  const gone = await world.newItem()
  await expect(create([{ itemID, units: 1 }], { customer: 'NOBODY' })).rejects.toMatchObject(
    invalid({ customer: ['The field customer must name an active customer.'] }),
  )
  await expect(
    create([
      { itemID, units: 1 },
      { itemID: 'NO-SUCH', units: 1 },
    ]),
  ).rejects.toMatchObject(invalid({ 'lines[1].shortID': ['The field lines[1].shortID must name an existing item.'] }))
  const { catalog } = await import('../../../../shared/contract/catalog/catalog.ts')
  await world.call(catalog.discontinueItem, { shortID: gone })
  const outcome = () => create([{ itemID: gone, units: 1 }]).then(() => 'created', String)
  await expect.poll(outcome, { timeout: 20_000 }).toContain(`Item ${gone} is discontinued.`)
  const tooMany = Array.from({ length: 501 }, () => ({ itemID, units: 1 }))
  await expect(create(tooMany)).rejects.toMatchObject(
    invalid({ lines: ['The field lines must have at most 500 lines.'] }),
  )
  const { soNo } = await create([{ itemID, units: 4 }])
  await expect(create([{ itemID, units: 1 }], { soNo })).rejects.toMatchObject(
    conflict(`Shipping order ${soNo} exists already.`),
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
  expect(await world.levelOf(partNo)).toMatchObject({ inStock: 5, committed: 3, packed: 1 })
  await reconciled()
})

test('an order shows only to clients that may see all of its warehouses; shipping takes the permission 88 too', async () => {
  const { itemID } = await anItemWith(5)
  await world.receive(itemID, 5, { wid: 2 })
  const { soNo } = await create([
    { itemID, units: 1 },
    { itemID, units: 1, wid: 2 },
  ])
  const narrow = await world.system.createClient({ warehouses: [1] })
  const forbidden = { code: 'forbidden', message: "Warehouse is outside the client's authorized scope." }
  await expect(narrow.call(inventory.getShippingOrder, { soNo })).rejects.toMatchObject(forbidden)
  await expect(narrow.call(inventory.cancelShippingOrder, { soNo })).rejects.toMatchObject(forbidden)
  expect(await narrow.call(inventory.listShippingOrders, { shortID: itemID })).toMatchObject({ totalCount: 0 })
  expect(await world.call(inventory.listShippingOrders, { shortID: itemID })).toMatchObject({ value: [{ soNo }] })
  const packer = await world.system.createClient({ permissions: [9003, 9004] })
  await packer.call(inventory.packShippingOrder, { soNo, lines: [{ lineNo: 1, units: 1 }] })
  await expect(packer.call(inventory.shipShippingOrder, { soNo })).rejects.toMatchObject({
    code: 'forbidden',
    message: 'Insufficient permissions.',
  })
})

type Step = readonly [kind: 'order' | 'pack' | 'unpack' | 'ship' | 'allocate' | 'receive' | 'cancel', units: number]
const steps = fc.array(
  fc.tuple(
    fc.constantFrom('order', 'pack', 'unpack', 'ship', 'allocate', 'receive', 'cancel'),
    fc.integer({ min: 1, max: 9 }),
  ),
  { minLength: 3, maxLength: 10 },
) as fc.Arbitrary<Step[]>

test('whatever is done to a line, its units and the figures of the level are those of a model', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (script) => {
      const { itemID, partNo } = await anItemWith(6)
      const { soNo } = await create([{ itemID, units: 8 }])
      const model = { stock: 6, units: 8, shipped: 0, packed: 0, committed: 6, backordered: 2, canceled: 0 }
      const allocate = () => {
        const moved = Math.min(model.backordered, model.stock - model.committed - model.packed)
        model.committed += moved
        model.backordered -= moved
      }
      for (const [kind, units] of script) {
        const one = { soNo, lines: [{ lineNo: 1, units }] }
        const isClosed = model.shipped + model.canceled === model.units
        let done: Promise<unknown>
        let isAllowed = true
        if (kind === 'receive') {
          done = world.receive(itemID, units)
          model.stock += units
        } else if (kind === 'order') {
          done = world.call(inventory.updateShippingOrder, one)
          const least = model.shipped + model.packed + model.canceled
          isAllowed = units >= least
          if (isAllowed) {
            const less = Math.max(0, model.units - units)
            const ofBackorder = Math.min(less, model.backordered)
            model.backordered += Math.max(0, units - model.units) - ofBackorder
            model.committed -= less - ofBackorder
            if (units > model.units) allocate()
            model.units = units
          }
        } else if (kind === 'pack') {
          done = world.call(inventory.packShippingOrder, one)
          isAllowed = units <= model.committed
          if (isAllowed) [model.committed, model.packed] = [model.committed - units, model.packed + units]
        } else if (kind === 'unpack') {
          done = world.call(inventory.unpackShippingOrder, one)
          isAllowed = units <= model.packed
          if (isAllowed) [model.committed, model.packed] = [model.committed + units, model.packed - units]
        } else if (kind === 'ship') {
          done = world.call(inventory.shipShippingOrder, { soNo })
          isAllowed = model.packed > 0
          model.stock -= model.packed
          model.shipped += model.packed
          model.packed = 0
        } else if (kind === 'allocate') {
          done = world.call(inventory.allocateShippingOrder, { soNo })
          isAllowed = !isClosed
          if (isAllowed) allocate()
        } else {
          done = world.call(inventory.cancelShippingOrder, { soNo })
          isAllowed = model.packed === 0
          if (isAllowed) {
            model.canceled += model.committed + model.backordered
            model.committed = 0
            model.backordered = 0
          }
        }
        if (isAllowed) await done
        else await expect(done).rejects.toMatchObject({ code: 'conflict' })
        const { stock, ...line } = model
        expect(await linesOf(soNo)).toMatchObject([line])
        const { committed, packed } = model
        expect(await world.levelOf(partNo, 1)).toMatchObject({ inStock: stock, committed, packed })
        const isOver = model.shipped + model.canceled === model.units
        const status = isOver ? 'Closed' : model.shipped + model.packed > 0 ? 'Partial' : 'Open'
        expect(await statusOf(soNo)).toBe(status)
      }
    }),
    { numRuns: 4 },
  )
  await reconciled()
}, 120_000)
