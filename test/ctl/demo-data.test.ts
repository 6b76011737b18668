import { afterAll, beforeAll, expect, it } from 'vitest'
import { warehouses } from '../../local/demo/data/registries.ts'
import { createDayOf, type DayOf } from '../../local/demo/data/repetition.ts'
import { createDemoClient, createDemoWebhook, DEMO_CLIENT_ID, replaceDemoSecret } from '../../local/demo/demo-client.ts'
import { createDemoData } from '../../local/demo/demo-data.ts'
import { valuation } from '../../services/reporting/reports/valuation.ts'
import { auth } from '../../shared/contract/auth.ts'
import { catalog } from '../../shared/contract/catalog/catalog.ts'
import { AppError } from '../../shared/contract/core/errors.ts'
import { inventory } from '../../shared/contract/inventory/inventory.ts'
import { notifications } from '../../shared/contract/notifications/notifications.ts'
import type { Call } from '../../shared/messaging/rpc/call.ts'
import { groupBy } from '../../shared/process/group-by.ts'
import { sum } from '../../shared/quantity.ts'
import { toNaiveEntries } from '../services/reporting/conserved/naive-entries.ts'
import { createNaiveValues, stockOf } from '../services/reporting/conserved/naive-values.ts'
import { deriveHistory, readEntries } from '../services/reporting/report-world.ts'
import { startSystem, type TestSystem } from '../support/system/system.ts'
import { handValues } from './demo-values.ts'

let system: TestSystem
let call: Call
let dayOf: DayOf
const report = () => undefined

beforeAll(async () => {
  system = await startSystem({ services: ['auth', 'catalog', 'inventory', 'notifications'] })
  call = system.call
})
afterAll(() => system?.[Symbol.asyncDispose]())

/** A way in that ends after so many writes, as a process that is killed does. */
function cutOff(after: number): Call {
  let calls = 0
  return (operation, input, context) => {
    if (++calls > after) throw new AppError('internal_error', 'cut off')
    return call(operation, input, context)
  }
}

it('the demo is completed after interruptions at any point, and nothing is made twice', async () => {
  for (const after of [30, 110, 250]) {
    await expect(createDemoData(cutOff(after), report)).rejects.toThrow('cut off')
  }
  await createDemoData(call, report)
  dayOf = createDayOf(new Date((await call(inventory.getVendor, { shortID: 'NORDFAST' })).created))
  const { totalCount } = await call(inventory.listTransactions, {})
  await createDemoData(call, report)
  expect((await call(inventory.listTransactions, {})).totalCount).toBe(totalCount)
})

it('the demo client gets a token by its secret, and further runs keep the secret until it is replaced', async () => {
  const grant = (secret = '') => ({
    grant_type: 'client_credentials',
    client_id: DEMO_CLIENT_ID,
    client_secret: secret,
  })
  const secret = await createDemoClient(call)
  expect(await createDemoClient(call)).toBeUndefined()
  expect(await call(auth.issueToken, grant(secret))).toMatchObject({ token_type: 'bearer' })

  const replaced = await replaceDemoSecret(call)
  await expect(call(auth.issueToken, grant(secret))).rejects.toMatchObject({ code: 'unauthorized' })
  expect(await call(auth.issueToken, grant(replaced))).toMatchObject({ token_type: 'bearer' })
})

it('has items of every category, aliases, discontinued ones, and lots of every kind in three warehouses', async () => {
  const items = await call(catalog.listAllItems, { pageSize: 250 })
  expect(items.totalCount).toBeGreaterThanOrEqual(60)
  expect(items.value.some(({ discontinued }) => discontinued)).toBe(true)
  expect(new Set(items.value.map(({ category }) => category))).toEqual(new Set([1, 2, 3, 4]))
  expect(await call(catalog.getItem, { key: 'ISO4017-M6X30', type: 'alias' })).toMatchObject({ shortID: 'BOLT-M6-30' })

  const received = await call(inventory.listTransactions, { type: 'receive' })
  expect(received.totalCount).toBeGreaterThan(300)
  const lots = [1, 2].map((page) => call(inventory.listLots, { page, pageSize: 250 }))
  const all = (await Promise.all(lots)).flatMap(({ value }) => value)
  expect(new Set(all.map(({ wID }) => wID))).toEqual(new Set([1, 2, 3]))
  for (const has of ['serial', 'rFIDTag', 'jobName', 'associate', 'shipped', 'hold'] as const) {
    expect(all.filter((lot) => lot[has]).length, has).toBeGreaterThan(2)
  }
})

it('has work orders that are open, in progress with issued components, and closed with their product', async () => {
  const { value } = await call(inventory.listWorkOrders, { sort: 'woNo' })
  expect(value.map(({ status }) => status)).toEqual(['In Progress', 'Open', 'In Progress', 'Closed'])
  const completed = async (woNo = '') =>
    (await call(inventory.getWorkOrder, { woNo })).lines.map(({ unitsCompleted }) => unitsCompleted)
  expect(await completed(value[0]?.woNo)).toEqual([8, 16, 0])
  expect(await completed(value[3]?.woNo)).toEqual([9, 8])
  expect(await call(inventory.getWorkOrder, { woNo: value[0]?.woNo ?? '' })).toMatchObject({
    startDate: dayOf(-8),
    dueDate: dayOf(2),
    assignee: 'Line 1',
    notes: [{ note: 'Terminals come with the next delivery' }],
  })
  const made = await call(inventory.listTransactions, { type: 'receive', reference: value[3]?.woNo })
  expect(made.value).toMatchObject([{ itemID: 'CABINET-400', units: 2, prodID: 'CAB-400' }])
})

it('has purchase orders that are late, due on the day of the first start, and due later, some of them partly received', async () => {
  const { value } = await call(inventory.listOpenPurchaseOrders, {
    pageSize: 50,
    sort: 'expectedDate',
    direction: 'ASC',
  })
  const of = (wanted: 'Open' | 'Partial') =>
    value.flatMap(({ status, expectedDate }) => (status === wanted ? [expectedDate] : []))
  expect(of('Partial')).toEqual([-6, -4, -3, -1, 0, 0].map(dayOf))
  expect(of('Open')).toEqual([-2, 0, 4, 9, 12, 18].map(dayOf))
})

it('has shipping orders that are late, due on that day, and waiting for stock', async () => {
  const query = { pageSize: 50, sort: 'shipDate', direction: 'ASC' } as const
  const { value } = await call(inventory.listShippingOrders, query)
  const of = (wanted: string) => value.flatMap(({ status, shipDate }) => (status === wanted ? [shipDate] : []))
  expect(of('Open')).toEqual([-3, -1, 0, 0, 1, 2, 7].map(dayOf))
  expect(of('Partial')).toEqual([-2, 0, 0, 0, 0, 1].map(dayOf))
  const { value: points } = await call(inventory.listReorderPoints, { itemID: 'PALLET-EUR' })
  const { value: levels } = await call(inventory.listStockLevels, { itemID: 'PALLET-EUR', wid: 1 })
  expect(levels[0]?.available).toBeLessThan(points[0]?.minimum ?? 0)
})

it('has a webhook whose receiver cannot be reached', async () => {
  const clientSecret = await replaceDemoSecret(call)
  await createDemoWebhook(call, { clientId: DEMO_CLIENT_ID, clientSecret })
  await expect
    .poll(async () => (await call(notifications.listClientWebhooks, {})).value, { timeout: 20_000 })
    .toMatchObject([{ clientId: DEMO_CLIENT_ID, active: true, failingSince: expect.any(String) }])
})

it('leaves no differences for reconcile to find', async () => {
  expect(await call(inventory.reconcile, {})).toMatchObject({ differences: [] })
})

/** Its value, by reports that are derived from its entries. */
async function derive() {
  const entries = await readEntries(system.system)
  const { ask } = await deriveHistory(entries)
  return { entries, valueBy: (method: 'average' | 'fifo' | 'lot') => ask(valuation, { method }) }
}

it('has by every method the value that a person calculates by hand from purchases, moves and issues (R18)', async () => {
  const { valueBy } = await derive()
  for (const [index, method] of (['average', 'fifo', 'lot'] as const).entries()) {
    const rows = await valueBy(method)
    const found = handValues.map(([item, wid]) => rows.find((row) => row.shortID === item && row.wid === wid))
    expect(found.map((row) => [row?.shortID, row?.wid, row?.units, Number(row?.totalValue.toFixed(6))])).toEqual(
      handValues.map(([item, wid, units, ...values]) => [item, wid, units, values[index]]),
    )
  }
})

it('has in stock and in transit the value of all purchases less that of all issues (R18)', async () => {
  const { entries, valueBy } = await derive()
  const items = [...groupBy(entries, ({ data }) => data.partNo)].map(([partNo, ofItem]) => {
    const naive = createNaiveValues()
    for (const entry of toNaiveEntries(ofItem.map(({ data }) => data))) naive.fold(entry)
    return { partNo, naive }
  })
  for (const method of ['average', 'fifo'] as const) {
    const rows = await valueBy(method)
    let [bought, used, inTransit] = [sum([]), sum([]), sum([])]
    for (const { partNo, naive } of items) {
      const sums = naive.sums()
      bought = bought.plus(sums.bought)
      used = used.plus(method === 'average' ? sums.usedByAverage : sums.usedByFifo)
      const carried = naive.places().filter((place) => !warehouses.some(({ wid }) => place === stockOf(wid)))
      inTransit = inTransit.plus(sum(carried.map((place) => naive.in(place)[method])))
      for (const { wid, shortID, totalValue } of rows.filter((row) => row.partNo === partNo))
        expect(totalValue, `${shortID} in ${wid} by ${method}`).toBeCloseTo(Number(naive.in(stockOf(wid))[method]), 6)
    }
    const inStock = rows.reduce((total, { totalValue }) => total.plus(totalValue), sum([]))
    expect(bought.gt(10_000) && used.gt(10_000) && inTransit.gt(1)).toBe(true)
    expect(inStock.plus(inTransit).minus(bought.minus(used)).round(6).toFixed()).toBe('0')
  }
})

it("lets the contract's examples be tried", async () => {
  const { example: alias } = catalog.putAlias
  expect(await call(catalog.createItem, catalog.createItem.example)).toMatchObject({ status: 'created' })
  expect(await call(catalog.updateItem, catalog.updateItem.example)).toMatchObject({ status: 'updated' })
  expect(await call(catalog.deleteAlias, catalog.deleteAlias.example)).toMatchObject({ status: 'deleted' })
  expect(await call(catalog.putAlias, alias)).toEqual(alias)
  expect(await call(inventory.receive, inventory.receive.example)).toMatchObject({ status: 'received' })
  expect(await call(inventory.move, inventory.move.example)).toMatchObject({ status: 'moved' })
  expect(await call(inventory.issue, inventory.issue.example)).toMatchObject({ status: 'issued' })
})
