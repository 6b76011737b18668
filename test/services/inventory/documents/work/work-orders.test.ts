import mongoose from 'mongoose'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { catalog } from '../../../../../shared/contract/catalog/catalog.ts'
import { inventory } from '../../../../../shared/contract/inventory/inventory.ts'
import { MAX_LINES } from '../../../../../shared/contract/orders/order-fields.ts'
import { MAX_NOTES } from '../../../../../shared/contract/orders/work-orders.ts'
import { unique } from '../../../../support/records/factories.ts'
import { serverUrl } from '../../../../support/servers/server-url.ts'
import { startWorkWorld, type WorkWorld } from './work-world.ts'

let world: WorkWorld
beforeAll(async () => {
  world = await startWorkWorld()
})

const conflict = (message: string) => ({ code: 'conflict', message })

describe('A work order', () => {
  test('is created with its components, and moves no stock', async () => {
    const [bolt, nut] = [await world.newComponent(), await world.newComponent()]
    const made = await world.create(
      [
        { shortID: bolt, units: 8, warehouse: 1 },
        { itemID: nut, units: 2.5, wid: 2, lineNo: 4 },
      ],
      { startDate: '2026-03-01', dueDate: '2026-03-31', assignee: 'Line 1' },
    )
    expect(made.woNo).toMatch(/^WO-\d{4}-\d{6}$/)
    expect(made).toMatchObject({
      ...{ description: 'Cabinet', status: 'Open', assignee: 'Line 1', totalLines: 2, notes: [] },
      startDate: '2026-03-01T00:00:00.000Z',
      dueDate: '2026-03-31T00:00:00.000Z',
      lines: [
        { lineNo: 1, shortID: bolt, units: 8, unitsCompleted: 0, warehouse: 1, warehouseName: 'Warehouse 1' },
        { lineNo: 4, shortID: nut, units: 2.5, unitsCompleted: 0, warehouse: 2 },
      ],
    })
    expect(await world.get(made.woNo)).toEqual(made)
    const { level } = await world.call(inventory.explainLevel, { itemID: bolt, wid: 1 })
    expect(level).toMatchObject({ inStock: 100, available: 100, committed: 0, onOrder: 0 })
  })

  test('is created once however often its request arrives (R4)', async () => {
    const input = { description: 'Cabinet', lines: [{ shortID: await world.newItem(), units: 1, warehouse: 1 }] }
    const context = { operationId: unique('key'), hasClientKey: true }
    const first = await world.call(inventory.createWorkOrder, input, { ...context, attempt: 'one' })
    expect(await world.call(inventory.createWorkOrder, input, { ...context, attempt: 'two' })).toEqual(first)
  })

  test('that names unknown items or warehouses is refused, with all of them', async () => {
    const line = { shortID: await world.newItem(), units: 1, warehouse: 1 }
    await expect(world.create([line, { ...line, shortID: 'NO-SUCH-ITEM', warehouse: 4711 }])).rejects.toMatchObject({
      details: { 'lines[1].shortID': [expect.any(String)], 'lines[1].warehouse': [expect.any(String)] },
    })
  })

  test('of a discontinued component is refused', async () => {
    const gone = await world.newItem()
    await world.call(catalog.discontinueItem, { shortID: gone })
    const outcome = () => world.create([{ shortID: gone, units: 1, warehouse: 1 }]).then(() => 'created', String)
    await expect.poll(outcome, { timeout: 20_000 }).toContain(`Item ${gone} is discontinued.`)
  })

  test('keeps its number to itself', async () => {
    const line = { shortID: await world.newItem(), units: 1, warehouse: 1 }
    const woNo = unique('WO')
    await world.create([line], { woNo })
    await expect(world.create([line], { woNo })).rejects.toMatchObject(
      conflict(`There is a work order ${woNo} already.`),
    )
  })

  test('is started and closed, each once', async () => {
    const { woNo } = await world.create([{ shortID: await world.newItem(), units: 1, warehouse: 1 }])
    const changedSince = async (modifiedSince: string) =>
      (await world.call(inventory.listWorkOrders, { modifiedSince })).value.some((order) => order.woNo === woNo)
    const before = new Date().toISOString()
    const started = await world.start(woNo)
    expect(started).toMatchObject({ status: 'In Progress', startDate: expect.any(String) })
    expect(await world.start(woNo)).toEqual(started)
    const closed = await world.close(woNo)
    expect(closed).toMatchObject({ status: 'Closed' })
    const afterwards = new Date(Date.now() + 1).toISOString()
    expect(await world.close(woNo)).toEqual(closed)
    expect([await changedSince(before), await changedSince(afterwards)]).toEqual([true, false])
    const refusal = conflict(`Work order ${woNo} is closed.`)
    await expect(world.start(woNo)).rejects.toMatchObject(refusal)
    await expect(world.update(woNo, { assignee: 'Line 2' })).rejects.toMatchObject(refusal)
  })

  test('that was planned keeps its start date when it is started', async () => {
    const [line, startDate] = [{ shortID: await world.newItem(), units: 1, warehouse: 1 }, '2026-03-01T00:00:00.000Z']
    const { woNo } = await world.create([line], { startDate })
    expect(await world.start(woNo)).toMatchObject({ status: 'In Progress', startDate })
  })

  test('is planned anew, and its lines are changed and added', async () => {
    const [bolt, nut] = [await world.newItem(), await world.newItem()]
    const { woNo } = await world.create([{ shortID: bolt, units: 1, warehouse: 1 }], { startDate: '2026-03-01' })
    const plan = { description: 'Cabinet 2', assignee: 'Line 2', dueDate: '2027-01-01T00:00:00.000Z' }
    const lines = [
      { lineNo: 1, units: 3 },
      { lineNo: 7, itemID: nut, wid: 2, units: 4 },
    ]
    const changed = await world.update(woNo, { ...plan, lines })
    expect(changed).toMatchObject({ ...plan, startDate: '2026-03-01T00:00:00.000Z', totalLines: 2 })
    expect(changed.lines).toMatchObject([
      { lineNo: 1, units: 3 },
      {
        lineNo: 7,
        shortID: nut,
        units: 4,
        warehouse: 2,
        warehouseName: 'Warehouse 2',
        description: expect.any(String),
      },
    ])
    expect(await world.get(woNo)).toEqual(changed)
    const found = async (query: object) =>
      (await world.call(inventory.listWorkOrders, { assignee: plan.assignee, ...query })).value
    for (const query of [{ shortID: bolt }, { shortID: nut }, { shortID: bolt, warehouse: 2 }])
      expect(await found(query)).toMatchObject([{ woNo }])
    const startDate = '2026-04-01T00:00:00.000Z'
    expect(await world.update(woNo, { startDate })).toEqual({ ...changed, startDate })
  })

  test('says of a changed line what it lacks, and what of it cannot change', async () => {
    const [bolt, nut] = [await world.newItem(), await world.newItem()]
    const { woNo } = await world.create([{ shortID: bolt, units: 1, warehouse: 1 }])
    const refused = (line: object, more: object[] = []) =>
      world.update(woNo, { lines: [{ lineNo: 1, ...line }, ...more.map((one) => ({ lineNo: 1, ...one }))] }).then(
        () => [],
        ({ details }: { details: object }) => Object.keys(details),
      )
    expect(await refused({ shortID: nut })).toEqual(['lines[0].shortID'])
    expect(await refused({ warehouse: 2 })).toEqual(['lines[0].warehouse'])
    expect(await refused({ lineNo: 2, shortID: nut, warehouse: 1 })).toEqual(['lines[0].units'])
    expect(await refused({ units: 1 }, [{ units: 2 }])).toEqual(['lines[1].lineNo'])
    expect(await refused({ warehouse: 1, wid: 2 })).toEqual(['lines[0].wid'])
    expect((await world.get(woNo)).lines).toMatchObject([{ units: 1 }])
  })

  test('keeps notes with their author, oldest first', async () => {
    const { woNo } = await world.create([{ shortID: await world.newItem(), units: 1, warehouse: 1 }])
    const { call, clientId } = await world.system.createClient()
    await call(inventory.addWorkOrderNote, { woNo, note: 'First' })
    const { notes } = await call(inventory.addWorkOrderNote, { woNo, note: 'Second' })
    const ofClient = { author: clientId, noteDate: expect.any(String) }
    expect(notes).toEqual([
      { note: 'First', ...ofClient },
      { note: 'Second', ...ofClient },
    ])
    expect((await world.get(woNo)).notes).toEqual(notes)
  })

  test(`has at most ${MAX_LINES} lines and ${MAX_NOTES} notes, however they are added`, async () => {
    const line = { shortID: await world.newItem(), units: 1, warehouse: 1 }
    const { woNo } = await world.create(Array(MAX_LINES).fill(line))
    const refusal = { lines: [`The field lines must leave the order with at most ${MAX_LINES} lines.`] }
    const added = { ...line, lineNo: MAX_LINES + 1 }
    await expect(world.update(woNo, { lines: [added] })).rejects.toMatchObject({ details: refusal })
    const addNote = () => world.call(inventory.addWorkOrderNote, { woNo, note: 'Scratched' })
    const database = await mongoose.createConnection(serverUrl('MONGODB_URI')).asPromise()
    onTestFinished(() => database.close())
    const notes = Array(MAX_NOTES - 1).fill({ noteDate: new Date(), author: 'a client', note: 'Scratched' })
    await database
      .useDb(`${world.system.system}-inventory`)
      .collection<{ _id: string }>('workOrders')
      .updateOne({ _id: woNo }, { $set: { notes } })
    expect((await addNote()).notes).toHaveLength(MAX_NOTES)
    await expect(addNote()).rejects.toMatchObject(conflict(`Work order ${woNo} has ${MAX_NOTES} notes already.`))
  })

  test('that does not exist is 404', async () => {
    const refusal = { code: 'not_found', message: 'There is no work order NO-SUCH-ONE.' }
    for (const send of [world.get, world.start, world.close, (woNo: string) => world.update(woNo, {})])
      await expect(send('NO-SUCH-ONE')).rejects.toMatchObject(refusal)
  })
})
