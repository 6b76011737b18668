import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inventory } from '../../../../shared/contract/inventory/inventory.ts'
import { DOCUMENTS_CHANGED } from '../../../../shared/contract/notifications/document-payload.ts'
import { migrated } from '../../../support/migrated.ts'
import { type RenameWorld, startRenameWorld } from './rename-world.ts'

let world: RenameWorld
beforeAll(async () => {
  world = await startRenameWorld()
})
afterAll(() => world?.[Symbol.asyncDispose]())

const pathOf = (number: string) => new URL(`http://host/api/v1/WorkOrder/${encodeURIComponent(number)}`).pathname

describe.each(['.', '..', 'A\u200bB', 'e\u0301'])('What version 1.1.0 numbered %j', (number) => {
  test('is a work order that gets another number, with its lines, and is worked off under it', async () => {
    const woNo = await world.createWorkOrder(await world.aLine())
    await world.plantAs(woNo, number)
    if (number.startsWith('.')) expect(pathOf(number)).not.toContain(number)
    const before = await world.call(inventory.getWorkOrder, { woNo: number })
    expect(await world.migrationOf('readable-numbers').count()).toBe(1)
    await world.migrate()
    const newNumber = await world.presentOf(number)
    expect(newNumber).toMatch(/^WO-\d{4}-\d{6}$/)
    const after = await world.call(inventory.getWorkOrder, { woNo: newNumber })
    expect(after).toEqual({ ...before, woNo: newNumber })
    const [line] = after.lines
    await world.receive(line?.shortID ?? '', 5)
    await world.issue(line?.shortID ?? '', 5, { reference: newNumber, line: 1 })
    expect(await world.call(inventory.getWorkOrder, { woNo: newNumber })).toMatchObject({
      lines: [{ unitsCompleted: 5 }],
    })
    await expect(world.call(inventory.getWorkOrder, { woNo: number })).rejects.toMatchObject({ code: 'not_found' })
    // It stays an alias, and belongs to nothing else.
    const { value } = await world.call(inventory.search, { text: number })
    expect(value).toContainEqual(expect.objectContaining({ kind: 'workOrder', key: newNumber }))
    await world.database.collection<{ _id: string }>('orderNumbers').deleteOne({ _id: number })
  })
})

test('a count and an order that waits for stock get other numbers, and are posted and allocated under them', async () => {
  const { shortID } = await world.aLine()
  await world.receive(shortID, 5, { spot: 'RENAME-1' })
  const { countNo: counted } = await world.call(inventory.createCount, { wid: 1, items: [shortID] })
  const line = await world.aLine()
  const { soNo: ordered } = await world.call(inventory.createShippingOrder, { customer: world.customer, lines: [line] })
  await world.plantAs(counted, 'N\u200b1')
  await world.plantAs(ordered, 'N\u200b2')
  world.events.length = 0
  await world.migrate()
  const [countNo, soNo] = [await world.presentOf('N\u200b1'), await world.presentOf('N\u200b2')]
  await world.call(inventory.countLine, { countNo, itemID: shortID, spot: 'RENAME-1', counted: 4 })
  await world.call(inventory.submitCount, { countNo })
  await world.system.call(inventory.approveCount, { countNo })
  const codes = { reasonIn: 10, reasonOut: 20 }
  expect(await world.system.call(inventory.postCount, { countNo, ...codes })).toMatchObject({ status: 'Posted' })

  // Reports follow the order, and forget the one of the former number.
  const facts = world.events.flatMap((event) => (event.subject === DOCUMENTS_CHANGED ? [event.payload.data] : []))
  expect(facts.flatMap(({ orders }) => orders)).toMatchObject([{ number: soNo }])
  expect(facts.flatMap(({ lines }) => lines.map(({ number, removed = false }) => ({ number, removed })))).toEqual(
    expect.arrayContaining([
      { number: soNo, removed: false },
      { number: 'N\u200b2', removed: true },
    ]),
  )
  await world.receive(line.shortID, 5)
  const progress = () => world.call(inventory.listShippingOrderLines, { soNo })
  await expect.poll(progress, { timeout: 50_000 }).toMatchObject({ value: [{ committed: 5 }] })
})

test('a renaming that fails on its way changes nothing, and is made up for by the next run', async () => {
  const line = await world.aLine()
  await world.receive(line.shortID, 5)
  const { soNo } = await world.call(inventory.createShippingOrder, { customer: world.customer, lines: [line] })
  const number = 'R\u200b5'
  await world.plantAs(soNo, number)
  const before = await world.call(inventory.getShippingOrder, { soNo: number })
  world.fault.next = new Error('The process is killed')
  await expect(world.migrate()).rejects.toThrow('killed')
  expect(await world.call(inventory.getShippingOrder, { soNo: number })).toEqual(before)
  expect(await world.call(inventory.listReservations, { reference: number })).toMatchObject({ totalCount: 1 })
  expect(await world.presentOf(number)).toBe('undefined')
  await world.migrate()
  const soNoNow = await world.presentOf(number)
  expect(await world.call(inventory.getShippingOrder, { soNo: soNoNow })).toEqual({ ...before, soNo: soNoNow })
  expect(await world.call(inventory.listReservations, { reference: soNoNow })).toMatchObject({ totalCount: 1 })
})

test('of two documents with one number in the ledger neither is renamed, and the log names them', async () => {
  const line = await world.aLine()
  const { poNo } = await world.create([line])
  await world.receiveLine(line.shortID, 1, poNo, 1)
  const woNo = await world.createWorkOrder(await world.aLine())
  const number = 'R\u200b4'
  await world.plantAs(poNo, number)
  await world.plantAs(woNo, number)
  await world.migrate()
  expect(world.lines).toContainEqual(expect.objectContaining({ number, owners: ['purchase order', 'work order'] }))
  expect(await world.ofOrder(number).get()).toMatchObject({ status: 'Partial' })
  await world.plantAs(number, woNo, ['workOrders', 'workOrderLines'])
  await world.migrate()
  expect(await world.ofOrder(await world.presentOf(number)).lines()).toMatchObject([{ unitsReceived: 1 }])
})

test('a document that an operator of version 1.3.0 has renamed has its entries under the present number', async () => {
  const line = await world.aLine()
  const { poNo } = await world.create([line])
  await world.receiveLine(line.shortID, 2, poNo, 1)
  const entries = await world.entriesOf(poNo)
  const former = 'R\u200b9'
  await world.plantAs(poNo, former, ['ledger', 'lots'])
  const numbers = world.database.collection<{ _id: string }>('orderNumbers')
  const alias = { _id: former, kind: 'renamed purchase order', renamedTo: poNo, version: 1 }
  await numbers.insertOne(alias)
  expect(await world.differences()).not.toEqual([])
  const migration = world.migrationOf('numbers-in-ledger')
  expect([migration.isRepeated, await migration.count()]).toEqual([true, entries.length])
  expect(await migrated(migration)).toBe(entries.length + 1)
  expect(await world.entriesOf(poNo)).toEqual(entries)
  expect(await world.differences()).toEqual([])

  // The former number is now free text: an entry that names it stays as it is.
  await world.receive(line.shortID, 1, { reference: former })
  expect([await migration.count(), await migrated(migration)]).toEqual([0, 0])
  expect(await world.entriesOf(former)).toHaveLength(1)
})

test('a reservation that was made under the former number at once with the renaming gets the present one', async () => {
  const line = await world.aLine()
  await world.receive(line.shortID, 5)
  const woNo = await world.createWorkOrder(line)
  const { reservationID } = await world.call(inventory.createReservation, {
    ...{ itemID: line.shortID, wid: 1, reference: woNo, units: 2 },
  })
  await world.plantAs(woNo, 'R\u200b6')
  await migrated(world.migrationOf('readable-numbers'))
  const reservations = world.database.collection<{ _id: number }>('reservations')
  await reservations.updateOne({ _id: reservationID }, { $set: { reference: 'R\u200b6' } })
  await migrated(world.migrationOf('numbers-in-ledger'))
  const reference = await world.presentOf('R\u200b6')
  expect(await world.call(inventory.getReservation, { reservationID })).toMatchObject({ reference })
})

test('the books agree after all of these', async () => {
  expect(await world.differences()).toEqual([])
})
