import { afterAll, beforeAll, expect, test } from 'vitest'
import { auth } from '../../../shared/contract/auth.ts'
import { permissions } from '../../../shared/contract/core/access.ts'
import { type ReportSystem, startReportSystem } from './frame-world.ts'

let world: ReportSystem
beforeAll(async () => {
  world = await startReportSystem()
})
afterAll(() => world[Symbol.asyncDispose]())

const denied = { statusCode: 403, error: 'forbidden', message: 'Report access denied.' }

test('a client lists and runs the reports of its group, and gets the same refusal for others and for those that do not exist', async () => {
  const reader = await world.createReader([1001, 4711])
  const { body } = await reader.api.reporting.listReports({})
  expect(body).toMatchObject({ totalCount: 1, value: [{ reportID: 1001, reportType: 'stock' }] })
  expect(body.value[0]?.parameters).toContainEqual({ name: 'wid', kind: 'number', description: 'Only this warehouse' })
  expect((await world.run('1001', reader)).status).toBe(200)
  for (const refused of ['15', '15?page=x', '15?asOf=tomorrow', '4711', '4711?page=x', '4712'])
    expect((await world.run(refused, reader)).body, refused).toEqual(denied)
  expect((await world.run('all', reader)).status).toBe(404)
})

test('a listed report says of each parameter and column what it holds', async () => {
  const { body } = await world.client.api.reporting.listReports({})
  const kindsIn = (reportID: number, fields: 'parameters' | 'columns') =>
    Object.fromEntries(
      body.value.find((report) => report.reportID === reportID)?.[fields].map(({ name, kind }) => [name, kind]) ?? [],
    )
  expect(kindsIn(1001, 'parameters')).toEqual({
    asOf: 'moment',
    wid: 'number',
    itemID: 'text',
    category: 'number',
    by: 'choice',
  })
  expect(kindsIn(22, 'parameters')).toMatchObject({ from: 'day', to: 'day' })
  const [valuation] = body.value
  expect(valuation?.parameters).toContainEqual(
    expect.objectContaining({ name: 'method', choices: ['lot', 'average', 'fifo'] }),
  )
  expect(kindsIn(15, 'columns')).toEqual({
    partNo: 'number',
    shortID: 'text',
    wid: 'number',
    units: 'quantity',
    unitCost: 'money',
    totalValue: 'money',
    unpricedUnits: 'quantity',
  })
  expect(kindsIn(1001, 'columns')).toMatchObject({ recNo: 'number', spot: 'text', available: 'quantity' })
  expect(kindsIn(1008, 'columns')).toMatchObject({ day: 'day', type: 'text', entries: 'number' })
})

test('a client that may run the valuation reads the value of each day in its warehouses', async () => {
  const itemID = await world.newItem()
  const receive = (wid: number, price: number) =>
    world.api.inventory.receive({ itemID, units: 10, wid, price, reasonCode: 10 })
  await receive(1, 2)
  await receive(2, 3)
  await world.knows(itemID, 20)
  const days = `15/Days?itemID=${itemID}`
  const { status, body, headers } = await world.run(`${days}&pageSize=50`)
  expect(status).toBe(200)
  // The ledger began today: there is no row of a day before.
  expect(body.totalCount).toBe(1)
  expect(headers['x-snapshot']).toMatch(/^\d+$/)
  const valueIn = (answer: { readonly body: { readonly value: readonly object[] } }) =>
    answer.body.value.map((row) => Object(row).totalValue)
  expect(valueIn({ body })).toEqual([50])
  const reader = await world.createReader([15], [2])
  expect(valueIn(await world.run(`${days}&from=1001-01-01`, reader))).toEqual([30])
  expect((await world.run(days, await world.createReader([1001]))).body).toEqual(denied)
})

test('the permission for all reports runs every report, and none that does not exist', async () => {
  const all = await world.system.createClient({ permissions: [permissions.allReports] })
  const { body } = await all.api.reporting.listReports({})
  expect(body.value.map(({ reportID }) => reportID)).toEqual(expect.arrayContaining([15, 22, 1001]))
  expect((await world.run('15', all)).status).toBe(200)
  expect((await world.run('4711', all)).body).toEqual(denied)
})

test('a change of the reports of a group takes effect on live tokens', async () => {
  const reader = await world.createReader([])
  expect((await world.run('1001', reader)).body).toEqual(denied)
  await world.system.call(auth.updateGroup, { name: reader.clientId, reports: [1001] })
  await expect.poll(async () => (await world.run('1001', reader)).status).toBe(200)
  await world.system.call(auth.updateGroup, { name: reader.clientId, reports: [] })
  await expect.poll(async () => (await world.run('1001', reader)).body).toEqual(denied)
})

test('rows are of the warehouses of the client, and another one is refused however it is asked for', async () => {
  const itemID = await world.newItem()
  await world.receive(itemID, 3, 1)
  await world.receive(itemID, 4, 2)
  await world.knows(itemID, 7)
  const reader = await world.createReader([1001], [2])
  const answer = await world.run(`1001?itemID=${itemID}`, reader)
  expect(world.stockIn(answer)).toEqual({ [`${itemID}/2`]: 4 })
  expect(answer.body.totalCount).toBe(1)
  const outside = { status: 403, body: { message: "Warehouse is outside the client's authorized scope." } }
  expect(await world.run('1001?wid=1', reader)).toMatchObject(outside)
  expect(await world.run('1001?flags=wid=1', reader)).toMatchObject(outside)
  expect((await world.run('1001?flags=wid=2', reader)).status).toBe(200)
})
