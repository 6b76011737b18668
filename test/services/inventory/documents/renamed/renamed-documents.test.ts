import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inventory } from '../../../../../shared/contract/inventory/inventory.ts'
import { unique } from '../../../../support/records/factories.ts'
import { type RenameWorld, startRenameWorld } from './rename-world.ts'

let world: RenameWorld
beforeAll(async () => {
  world = await startRenameWorld()
})
afterAll(() => world?.[Symbol.asyncDispose]())

describe('A renamed document', () => {
  test('answers repeated requests as they were answered under the old number', async () => {
    const line = await world.aLine()
    const { poNo } = await world.create([line])
    const number = 'R\u200b1'
    await world.plantAs(poNo, number)
    const context = { operationId: unique('key'), hasClientKey: true }
    const receipt = { itemID: line.shortID, units: 2, wid: 1, reasonCode: 10, reference: number, line: 1 }
    const received = await world.call(inventory.receive, receipt, context)
    const newNumber = unique('NEW')
    const renaming = { operationId: unique('key'), hasClientKey: true }
    const renamed = await world.system.call(inventory.renameNumber, { number, newNumber }, renaming)
    expect(await world.call(inventory.receive, receipt, context)).toEqual(received)
    expect(await world.system.call(inventory.renameNumber, { number, newNumber }, renaming)).toEqual(renamed)
    expect(await world.ofOrder(newNumber).lines()).toMatchObject([{ unitsReceived: 2 }])
  })

  test('is renamed again, also under a number that paths reach, until the ledger names that one', async () => {
    const line = await world.aLine()
    const { poNo } = await world.create([line])
    await world.plantAs(poNo, 'R\u200b2')
    const [second, third] = [unique('NEW'), unique('NEW')]
    const rename = (number: string, newNumber: string) =>
      world.system.call(inventory.renameNumber, { number, newNumber })
    await rename('R\u200b2', second)
    await rename(second, third)
    await world.receiveLine(line.shortID, 2, 'R\u200b2', 1)
    expect((await world.listed(third)).map(({ reference }) => reference)).toEqual([third, third])
    expect(await world.listed(second)).toEqual([])
    await expect(rename(third, unique('NEW'))).rejects.toMatchObject({
      code: 'conflict',
      message: `The ledger names purchase order ${third}, and paths reach it: it keeps its number.`,
    })
  })

  test('still shows differences between its books and the ledger', async () => {
    const line = await world.aLine()
    const { poNo } = await world.create([line])
    await world.receiveLine(line.shortID, 2, poNo, 1)
    const { newNumber } = await world.renameFrom(poNo, 'R\u200b3')
    const lines = world.database.collection<{ _id: string }>('purchaseOrderLines')
    const [stored] = await lines.find({ poNo: newNumber }).toArray()
    await lines.updateOne({ poNo: newNumber }, { $set: { received: Object(stored).units } })
    expect(await world.differences()).toContainEqual({
      what: `received of line 1 of purchase order ${newNumber}`,
      expected: '2',
      found: '5',
    })
    await lines.updateOne({ poNo: newNumber }, { $set: { received: Object(stored).received } })
  })
})

test('a renaming that fails on its way changes nothing', async () => {
  const line = await world.aLine()
  await world.receive(line.shortID, 5)
  const { soNo } = await world.call(inventory.createShippingOrder, { customer: world.customer, lines: [line] })
  const [number, newNumber] = ['R\u200b5', unique('SO')]
  await world.plantAs(soNo, number)
  const before = await world.call(inventory.getShippingOrder, { soNo: number })
  const lines = world.database.collection<{ _id: string }>('shippingOrderLines')
  const [stored] = await lines.find({ soNo: number }).toArray()
  const obstacle = { ...stored, _id: `1/${newNumber}`, soNo: unique('OTHER') }
  await lines.insertOne(obstacle)
  const rename = (deadline: number) => world.system.call(inventory.renameNumber, { number, newNumber }, { deadline })
  await expect(rename(Date.now() + 1_500)).rejects.toMatchObject({
    code: expect.stringMatching(/^(service_unavailable|outcome_unknown)$/),
  })
  await lines.deleteOne({ _id: obstacle._id })
  expect(await world.call(inventory.getShippingOrder, { soNo: number })).toEqual(before)
  expect(await world.call(inventory.listReservations, { reference: number })).toMatchObject({ totalCount: 1 })
  expect(await world.database.collection('orderNumbers').countDocuments({ renamedTo: newNumber })).toBe(0)
  expect(await world.differences()).toEqual([])
  await rename(Date.now() + 8_000)
  expect(await world.call(inventory.getShippingOrder, { soNo: newNumber })).toEqual({ ...before, soNo: newNumber })
})

test('a reservation that a client made under the old number at once with the renaming is no difference', async () => {
  const line = await world.aLine()
  await world.receive(line.shortID, 5)
  const woNo = await world.createWorkOrder(line)
  const input = { itemID: line.shortID, wid: 1, reference: woNo, units: 2 }
  const { reservationID: _id } = await world.call(inventory.createReservation, input)
  await world.renameFrom(woNo, 'R\u200b6')
  const reservations = world.database.collection<{ _id: number }>('reservations')
  await reservations.updateOne({ _id }, { $set: { reference: 'R\u200b6' } })
  expect(await world.differences()).toEqual([])
})

test('of two documents with one number in the ledger, neither is renamed', async () => {
  const line = await world.aLine()
  const { poNo } = await world.create([line])
  const woNo = await world.createWorkOrder(await world.aLine())
  const number = 'R\u200b4'
  await world.plantAs(poNo, number)
  await world.plantAs(woNo, number)
  await expect(world.system.call(inventory.renameNumber, { number, newNumber: unique('NEW') })).rejects.toMatchObject({
    code: 'conflict',
    message: `The ledger names ${number}, which is a purchase order and a work order: it keeps its number.`,
  })
  await world.plantAs(number, woNo, ['workOrders', 'workOrderLines'])
  await world.system.call(inventory.renameNumber, { number, newNumber: poNo })
  expect(await world.ofOrder(poNo).lines()).toHaveLength(1)
})

test('issues at once with the renaming are counted in the work order that they name', async () => {
  const planted: { line: { shortID: string }; number: string; newNumber: string }[] = []
  for (const number of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((letter) => `R\u200b${letter}`)) {
    const line = await world.aLine()
    await world.receive(line.shortID, 5)
    await world.plantAs(await world.createWorkOrder(line), number)
    planted.push({ line, number, newNumber: unique('WO') })
  }
  await Promise.all(
    planted.flatMap(({ line, number, newNumber }) => [
      world.system.call(inventory.renameNumber, { number, newNumber }),
      world.issue(line.shortID, 5, { reference: number, line: 1 }),
    ]),
  )
  for (const { newNumber } of planted)
    expect(await world.call(inventory.getWorkOrder, { woNo: newNumber })).toMatchObject({
      lines: [{ unitsCompleted: 5 }],
    })
})

test('requests at once with the renaming find no document of the old number from then on', async () => {
  const [line, onTheWay] = [await world.aLine(), await world.aLine()]
  await world.receive(onTheWay.shortID, 5)
  const { poNo: made } = await world.create([line])
  const shipment = { wid: 1, shipToWid: 2, lines: [{ itemID: onTheWay.shortID, units: 5 }] }
  const { slip: shipped } = await world.call(inventory.shipTransit, shipment)
  const [poNo, slip] = ['R\u200b7', 'R\u200b8']
  await world.plantAs(made, poNo)
  await world.plantAs(shipped, slip)
  /** Repeats a request that changes nothing until it is refused for another reason. */
  const repeat = async (request: () => Promise<unknown>): Promise<string> => {
    for (;;) {
      const error = await request().then(
        () => undefined,
        (refusal: { code: string }) => refusal,
      )
      if (error && error.code !== 'validation_error') return error.code
    }
  }
  const unknownLine = { slip, lines: [{ lineNo: 9, accepted: 1 }] }
  const ends = Array.from({ length: 8 }, () => [
    repeat(() => world.ofOrder(poNo).update({})),
    repeat(() => world.call(inventory.receiveTransit, unknownLine)),
  ]).flat()
  for (const number of [slip, poNo])
    await world.system.call(inventory.renameNumber, { number, newNumber: unique('NEW') })
  expect(new Set(await Promise.all(ends))).toEqual(new Set(['not_found']))
})

test('the books agree after all of these', async () => {
  expect(await world.differences()).toEqual([])
})
