import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { catalog } from '../../../../../shared/contract/catalog/catalog.ts'
import { inventory } from '../../../../../shared/contract/inventory/inventory.ts'
import { unique } from '../../../../support/records/factories.ts'
import { startWorkWorld, type WorkWorld } from './work-world.ts'

let world: WorkWorld
beforeAll(async () => {
  world = await startWorkWorld()
})
afterAll(() => world[Symbol.asyncDispose]())

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
    const started = await world.start(woNo)
    expect(started).toMatchObject({ status: 'In Progress', startDate: expect.any(String) })
    expect(await world.start(woNo)).toEqual(started)
    const closed = await world.close(woNo)
    expect(closed).toMatchObject({ status: 'Closed' })
    expect(await world.close(woNo)).toEqual(closed)
    const refusal = conflict(`Work order ${woNo} is closed.`)
    await expect(world.start(woNo)).rejects.toMatchObject(refusal)
    await expect(world.update(woNo, { assignee: 'Line 2' })).rejects.toMatchObject(refusal)
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

  test('that does not exist is 404', async () => {
    const refusal = { code: 'not_found', message: 'There is no work order NO-SUCH-ONE.' }
    for (const send of [world.get, world.start, world.close, (woNo: string) => world.update(woNo, {})])
      await expect(send('NO-SUCH-ONE')).rejects.toMatchObject(refusal)
  })
})

describe('The list of work orders', () => {
  /** Two orders of one assignee: the older one needs bolts in warehouse 1, the other nuts in warehouse 2. */
  async function twoOrders() {
    const [bolt, nut] = [await world.newItem(), await world.newItem()]
    const assignee = unique('TEAM')
    const create = async (shortID: string, warehouse: number, startDate: string, dueDate: string) =>
      (await world.create([{ shortID, units: 1, warehouse }], { assignee, startDate, dueDate })).woNo
    const older = await create(bolt, 1, '2026-01-01', '2026-02-01')
    const newer = await create(nut, 2, '2026-03-01', '2026-04-01')
    const list = async (query: object = {}, call = world.call) =>
      (await call(inventory.listWorkOrders, { assignee, ...query })).value.map(({ woNo }) => woNo)
    return { bolt, older, newer, list }
  }

  test('is sorted, and filtered by start and due date, status, item and warehouse', async () => {
    const { bolt, older, newer, list } = await twoOrders()
    await world.start(newer)
    expect(await list()).toEqual([newer, older])
    expect(await list({ sort: 'woNo' })).toEqual([older, newer].toSorted())
    expect(await list({ startDate: '2026-02-01' })).toEqual([newer])
    expect(await list({ endDate: '2026-02-01' })).toEqual([older])
    expect(await list({ status: 'In Progress' })).toEqual([newer])
    expect(await list({ shortID: bolt })).toEqual([older])
    expect(await list({ warehouse: 2 })).toEqual([newer])
    expect(await list({ modifiedSince: '2099-01-01' })).toEqual([])
  })

  test('shows a client the orders whose every line lies in its warehouses, and it changes no others', async () => {
    const { bolt, older, newer, list } = await twoOrders()
    const { call } = await world.system.createClient({ warehouses: [1] })
    const refusal = { code: 'forbidden', message: "Warehouse is outside the client's authorized scope." }
    expect(await list({}, call)).toEqual([older])
    await expect(call(inventory.getWorkOrder, { woNo: newer })).rejects.toMatchObject(refusal)
    await expect(call(inventory.closeWorkOrder, { woNo: newer })).rejects.toMatchObject(refusal)
    for (const place of [{ warehouse: 2 }, { wid: 2 }]) {
      const lines = [{ lineNo: 2, shortID: bolt, units: 1, ...place }]
      await expect(call(inventory.updateWorkOrder, { woNo: older, lines })).rejects.toMatchObject(refusal)
    }
  })
})
