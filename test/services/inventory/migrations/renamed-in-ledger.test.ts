import { afterAll, beforeAll, expect, test } from 'vitest'
import { inventory } from '../../../../shared/contract/inventory/inventory.ts'
import { notifications } from '../../../../shared/contract/notifications/notifications.ts'
import { type RenameWorld, startRenameWorld } from './rename-world.ts'

let world: RenameWorld
beforeAll(async () => {
  world = await startRenameWorld()
})
afterAll(() => world?.[Symbol.asyncDispose]())

test('a purchase order is received, reversed and finalized under its new number', async () => {
  const line = await world.aLine(10)
  const { poNo } = await world.create([line])
  const { recNo, transactionNo } = await world.receiveLine(line.shortID, 4, poNo, 1)
  const before = await world.ofOrder(poNo).get()
  const { newNumber } = await world.renameFrom(poNo, 'A\u200bB')
  const order = world.ofOrder(newNumber)
  expect(await order.get()).toEqual({ ...before, poNo: newNumber })
  expect(await order.receipts()).toMatchObject([{ transactionNo, reference: newNumber }])
  expect(await world.call(inventory.getLot, { recno: recNo })).toMatchObject({ reference: newNumber })
  expect(await world.call(inventory.traceLot, { recno: recNo })).toMatchObject({
    lot: { reference: newNumber },
    transactions: [{ reference: newNumber }],
  })

  await world.receiveLine(line.shortID, 3, newNumber, 1)
  await world.call(inventory.reverse, { transactionNo })
  expect(await order.lines()).toMatchObject([{ unitsReceived: 3, unitsOpen: 7 }])
  expect((await order.receipts()).map(({ type, reference }) => `${type} ${reference}`).sort()).toEqual(
    ['receive', 'receive', 'reverse'].map((type) => `${type} ${newNumber}`),
  )
  const explained = await world.call(inventory.explainLevel, { itemID: line.shortID, wid: 1 })
  expect(explained.orders).toMatchObject([{ kind: 'onOrder', reference: newNumber, line: 1, units: 7 }])
  expect(await order.finalize()).toMatchObject({ status: 'Closed' })
  expect(await world.listed(newNumber)).toHaveLength(5)

  const told = async () => {
    const { value } = await world.system.call(notifications.listChanges, { since: 0, limit: 1_000 })
    return value.flatMap(({ data }) => ('reversed' in data || 'reverses' in data ? [data] : []))
  }
  const reversal = expect.objectContaining({ reverses: transactionNo, reference: newNumber })
  await expect.poll(told, { timeout: 20_000 }).toContainEqual(reversal)
})

test('a shipping order that has committed, packed and shipped units is unpacked, shipped and canceled', async () => {
  const line = await world.aLine(10)
  await world.receive(line.shortID, 10)
  const { soNo } = await world.call(inventory.createShippingOrder, { customer: world.customer, lines: [line] })
  await world.call(inventory.packShippingOrder, { soNo, lines: [{ lineNo: 1, units: 3 }] })
  await world.call(inventory.shipShippingOrder, { soNo })
  await world.call(inventory.packShippingOrder, { soNo, lines: [{ lineNo: 1, units: 4 }] })
  const before = await world.call(inventory.getShippingOrder, { soNo })
  const { newNumber, entries } = await world.renameFrom(soNo, '.')
  const order = { soNo: newNumber }
  expect(await world.call(inventory.getShippingOrder, order)).toEqual({ ...before, soNo: newNumber })
  expect(await world.call(inventory.listReservations, { reference: newNumber })).toMatchObject({
    value: [{ state: 'Active', line: 1 }],
  })
  const shipment = entries.find(({ type }) => type === 'issue')
  await expect(world.call(inventory.reverse, { transactionNo: Number(shipment?._id) })).rejects.toMatchObject({
    message: expect.stringContaining('is a shipment'),
  })
  await world.call(inventory.unpackShippingOrder, { ...order, lines: [{ lineNo: 1, units: 1 }] })
  await world.call(inventory.shipShippingOrder, order)
  await world.call(inventory.packShippingOrder, { ...order, lines: [{ lineNo: 1, units: 1 }] })
  expect(await world.differences()).toEqual([])
  await world.call(inventory.shipShippingOrder, order)
  expect(await world.call(inventory.cancelShippingOrder, order)).toMatchObject({ status: 'Closed' })
  expect(await world.call(inventory.listShippingOrderLines, order)).toMatchObject({
    value: [{ shipped: 7, packed: 0, committed: 0, canceled: 3 }],
  })
})

test('a work order keeps its issues and reservations, and an old issue is taken off it', async () => {
  const line = await world.aLine(10)
  await world.receive(line.shortID, 20)
  const woNo = await world.createWorkOrder(line)
  const input = { itemID: line.shortID, wid: 1, reference: woNo, line: 1, units: 6 }
  const { reservationID } = await world.call(inventory.createReservation, input)
  const { transactionNo } = await world.issue(line.shortID, 4, { reference: woNo, line: 1 })
  const { newNumber } = await world.renameFrom(woNo, '..')
  const reservation = () => world.call(inventory.getReservation, { reservationID })
  expect(await reservation()).toMatchObject({ reference: newNumber, remaining: 2 })
  await world.call(inventory.reverse, { transactionNo })
  expect(await reservation()).toMatchObject({ remaining: 6 })
  await world.issue(line.shortID, 1, { reference: newNumber, line: 1 })
  expect(await reservation()).toMatchObject({ remaining: 5 })
  expect(await world.call(inventory.listReservations, { reference: newNumber })).toMatchObject({ totalCount: 1 })
  expect(await world.call(inventory.closeWorkOrder, { woNo: newNumber })).toMatchObject({
    lines: [{ unitsCompleted: 1 }],
  })
})

test('a transit of which units are still on the way is received and closed', async () => {
  const { shortID: itemID } = await world.aLine()
  const { recNo: recno } = await world.receive(itemID, 5)
  const shipment = { wid: 1, shipToWid: 2, lines: [{ itemID, units: 5 }] }
  const { slip } = await world.call(inventory.shipTransit, shipment)
  await world.call(inventory.receiveTransit, { slip, lines: [{ lineNo: 1, accepted: 1 }] })
  const before = await world.call(inventory.getTransit, { slip })
  const { newNumber, entries } = await world.renameFrom(slip, 'All')
  expect(await world.call(inventory.getTransit, { slip: newNumber })).toEqual({ ...before, slip: newNumber })
  const trace = await world.call(inventory.traceLot, { recno })
  expect(trace.lot).toMatchObject({ transitSlip: newNumber })
  expect(trace.transactions).toMatchObject([{}, { transitSlip: newNumber }, { transitSlip: newNumber }])
  await expect(world.call(inventory.reverse, { transactionNo: Number(entries[0]?._id) })).rejects.toMatchObject({
    message: expect.stringContaining('in transit'),
  })
  await world.call(inventory.receiveTransit, { slip: newNumber, lines: [{ lineNo: 1, accepted: 2 }] })
  expect(await world.differences()).toEqual([])
  expect(await world.call(inventory.closeTransit, { slip: newNumber, reasonCode: 20 })).toMatchObject({
    lines: [{ accepted: 3, lost: 2, inTransit: 0, lots: [] }],
  })
})

test('a count that is posted in part is posted to its end', async () => {
  const [one, other] = [await world.newItem(), await world.newItem()]
  const spot = 'RENAME-2'
  for (const itemID of [one, other]) await world.receive(itemID, 5, { spot })
  const { countNo } = await world.call(inventory.createCount, { wid: 1, items: [one, other] })
  for (const itemID of [one, other]) await world.call(inventory.countLine, { countNo, itemID, spot, counted: 1 })
  // Packed units block the line of one.
  const packing = { customer: world.customer, lines: [{ shortID: one, units: 5, warehouse: 1 }] }
  const { soNo } = await world.call(inventory.createShippingOrder, packing)
  await world.call(inventory.packShippingOrder, { soNo, lines: [{ lineNo: 1, units: 5 }] })
  await world.call(inventory.submitCount, { countNo })
  await world.system.call(inventory.approveCount, { countNo })
  const codes = { reasonIn: 10, reasonOut: 20 }
  const posted = await world.system.call(inventory.postCount, { countNo, ...codes })
  expect(posted).toMatchObject({ status: 'Partial' })
  const { newNumber, entries } = await world.renameFrom(countNo, 'e\u0301')
  expect(await world.call(inventory.getCount, { countNo: newNumber })).toMatchObject({ ...posted, countNo: newNumber })
  expect(await world.listed(newNumber)).toMatchObject([{ transactionNo: entries[0]?._id, countNo: newNumber }])
  await world.call(inventory.unpackShippingOrder, { soNo, lines: [{ lineNo: 1, units: 5 }] })
  expect(await world.system.call(inventory.postCount, { countNo: newNumber, ...codes })).toMatchObject({
    status: 'Posted',
  })
  expect(await world.listed(newNumber)).toHaveLength(2)
})

test('the books agree after all of these', async () => {
  expect(await world.differences()).toEqual([])
})
