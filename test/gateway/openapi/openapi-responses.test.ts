import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDemoClient, DEMO_CLIENT_ID } from '../../../local/demo/demo-client.ts'
import { createDemoData } from '../../../local/demo/demo-data.ts'
import { serviceNames } from '../../../local/services.ts'
import type { Operation } from '../../../shared/contract/core/operation.ts'
import { operations } from '../../../shared/contract/index.ts'
import { createResponseCheck, type HttpResponse, type OpenApiDocument } from '../../support/checks/response-check.ts'
import { type Api, createApi, toRequest } from '../../support/system/api.ts'
import { startSystem, type TestClient, type TestSystem } from '../../support/system/system.ts'
import { recordResponses } from './record-responses.ts'

/** What a new integrator does: reads the document, sends its examples, and compares. */
const routed = operations.filter(({ route, access }) => route !== undefined && access !== 'public')
const KEY = 'receipt-PO-1001-1'

let system: TestSystem
let api: Api
let check: ReturnType<typeof createResponseCheck>
let powerless: TestClient
let credentials: { client_id: string; client_secret: string }
const answers = new Map<string, HttpResponse>()

beforeAll(async () => {
  system = await startSystem({ services: serviceNames })
  await createDemoData(system.call, () => undefined)
  const client_secret = (await createDemoClient(system.call)) ?? ''
  credentials = { client_id: DEMO_CLIENT_ID, client_secret }
  const { body } = await createApi(system.url).raw('GET', '/openapi.json')
  // What it looks like is what this file tests.
  check = createResponseCheck(body as OpenApiDocument)
  const token = await createApi(system.url).auth.issueToken({ grant_type: 'client_credentials', ...credentials })
  powerless = await system.createClient({ permissions: [] })
  api = createApi(system.url, token.body.access_token)
})
afterAll(async () => {
  if (isRecording) recordResponses(answers)
  await system[Symbol.asyncDispose]()
})

const isRecording = process.env.UPDATE_README !== undefined
const pathOf = ({ route }: Operation) => (String(route).split(/[ ?]/)[1] ?? '').replaceAll(/:(\w+)/g, '{$1}')

async function send(operation: Operation, input: Record<string, unknown>, key?: string, as = api) {
  const { method, path, rest } = toRequest(operation, input)
  const request = as.raw(method, path)
  if (key) request.set('Idempotency-Key', key)
  const { status, headers, body } = await (method === 'POST' || method === 'PUT'
    ? request.send(rest)
    : request.query(rest))
  const answer: HttpResponse = { status, headers, body }
  expect(check.differences(method, pathOf(operation), answer)).toEqual([])
  return { method, ...answer }
}

/** The operation itself, or the write of which it is a dry run. */
const writeOf = ({ name }: Operation) => name.replace(/\.preview(.)/, (_, first: string) => `.${first.toLowerCase()}`)

/** Numbers that the running system gives out are those of what was received by its example. */
function fromResponses(operation: Operation): Record<string, unknown> {
  const { recNo, transactionNo } = Object(answers.get('inventory.receive')?.body)
  const name = writeOf(operation)
  if (name === 'inventory.hold' || name === 'inventory.release') return { recno: recNo, units: undefined }
  if (name === 'inventory.reverse') return { transactionNo }
  return {}
}

describe('An example', () => {
  /** What the examples before it have done, or a log without deliveries, refuses it. */
  const refused = new Map([
    ['inventory.reverse', 409],
    ['inventory.cancelTransit', 409],
    ['notifications.resendWebhookDelivery', 404],
    ['reporting.runReport', 403],
  ])
  const first = ['inventory.receive', 'inventory.hold', 'inventory.release', 'inventory.reverse']
  const order = [...first, 'all others', 'notifications.deleteWebhook']
  const placeOf = (one: Operation) => order.indexOf(order.includes(writeOf(one)) ? writeOf(one) : 'all others')
  const inOrder = routed.toSorted((one, other) => placeOf(one) - placeOf(other))
  test.each(inOrder.map((operation) => [operation.name, operation] as const))(
    'of %s does what the document says',
    async (name, operation) => {
      const isReceipt = name === 'inventory.receive'
      const answer = await send(
        operation,
        { ...operation.example, ...fromResponses(operation) },
        isReceipt ? KEY : undefined,
      )
      expect(answer.status, JSON.stringify(answer.body)).toBe(
        refused.get(writeOf(operation)) ?? operation.status ?? 200,
      )
      answers.set(name, answer)
    },
  )
})

test('what the examples before have done is done to records of its own', async () => {
  const named = (name: string) => routed.filter((operation) => operation.name === name)
  const doOnce = async (name: string, of: Record<string, unknown> = {}) => {
    const [operation] = named(name)
    if (!operation) throw new Error(`There is no operation ${name}`)
    const answer = await send(operation, { ...operation.example, ...of })
    expect(answer.status, JSON.stringify(answer.body)).toBe(operation.status ?? 200)
    answers.set(name, answer)
    return Object(answer.body)
  }
  const { transactionNo } = await doOnce('inventory.receive')
  for (const name of ['inventory.previewReverse', 'inventory.reverse']) await doOnce(name, { transactionNo })
  const { slip } = await doOnce('inventory.shipTransit', { transitSlip: undefined })
  for (const name of ['inventory.previewCancelTransit', 'inventory.cancelTransit']) await doOnce(name, { slip })

  const { rec } = await doOnce('notifications.createWebhook', { name: 'Once more', events: ['inventory.received'] })
  await doOnce('inventory.receive')
  const logged = async () =>
    (await api.notifications.listWebhookLog({ rec })).body.value.map(({ webhookId }) => webhookId)
  await expect.poll(logged).not.toEqual([])
  const [webhookId] = await logged()
  await doOnce('notifications.resendWebhookDelivery', { rec, webhookId })
})

test('every response of a success has an example in the document, as its schema says', () => {
  const names = new Set(routed.map(pathOf))
  expect(names.size).toBeGreaterThan(50)
  // A report that does not exist has no response.
  const answered = routed.filter(({ name }) => name !== 'reporting.runReport')
  const methodOf = ({ route }: Operation) => String(route).split(' ')[0] ?? ''
  const faults = answered.flatMap((operation) =>
    check.exampleFaults(methodOf(operation), pathOf(operation), operation.status ?? 200),
  )
  expect(isRecording ? [] : faults).toEqual([])
})

describe('An error', () => {
  const documented = (operation: Operation, { method, status }: { method: string; status: number }) =>
    check.errorBodies(method, pathOf(operation), status)

  test.each(routed.map((operation) => [operation.name, operation] as const))(
    'of %s is one that the document shows: no token, no permission, nothing sent',
    async (_name, operation) => {
      const nobody = await send(operation, operation.example ?? {}, undefined, createApi(system.url))
      expect(nobody.status).toBe(401)
      expect(documented(operation, nobody)).toContainEqual(nobody.body)

      if (typeof operation.access === 'number' || operation.report !== undefined) {
        const refused = await send(operation, operation.example ?? {}, undefined, powerless.api)
        expect(refused.status).toBe(403)
        expect(documented(operation, refused)).toContainEqual(refused.body)
      }
    },
  )

  const find = (name: string) => routed.filter((operation) => operation.name === name).map((operation) => operation)
  const provocations: readonly (readonly [string, Record<string, unknown>])[] = [
    ['catalog.getItem', { key: 'NO-SUCH-ITEM' }],
    ['catalog.getItem', { key: 'NO-SUCH-ALIAS', type: 'alias' }],
    ['catalog.getItemByShortID', { shortID: 'NO-SUCH-ITEM' }],
    ['catalog.createItem', { shortID: 'BOLT-M6-30' }],
    ['catalog.createItem', { units: 0 }],
    ['catalog.updateItem', { shortID: 'NO-SUCH-ITEM' }],
    ['catalog.discontinueItem', { shortID: 'NO-SUCH-ITEM' }],
    ['catalog.listAliases', { shortID: 'NO-SUCH-ITEM' }],
    ['catalog.putAlias', { shortID: 'NO-SUCH-ITEM', alias: 'X' }],
    ['catalog.putAlias', { shortID: 'BOLT-M6-30', alias: 'BOLT-M5-20' }],
    ['catalog.deleteAlias', { shortID: 'BOLT-M6-30', alias: 'NO-SUCH-ALIAS' }],
    ['catalog.deleteCategory', { category: 4711 }],
    ['catalog.deleteSubCategory', { category: 4711, subCategory: 4712 }],
    ['inventory.listWarehouseLots', { wid: 4711 }],
    ['inventory.listWarehouseStockLevels', { wid: 4711 }],
    ['inventory.receive', { units: 0 }],
    ['inventory.receive', { itemID: 'LED-3MM-GRN', units: 1, wid: 1, reasonCode: 10 }],
    ['inventory.previewReceive', { itemID: 'LED-3MM-GRN', units: 1, wid: 1, reasonCode: 10, dryRun: true }],
    ['inventory.move', { units: 0 }],
    ['inventory.issue', { units: 0 }],
    ['inventory.hold', { units: 0 }],
    ['inventory.getLot', { recno: 4711000 }],
    ['inventory.traceLot', { recno: 4711000 }],
    ['inventory.reverse', { transactionNo: 4711000 }],
    ['inventory.getOperation', { key: 'never-used' }],
    ['notifications.createWebhook', { url: undefined, name: undefined, events: undefined }],
    ['notifications.getWebhook', { rec: 4711000 }],
    ['notifications.updateWebhook', { rec: 4711000 }],
    ['notifications.rotateWebhookSecret', { rec: 4711000 }],
    ['notifications.testWebhook', { rec: 4711000 }],
    ['notifications.listWebhookLog', { rec: 4711000 }],
    ['notifications.deleteWebhook', { rec: 4711000 }],
    ['notifications.replayWebhook', { rec: 4711000, fromSequence: 1 }],
    ['notifications.getWebhookReplay', { rec: 4711000 }],
    ['notifications.stopWebhookReplay', { rec: 4711000 }],
  ]
  test.each(provocations)('of %s that %j provokes is word for word in the document', async (name, input) => {
    const [operation] = find(name)
    if (!operation) throw new Error(`There is no operation ${name}`)
    const answer = await send(operation, input)
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(documented(operation, answer)).toContainEqual(answer.body)
  })

  test.each([
    ['no body', (request: ReturnType<Api['raw']>) => request],
    ['no JSON', (request: ReturnType<Api['raw']>) => request.type('json').send('{')],
    ['a list', (request: ReturnType<Api['raw']>) => request.type('json').send('[]')],
    ['a form', (request: ReturnType<Api['raw']>) => request.type('form').send('units=1')],
    [
      'a bad key',
      (request: ReturnType<Api['raw']>) => request.set('Idempotency-Key', 'ä'.repeat(3)).send({ units: 1 }),
    ],
  ])('of a body that is %s is word for word in the document', async (_what, send) => {
    const { status, headers, body } = await send(api.raw('POST', '/Inventory/Receive'))
    expect(check.differences('POST', '/Inventory/Receive', { status, headers, body })).toEqual([])
    expect(check.errorBodies('POST', '/Inventory/Receive', status)).toContainEqual(body)
  })
})

describe('A token request', () => {
  const post = (form: Record<string, string>) => createApi(system.url).raw('POST', '/Token').type('form').send(form)
  test.each([
    ['a right secret', 200, () => ({ grant_type: 'client_credentials', ...credentials })],
    ['a wrong secret', 401, () => ({ grant_type: 'client_credentials', ...credentials, client_secret: 'x' })],
    ['another grant', 400, () => ({ grant_type: 'password', ...credentials })],
    ['nothing in it', 400, () => ({})],
  ])('with %s is answered as documented', async (_what, expected, form) => {
    const { status, headers, body } = await post(form())
    expect(status).toBe(expected)
    expect(check.differences('POST', '/Token', { status, headers, body })).toEqual([])
    if (status === 200) {
      expect(isRecording ? [] : check.exampleFaults('POST', '/Token', 200)).toEqual([])
      answers.set('auth.issueToken', { status, headers, body })
    } else expect(check.errorBodies('POST', '/Token', status)).toContainEqual(body)
  })
})

test('the document is open to everybody, counted for the address, and only to be read', async () => {
  const open = createApi(system.url)
  expect((await open.raw('GET', '/openapi.json')).headers).toMatchObject({
    'x-ratelimit-limit': '1000000',
    'x-request-id': expect.any(String),
  })
  const refused = await open.raw('POST', '/openapi.json')
  expect(refused.status).toBe(501)
  expect(refused.headers.allow).toBe('GET, HEAD')
  expect(refused.body).toMatchObject({ error: 'not_implemented' })
})
