import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inventory } from '../../../../shared/contract/inventory/inventory.ts'
import { anItem, aReceipt, unique } from '../../../support/records/factories.ts'
import { registerBasics } from '../../../support/system/registries.ts'
import { startSystem, type TestClient, type TestSystem } from '../../../support/system/system.ts'
import { otherInputs } from './other-inputs.ts'
import { type Body, sendWrite, type Write } from './send-write.ts'

let system: TestSystem
let client: TestClient
let shortID: string
const played = new Set<string>()
const bound = new Set<string>()

beforeAll(async () => {
  system = await startSystem({ services: ['gateway', 'auth', 'catalog', 'inventory'] })
  await registerBasics(system.call)
  client = await system.createClient()
  shortID = (await client.api.catalog.createItem(anItem())).body.shortID
  await receive(40, 'A-1')
  await receive(30, 'A-2')
})
afterAll(() => system?.[Symbol.asyncDispose]())

const receive = (units: number, spot: string) =>
  client.api.inventory.receive(aReceipt({ itemID: shortID, units, spot, wid: 1 }))

const send = (name: Write, input: Body, headers?: Record<string, string>, query?: string) =>
  sendWrite({ url: system.url, token: client.token }, name, input, headers, query)
const dryRun = (name: Write, input: Body) => send(name, input, {}, '?dryRun=true')

/** Everything that requests could have changed. */
async function everything() {
  const lists = ['listTransactions', 'listReservations', 'listShippingOrders', 'listPurchaseOrders'] as const
  const more = ['listWorkOrders', 'listTransits', 'listCounts', 'listCustomers', 'listVendors'] as const
  const asked = [...lists, ...more].map((name) => send(name, {}))
  return Promise.all([...asked, send('listStockLevels', {}), send('listReorderPoints', {})])
}

/** A response without the numbers that records get, and without moments of the request. */
function withoutNumbers(answer: unknown): unknown {
  const numbers = /^(recNo|fromRecNo|transactionNo|reservationID|id|[a-z]+No|slip|transitSlip|reference|toSpot)$/
  const text = JSON.stringify(answer, (name, value: unknown) => {
    if (numbers.test(name) || (typeof value === 'string' && /^2\d{3}-\d\d-\d\dT/.test(value))) return 'left out'
    return value
  })
  return JSON.parse(text)
}

/** The plan of a world that is no more, as another effect has another digest. */
function outdated(plan: string): string {
  const [format, scope, request, effect = '', lots] = plan.split('.')
  return [format, scope, request, `${effect.startsWith('A') ? 'B' : 'A'}${effect.slice(1)}`, lots].join('.')
}

/** A plan that no longer holds is 409, as is one of an input that differs in any field; and so are their repeats. */
async function expectBound(name: Write, input: Body, plan: string): Promise<void> {
  const others = otherInputs(inventory[name], input)
  expect(others).not.toHaveLength(0)
  const refuse = async (field: string, sent: Body, of: string, message: string) => {
    const headers = { 'If-Plan-Match': of, 'Idempotency-Key': unique('key') }
    const refused = { status: 409, body: { message: expect.stringContaining(message) } }
    expect({ name, field, ...(await send(name, sent, headers)) }).toMatchObject(refused)
    expect({ name, field, ...(await send(name, sent, headers)) }).toMatchObject(refused)
  }
  await refuse('none', input, outdated(plan), 'The request would not do what was planned.')
  await Promise.all(
    others.map((other) => refuse(other.field, other.input, plan, 'The request is not the one that was planned.')),
  )
  bound.add(name)
}

/** Plays a write: its dry run changes nothing and answers as the write, which then is done as it was planned. */
async function expectAsPlanned(name: Write, input: Body): Promise<Body> {
  const before = await everything()
  const [shown, again] = [await dryRun(name, input), await dryRun(name, input)]
  expect(shown).toMatchObject({ status: 200 })
  expect(again.plan).toBe(shown.plan)
  expect(await everything()).toEqual(before)
  if (shown.plan !== null) await expectBound(name, input, shown.plan)
  const done = await send(name, input, shown.plan === null ? {} : { 'If-Plan-Match': shown.plan })
  const { status = 200, hasDryRun } = inventory[name] as { readonly status?: number; readonly hasDryRun?: boolean }
  expect([done.status, done.body.message]).toEqual([status, undefined])
  expect(shown.plan !== null).toBe(hasDryRun)
  expect(withoutNumbers(shown.body)).toEqual(withoutNumbers(done.body))
  played.add(name)
  return done.body
}

const line = (units: number, more: Body = {}) => ({ shortID, units, warehouse: 1, ...more })

describe('The dry run of each write of a document answers as the write, which does what was planned', () => {
  test('customers and vendors', async () => {
    for (const kind of ['Customer', 'Vendor'] as const) {
      const who = unique(kind)
      await expectAsPlanned(`create${kind}`, { shortID: who, name: `${kind} ${who}` })
      await expectAsPlanned(`update${kind}`, { shortID: who, city: 'Hamburg' })
      await expectAsPlanned(`discontinue${kind}`, { shortID: who })
    }
  })

  test('reservations', async () => {
    const { reservationID } = await expectAsPlanned('createReservation', {
      itemID: shortID,
      wid: 1,
      units: 5,
      reference: 'CART',
    })
    await expectAsPlanned('updateReservation', { reservationID, units: 7, priority: 2 })
    await expectAsPlanned('releaseReservation', { reservationID })
  })

  test('shipping orders', async () => {
    const customer = unique('CUSTOMER')
    await client.api.inventory.createCustomer({ shortID: customer, name: customer })
    const { soNo } = await expectAsPlanned('createShippingOrder', {
      customer,
      allocate: 'lots',
      lines: [line(45), line(20)],
    })
    await expectAsPlanned('updateShippingOrder', { soNo, priority: 3, lines: [{ lineNo: 2, units: 5 }] })
    await expectAsPlanned('allocateShippingOrder', { soNo })
    await expectAsPlanned('packShippingOrder', { soNo, lines: [{ lineNo: 1, units: 44 }] })
    await expectAsPlanned('unpackShippingOrder', { soNo, lines: [{ lineNo: 1, units: 2 }] })
    await expectAsPlanned('shipShippingOrder', { soNo, tracking: '1Z' })
    await expectAsPlanned('cancelShippingOrder', { soNo })
  })

  test('purchase orders', async () => {
    const vendor = unique('VENDOR')
    await client.api.inventory.createVendor({ shortID: vendor, name: vendor })
    const order = await expectAsPlanned('createPurchaseOrder', { vendor, lines: [line(10, { unitPrice: 2 }), line(4)] })
    const { poNo } = order
    await expectAsPlanned('updatePurchaseOrder', { poNo, lines: [{ lineNo: 1, units: 12 }, line(3, { lineNo: 7 })] })
    await client.api.inventory.receive(aReceipt({ itemID: shortID, units: 2, reference: String(poNo), line: 1 }))
    await expectAsPlanned('finalizePurchaseOrder', { poNo })
    const other = await expectAsPlanned('createPurchaseOrder', { vendor, poNo: unique('PO'), lines: [line(10)] })
    await expectAsPlanned('cancelPurchaseOrder', { poNo: other.poNo })
  })

  test('work orders', async () => {
    const { woNo } = await expectAsPlanned('createWorkOrder', { description: 'Table', lines: [line(2)] })
    await expectAsPlanned('updateWorkOrder', { woNo, assignee: 'Ada' })
    await expectAsPlanned('startWorkOrder', { woNo })
    await expectAsPlanned('addWorkOrderNote', { woNo, note: 'Waits for paint' })
    await expectAsPlanned('closeWorkOrder', { woNo })
  })

  test('transits, also of lots that are split', async () => {
    await receive(10, 'A-3')
    await receive(10, 'A-4')
    const ship = { wid: 1, shipToWid: 2, reference: 'T', lines: [{ itemID: shortID, units: 3 }] }
    const { slip } = await expectAsPlanned('shipTransit', { ...ship, lines: [{ itemID: shortID, units: 12 }] })
    await expectAsPlanned('receiveTransit', {
      slip,
      lines: [{ lineNo: 1, accepted: 4, rejected: 1, reasonCode: 20, spot: 'R' }],
    })
    await expectAsPlanned('returnTransit', { slip, lines: [{ lineNo: 1, units: 2, spot: 'A-9' }] })
    await expectAsPlanned('closeTransit', { slip, reasonCode: 20 })
    const other = await expectAsPlanned('shipTransit', ship)
    await expectAsPlanned('cancelTransit', { slip: other.slip, spot: 'A-8' })
  })

  test('a move into transit, whose dry run lists its lots', async () => {
    const move = { itemID: shortID, units: 2, wid: 1, shipToWid: 3, transit: true }
    const { plan } = await dryRun('move', move)
    const done = await send('move', move, { 'If-Plan-Match': plan ?? '' })
    expect(done).toMatchObject({ status: 200, body: { status: 'in transit', lots: [{ units: 2 }] } })
  })

  test('counts, but for their posting, which several transactions make', async () => {
    await receive(6, 'C-1')
    await receive(2, 'C-2')
    const { countNo } = await expectAsPlanned('createCount', { wid: 1, spots: ['C-1', 'C-2'] })
    await expectAsPlanned('countLine', { countNo, lineNo: 1, counted: 5 })
    await expectAsPlanned('countLine', { countNo, lineNo: 2, counted: 2 })
    await expectAsPlanned('submitCount', { countNo })
    await expectAsPlanned('recountCount', { countNo, lines: [1] })
    await client.api.inventory.countLine({ countNo: String(countNo), lineNo: 1, counted: 4 })
    await client.api.inventory.submitCount({ countNo: String(countNo) })
    const approver = await system.createClient()
    const by = client
    client = approver
    await expectAsPlanned('approveCount', { countNo })
    await expectAsPlanned('postCount', { countNo, reasonIn: 10, reasonOut: 20 })
    client = by
    const other = await expectAsPlanned('createCount', { wid: 1, spots: ['C-1'] })
    await expectAsPlanned('cancelCount', { countNo: other.countNo })
  })

  test('receipts, moves, adjustments and issues, whose dry runs answer a preview', async () => {
    const adjusted = { itemID: shortID, wid: 1, spot: 'P-9', expected: 0, counted: 3, reasonCode: 10 }
    for (const [name, input] of [
      ['receive', { itemID: shortID, units: 9, wid: 1, reasonCode: 10, spot: 'P-1', expires: '2030-01-31' }],
      ['move', { itemID: shortID, units: 3, wid: 1, fromSpot: 'P-1', toSpot: 'P-2' }],
      ['adjust', adjusted],
      ['issue', { itemID: shortID, units: 3, wid: 1, reasonCode: 20, spot: 'P-1' }],
    ] as const) {
      const { plan } = await dryRun(name, input)
      await expectBound(name, input, plan ?? '')
      expect(await send(name, input, { 'If-Plan-Match': plan ?? '' })).toMatchObject({ body: { shortID } })
    }
  })

  test('holds, amendments, reversals and reorder points', async () => {
    const { recNo, transactionNo } = (await receive(4, 'H-1')).body
    const { recNo: held } = await expectAsPlanned('hold', { recno: recNo, units: 1 })
    await expectAsPlanned('release', { recno: held })
    await expectAsPlanned('amend', { recno: recNo, remark: 'Amended' })
    const other = (await receive(4, 'H-2')).body
    await expectAsPlanned('reverse', { transactionNo: other.transactionNo })
    expect(transactionNo).toBeGreaterThan(0)
    await expectAsPlanned('putReorderPoint', { itemID: shortID, wid: 1, minimum: 1, reorderTo: 9 })
  })

  test('and no write that has a plan was left out: each is bound to it', () => {
    const hasDryRun = (name: string) => Object(inventory[name as Write]).hasDryRun === true
    const planned = Object.keys(inventory).filter((name) => hasDryRun(name) && !name.startsWith('preview'))
    expect([...bound].toSorted()).toEqual(planned.toSorted())
  })

  test('and no write with a dry run was left out', () => {
    const previews = Object.keys(inventory).filter((name) => name.startsWith('preview'))
    const elsewhere = ['previewReceive', 'previewMove', 'previewIssue', 'previewAdjust', 'previewBatch']
    const names = [...played].map((name) => `preview${name.charAt(0).toUpperCase()}${name.slice(1)}`)
    expect(previews.filter((name) => !elsewhere.includes(name)).toSorted()).toEqual(names.toSorted())
  })
})
