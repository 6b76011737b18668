import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { anItem, aReceipt, unique } from '../../support/records/factories.ts'
import { registerBasics } from '../../support/system/registries.ts'
import { startSystem, type TestClient, type TestSystem } from '../../support/system/system.ts'

let system: TestSystem
let client: TestClient
let shortID: string
beforeAll(async () => {
  system = await startSystem({ services: ['gateway', 'auth', 'catalog', 'inventory'] })
  await registerBasics(system.call)
  client = await system.createClient()
})
beforeEach(async () => {
  shortID = (await client.api.catalog.createItem(anItem())).body.shortID
})
afterAll(() => system?.[Symbol.asyncDispose]())

type Body = Readonly<Record<string, unknown>>

async function post(path: string, body: Body, headers: Record<string, string> = {}, { token } = client) {
  const answer = await fetch(system.url + path, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  return { status: answer.status, plan: answer.headers.get('x-plan'), body: (await answer.json()) as Body }
}

/** The X-Plan of a request. */
async function planOf(path: string, body: Body, who = client): Promise<string> {
  const { status, plan } = await post(`${path}?dryRun=true`, body, {}, who)
  expect(status).toBe(200)
  expect(plan).toMatch(/^p2\./)
  return plan ?? ''
}
const bound = (path: string, body: Body, plan: string, who = client) => post(path, body, { 'If-Plan-Match': plan }, who)

async function receive(units: number, more: Body = {}) {
  return (await client.api.inventory.receive(aReceipt({ itemID: shortID, units, ...more }))).body.recNo
}
const inStock = async () =>
  ((await client.api.inventory.listStockLevels({ itemID: shortID })).body.value as { inStock: number }[]).map(
    (level) => level.inStock,
  )
const anIssue = (units: number) => ({ itemID: shortID, units, wid: 1, reasonCode: 20 })

describe('A write that names its plan is done if it does what the dry run showed', () => {
  test.each([
    ['a receipt', '/Inventory/Receive', () => ({ itemID: shortID, units: 5, wid: 1, reasonCode: 10, spot: 'A-1' })],
    ['an issue of two lots', '/Inventory/Issue', () => anIssue(8)],
    ['a move of a part', '/Inventory/Move', () => ({ itemID: shortID, units: 2, wid: 1, toSpot: 'B-1' })],
    [
      'a move of a lot and a part of another',
      '/Inventory/Move',
      () => ({ itemID: shortID, units: 8, wid: 1, toSpot: 'B' }),
    ],
    ['an adjustment down', '/Inventory/Adjust', () => anAdjustment(3)],
    ['an adjustment up', '/Inventory/Adjust', () => anAdjustment(9)],
  ])('%s', async (_what, path, bodyOf) => {
    await receive(6, { spot: 'A-1' })
    await receive(4, { spot: 'A-2' })
    const body = bodyOf()
    const plan = await planOf(path, body)
    expect(await planOf(path, body)).toBe(plan)
    const done = await bound(path, body, plan)
    expect([done.status, done.body.message]).toEqual([path.endsWith('Receive') ? 201 : 200, undefined])
  })

  test('also if the stock has changed in a way that does not matter to it', async () => {
    await receive(10)
    const plan = await planOf('/Inventory/Issue', anIssue(2))
    await client.api.inventory.issue(anIssue(1))
    await receive(3)
    expect((await bound('/Inventory/Issue', anIssue(2), plan)).status).toBe(200)
    expect(await inStock()).toEqual([10])
  })

  test('of an item with a reservation, which it consumes, and with one that has lapsed', async () => {
    await receive(10)
    const { reservationID } = (
      await client.api.inventory.createReservation({ itemID: shortID, wid: 1, units: 4, reference: unique('cart') })
    ).body
    const body = { ...anIssue(3), reservationID }
    expect((await bound('/Inventory/Issue', body, await planOf('/Inventory/Issue', body))).status).toBe(200)
  })

  test('against a line of a purchase order, in two parts', async () => {
    const [poNo, vendor] = [unique('PO'), unique('VENDOR')]
    await client.api.inventory.createVendor({ shortID: vendor, name: 'Nordic Fasteners' })
    const lines = [{ shortID, warehouse: 1, units: 40, unitPrice: 1 }]
    await client.api.inventory.createPurchaseOrder({ poNo, vendor, lines })
    for (const units of [15, 25]) {
      const body = { itemID: shortID, units, wid: 1, reasonCode: 10, reference: poNo, line: 1 }
      const done = await bound('/Inventory/Receive', body, await planOf('/Inventory/Receive', body))
      expect([done.status, done.body.message]).toEqual([201, undefined])
    }
  })

  test('of many lots, to a bin with a name of many bytes', async () => {
    for (let lot = 1; lot <= 20; lot++) await receive(1)
    const body = { itemID: shortID, units: 20, wid: 1, toSpot: '仓'.repeat(64) }
    const plan = await planOf('/Inventory/Move', body)
    const done = await bound('/Inventory/Move', body, plan)
    expect([done.status, done.body.message]).toEqual([200, undefined])
  })

  test('and a repeat gets its response, whatever has become of the stock', async () => {
    await receive(5)
    const plan = await planOf('/Inventory/Issue', anIssue(5))
    const headers = { 'If-Plan-Match': plan, 'Idempotency-Key': unique('key') }
    const first = await post('/Inventory/Issue', anIssue(5), headers)
    expect(first.status).toBe(200)
    expect(await post('/Inventory/Issue', anIssue(5), headers)).toEqual(first)
  })
})

const anAdjustment = (counted: number) => ({
  ...{ itemID: shortID, wid: 1, spot: 'A-1', expected: 6, counted },
  reasonCode: counted > 6 ? 10 : 20,
})

describe('It is 409, and nothing is done, if it would do something else', () => {
  test('with the lots and units that differ', async () => {
    const first = await receive(5)
    const second = await receive(5)
    const plan = await planOf('/Inventory/Issue', anIssue(5))
    await client.api.inventory.issue(anIssue(2))
    const refused = await bound('/Inventory/Issue', anIssue(5), plan)
    expect([refused.status, refused.body.message]).toEqual([
      409,
      `The request would not do what was planned. Planned: lot ${first}: -5. Now: lot ${first}: -3; lot ${second}: -2.`,
    ])
    expect(await inStock()).toEqual([8])
  })

  test('if another amount is asked for than was planned', async () => {
    await receive(5)
    const plan = await planOf('/Inventory/Issue', anIssue(1))
    const refused = await bound('/Inventory/Issue', anIssue(2), plan)
    expect(refused.body.message).toBe('The request is not the one that was planned.')
    expect(await inStock()).toEqual([5])
  })

  test('of 64 clients that plan and commit against the last units, those succeed whose plan still holds', async () => {
    const first = await receive(5)
    await receive(5)
    const clients = await Promise.all(Array.from({ length: 8 }, () => system.createClient()))
    const writers = Array.from({ length: 64 }, (_, index) => clients[index % clients.length] ?? client)
    const plans = await Promise.all(writers.map((who) => planOf('/Inventory/Issue', anIssue(1), who)))
    const answers = await Promise.all(
      writers.map((who, index) => bound('/Inventory/Issue', anIssue(1), plans[index] ?? '', who)),
    )
    const done = answers.filter(({ status }) => status === 200)
    expect(done.map(({ body }) => body.recNo)).toEqual(Array.from({ length: 5 }, () => first))
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(59)
    expect(await inStock()).toEqual([5])
  })
})

async function otherPlan(): Promise<string> {
  return planOf('/Inventory/Issue', anIssue(1), await system.createClient())
}
async function movePlan(): Promise<string> {
  return planOf('/Inventory/Move', { itemID: shortID, units: 1, wid: 1, toSpot: 'B' })
}
async function spoilt(): Promise<string> {
  return `${(await planOf('/Inventory/Issue', anIssue(1))).replace(/\.[\w-]*$/, '')}.e30x`
}

/** What it is, the request, where the plan is from, and what it is answered. */
type Case = readonly [string, string, () => Body, () => Promise<string>, string]

describe('A plan that cannot be kept is refused', () => {
  const ofOther = 'The If-Plan-Match is of another operation or of another client.'
  const ofNone = 'The If-Plan-Match is no X-Plan of this version: ask for the plan again.'
  const hasNone = 'This request has no plan that If-Plan-Match could name.'

  const refused: readonly Case[] = [
    ['of another client', '/Inventory/Issue', () => anIssue(1), otherPlan, ofOther],
    ['of another operation', '/Inventory/Issue', () => anIssue(1), movePlan, ofOther],
    ['of an older format', '/Inventory/Issue', () => anIssue(1), async () => 'p0.abc', ofNone],
    ['that was changed', '/Inventory/Issue', () => anIssue(1), spoilt, ofNone],
    ['of a request without a dry run', '/Item', () => ({ shortID }), async () => 'p1', hasNone],
    ['of a dry run', '/Inventory/Issue?dryRun=true', () => anIssue(1), async () => 'p1', hasNone],
  ]

  test.each(refused)('one %s', async (_what, path, bodyOf, makePlan, message) => {
    await receive(5)
    const answer = await bound(path, bodyOf(), await makePlan())
    expect([answer.status, answer.body]).toMatchObject([400, { error: 'bad_request', message }])
    expect(await inStock()).toEqual([5])
  })
})

describe('Lines of a batch', () => {
  const line = (units: number, more: Body = {}) => ({ action: 'issue', ...anIssue(units), ...more })
  const plansOf = async (lines: readonly Body[], mode = 'perLine') => {
    const { body } = await post('/Inventory/Batch?dryRun=true', { mode, lines })
    return (body.results as { readonly body: { readonly plan: string } }[]).map((result) => result.body.plan)
  }

  test('are done if they do what was shown, each for itself', async () => {
    await receive(5)
    await receive(5)
    const lines = [line(2), line(3), line(4)]
    const plans = await plansOf(lines)
    await client.api.inventory.issue(anIssue(1))
    const { body } = await post('/Inventory/Batch', {
      mode: 'perLine',
      lines: lines.map((one, index) => ({ ...one, ifPlanMatch: plans[index] })),
    })
    // The first 2 are still of the first lot; of the 3 after them one is not.
    expect((body.results as { readonly status: number }[]).map(({ status }) => status)).toEqual([200, 409, 409])
    expect(await inStock()).toEqual([7])
  })

  test.each([false, true])('of an atomic batch all or none (stock changed meanwhile: %s)', async (isChanged) => {
    await receive(5)
    await receive(5)
    const lines = [line(2), line(3)]
    const plans = await plansOf(lines, 'atomic')
    if (isChanged) await client.api.inventory.issue(anIssue(1))
    const lineWithPlan = lines.map((one, index) => ({ ...one, ifPlanMatch: plans[index] }))
    const { status, body } = await post('/Inventory/Batch', { mode: 'atomic', lines: lineWithPlan })
    expect(status).toBe(isChanged ? 409 : 200)
    if (isChanged) expect(body.message).toMatch(/^lines\[1\]: The request would not do what was planned\. Planned: lot/)
    expect(await inStock()).toEqual([isChanged ? 9 : 5])
  })
})
