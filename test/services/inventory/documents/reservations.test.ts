import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { inventory } from '../../../../shared/contract/inventory/inventory.ts'
import { type StockWorld, shareStockWorld } from '../stock-world.ts'

let world: StockWorld
beforeAll(async () => {
  world = await shareStockWorld()
})

const reserve = (itemID: string, units: number, more = {}) =>
  world.call(inventory.createReservation, { itemID, units, wid: 1, ...more })
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString()
const conflict = (message: string) => ({ code: 'conflict', message })

async function anItemWith(units: number, more = {}) {
  const itemID = await world.newItem()
  const { partNo, recNo } = await world.receive(itemID, units, more)
  return { itemID, partNo, recNo }
}

test('a reservation counts in the committed figure, and the ledger and Explain name it', async () => {
  const { itemID, partNo } = await anItemWith(10)
  const cart = { reference: 'CART-1', line: 3, priority: 2, expires: inAnHour() }
  const reserved = await reserve(itemID, 4.5, cart)
  expect(reserved).toEqual({
    reservationID: expect.any(Number),
    itemID,
    wid: 1,
    units: 4.5,
    remaining: 4.5,
    recno: null,
    ...cart,
    ofOrder: false,
    state: 'Active',
  })
  expect(await world.levelOf(partNo, 1)).toMatchObject({ inStock: 10, committed: 4.5, available: 5.5 })
  const { value } = await world.call(inventory.listTransactions, { shortID: itemID, type: 'reserve' })
  expect(value).toMatchObject([
    { units: 4.5, reference: 'CART-1', line: 3, levels: [{ wid: 1, figure: 'committed', units: 4.5 }] },
  ])
  expect(await world.call(inventory.explainLevel, { itemID, wid: 1 })).toMatchObject({ reservations: [reserved] })
  expect(await world.call(inventory.getReservation, reserved)).toEqual(reserved)
  expect(await world.reconcile()).toMatchObject({ differences: [] })
})

test('reserved units are issued only to an issue that names the reservation, which it consumes', async () => {
  const { itemID, partNo } = await anItemWith(10)
  const { reservationID } = await reserve(itemID, 8, { reference: 'CART-2', line: 1 })
  await expect(world.issue(itemID, 3)).rejects.toMatchObject(conflict('Insufficient stock: requested 3, available 2.'))
  await expect(world.issue(itemID, 3, { reference: 'CART-2', line: 2 })).rejects.toMatchObject({ code: 'conflict' })
  await world.issue(itemID, 3, { reference: 'CART-2', line: 1 })
  const after = await world.call(inventory.getReservation, { reservationID })
  expect(after).toMatchObject({ units: 8, remaining: 5, state: 'Active' })
  expect(await world.levelOf(partNo)).toMatchObject({ inStock: 7, committed: 5, available: 2 })
  // Beyond what is reserved, the issue takes what is free.
  const { transactionNo } = await world.issue(itemID, 7, { reference: 'CART-2', line: 1 })
  expect(await world.call(inventory.getReservation, { reservationID })).toMatchObject({
    remaining: 0,
    state: 'Consumed',
  })
  await world.call(inventory.reverse, { transactionNo })
  expect(await world.call(inventory.getReservation, { reservationID })).toMatchObject({ remaining: 5, state: 'Active' })
  expect(await world.levelOf(partNo)).toMatchObject({ inStock: 7, committed: 5, available: 2 })
  expect(await world.reconcile()).toMatchObject({ differences: [] })
})

test('a hard reservation keeps its lot for the issue that names it', async () => {
  const { itemID, partNo, recNo } = await anItemWith(5, { serial: 'S-1' })
  const second = await world.receive(itemID, 5, { serial: 'S-2' })
  const { reservationID } = await reserve(itemID, 4, { recno: recNo, reference: 'SN-1' })
  await expect(reserve(itemID, 2, { recno: recNo })).rejects.toMatchObject(
    conflict('Insufficient stock: requested 2, available 1.'),
  )
  const { lots } = await world.issue(itemID, 3)
  expect(lots).toMatchObject([
    { recNo, units: 1 },
    { recNo: second.recNo, units: 2 },
  ])
  await expect(world.move(itemID, 1, { recno: recNo, toSpot: 'Z' })).rejects.toMatchObject({ code: 'conflict' })
  await expect(world.call(inventory.hold, { recno: recNo, units: 1 })).rejects.toMatchObject(
    conflict(`4 units of lot ${recNo} are reserved or packed.`),
  )
  const own = await world.issue(itemID, 5, { reference: 'SN-1' })
  expect(own.lots).toMatchObject([
    { recNo, units: 4 },
    { recNo: second.recNo, units: 1 },
  ])
  expect(await world.call(inventory.getReservation, { reservationID })).toMatchObject({ state: 'Consumed' })
  expect(await world.levelOf(partNo)).toMatchObject({ inStock: 2, committed: 0 })
  expect(await world.reconcile()).toMatchObject({ differences: [] })
})

test('of other lots than the reserved one, an issue takes only what nobody was promised', async () => {
  const { itemID, partNo, recNo } = await anItemWith(5)
  const kept = await world.receive(itemID, 5)
  const { reservationID } = await reserve(itemID, 5, { recno: kept.recNo, reference: 'SN-2' })
  await reserve(itemID, 4, { reference: 'CART-3' })
  const ofOther = { recno: recNo, reference: 'SN-2' }
  await expect(world.issue(itemID, 5, ofOther)).rejects.toMatchObject(
    conflict('Insufficient stock: requested 5, available 1.'),
  )
  await world.issue(itemID, 1, ofOther)
  expect(await world.call(inventory.getReservation, { reservationID })).toMatchObject({ remaining: 5 })
  await world.issue(itemID, 4, { reference: 'CART-3' })
  await world.issue(itemID, 5, { reference: 'SN-2' })
  expect(await world.levelOf(partNo)).toMatchObject({ inStock: 0, committed: 0 })
})

test('a receipt whose lot is reserved is not reversed', async () => {
  const { itemID, recNo } = await anItemWith(5)
  const { value } = await world.call(inventory.listTransactions, { shortID: itemID })
  await reserve(itemID, 2, { recno: recNo })
  await expect(world.call(inventory.reverse, { transactionNo: value[0]?.transactionNo ?? 0 })).rejects.toMatchObject(
    conflict(`2 units of lot ${recNo} are reserved or packed.`),
  )
})

test('what is reserved does not leave the warehouse, and moves within it', async () => {
  const { itemID } = await anItemWith(5)
  await reserve(itemID, 4)
  await expect(world.move(itemID, 2, { shipToWid: 2 })).rejects.toMatchObject(
    conflict('Insufficient stock: requested 2, available 1.'),
  )
  expect(await world.move(itemID, 5, { toSpot: 'Q' })).toMatchObject({ status: 'moved' })
})

test('with less stock, reject refuses and partial reserves what there is; expired and held lots are not promised', async () => {
  const { itemID, partNo } = await anItemWith(5)
  await world.receive(itemID, 20, { expires: '2020-01-01' })
  const { recNo } = await world.receive(itemID, 30)
  await world.call(inventory.hold, { recno: recNo })
  await expect(reserve(itemID, 6)).rejects.toMatchObject(conflict('Insufficient stock: requested 6, available 5.'))
  expect(await reserve(itemID, 6, { shortage: 'partial' })).toMatchObject({ units: 5, remaining: 5 })
  await expect(reserve(itemID, 1, { shortage: 'partial' })).rejects.toMatchObject(
    conflict('Insufficient stock: requested 1, available 0.'),
  )
  expect(await world.levelOf(partNo)).toMatchObject({ committed: 5 })
})

test('units of a lot that others are promised are not reserved because expired lots are there', async () => {
  const { itemID, recNo } = await anItemWith(5)
  await world.receive(itemID, 5, { expires: '2020-01-01' })
  const ofLot = await reserve(itemID, 1, { recno: recNo })
  await reserve(itemID, 4)
  const refusal = conflict('Insufficient stock: requested 1, available 0.')
  await expect(reserve(itemID, 1, { recno: recNo })).rejects.toMatchObject(refusal)
  const { reservationID } = ofLot
  await expect(world.call(inventory.updateReservation, { reservationID, units: 2 })).rejects.toMatchObject(refusal)
})

test('a reservation is changed and released, and what was consumed of it stays', async () => {
  const { itemID, partNo } = await anItemWith(10)
  const { reservationID } = await reserve(itemID, 6, { reference: 'CART-9' })
  await world.issue(itemID, 2, { reference: 'CART-9' })
  const update = (changes: object) => world.call(inventory.updateReservation, { reservationID, ...changes })
  expect(await update({ units: 5, priority: 7 })).toMatchObject({ units: 5, remaining: 3, priority: 7 })
  expect(await world.levelOf(partNo)).toMatchObject({ inStock: 8, committed: 3 })
  await expect(update({ units: 2 })).rejects.toMatchObject(
    conflict(`Reservation ${reservationID}: 2 units are consumed.`),
  )
  await expect(update({ units: 11 })).rejects.toMatchObject(conflict('Insufficient stock: requested 6, available 5.'))
  expect(await update({ units: 10 })).toMatchObject({ remaining: 8 })
  const released = await world.call(inventory.releaseReservation, { reservationID })
  expect(released).toMatchObject({ remaining: 0, state: 'Released' })
  expect(await world.call(inventory.releaseReservation, { reservationID })).toEqual(released)
  await expect(update({ priority: 1 })).rejects.toMatchObject(conflict(`Reservation ${reservationID} is Released.`))
  expect(await world.levelOf(partNo)).toMatchObject({ inStock: 8, committed: 0, available: 8 })
  expect(await world.reconcile()).toMatchObject({ differences: [] })
})

test('bad input is refused in the specified form, and nothing is done', async () => {
  const { itemID, partNo, recNo } = await anItemWith(5)
  const other = await anItemWith(5)
  const invalid = (details: object) => ({ code: 'validation_error', details })
  const past = new Date(Date.now() - 1).toISOString()
  await expect(reserve(itemID, 1, { expires: past })).rejects.toMatchObject(
    invalid({ expires: ['The field expires must be in the future.'] }),
  )
  await expect(reserve('NO-SUCH-ITEM', 1)).rejects.toMatchObject(
    invalid({ itemID: ['The field itemID must name an existing item.'] }),
  )
  await expect(reserve(itemID, 1, { recno: other.recNo })).rejects.toMatchObject(
    invalid({ recno: ['The field recno must name a lot that matches the request.'] }),
  )
  await world.call(inventory.hold, { recno: recNo })
  await expect(reserve(itemID, 1, { recno: recNo })).rejects.toMatchObject(conflict(`Lot ${recNo} is on hold.`))
  await expect(world.call(inventory.getReservation, { reservationID: 4_711_000 })).rejects.toMatchObject({
    code: 'not_found',
    message: 'Reservation 4711000 does not exist.',
  })
  expect(await world.levelOf(partNo)).toMatchObject({ committed: 0 })
})

test('a client sees and changes the reservations of its warehouses only', async () => {
  const { itemID } = await anItemWith(5)
  const { reservationID } = await reserve(itemID, 1)
  const { call } = await world.system.createClient({ warehouses: [2] })
  const forbidden = { code: 'forbidden', message: "Warehouse is outside the client's authorized scope." }
  await expect(call(inventory.getReservation, { reservationID })).rejects.toMatchObject(forbidden)
  await expect(call(inventory.releaseReservation, { reservationID })).rejects.toMatchObject(forbidden)
  expect(await call(inventory.listReservations, { itemID })).toMatchObject({ totalCount: 0 })
  expect(await world.call(inventory.listReservations, { itemID })).toMatchObject({ value: [{ reservationID }] })
})

test('the same key reserves once (R4)', async () => {
  const { itemID, partNo } = await anItemWith(5)
  const key = randomUUID()
  const context = { operationId: key, hasClientKey: true }
  const input = { itemID, units: 2, wid: 1, expires: inAnHour() }
  const first = await world.call(inventory.createReservation, input, { ...context, attempt: randomUUID() })
  const second = await world.call(inventory.createReservation, input, { ...context, attempt: randomUUID() })
  expect(second).toEqual(first)
  expect(await world.levelOf(partNo)).toMatchObject({ committed: 2 })
})

test('64 clients that reserve the last 20 units get exactly 20 (R7)', async () => {
  const { itemID, partNo, recNo } = await anItemWith(20)
  const attempts = Array.from({ length: 64 }, (_, index) => reserve(itemID, 1, index % 2 ? {} : { recno: recNo }))
  const settled = await Promise.allSettled(attempts)
  expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(20)
  const refusals = settled.flatMap((result) => (result.status === 'rejected' ? [String(result.reason.code)] : []))
  expect([...new Set(refusals)]).toEqual(['conflict'])
  expect(await world.levelOf(partNo)).toMatchObject({ committed: 20, available: 0 })
  expect(await world.reconcile()).toMatchObject({ differences: [] })
})
