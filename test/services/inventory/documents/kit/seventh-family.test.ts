import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { nouns } from '../../../../../ctl/commands/nouns.ts'
import { serviceNames } from '../../../../../local/services.ts'
import type { DocumentDeps } from '../../../../../services/inventory/documents/kit/document-deps.ts'
import { catalog } from '../../../../../shared/contract/catalog/catalog.ts'
import { permissions } from '../../../../../shared/contract/core/access.ts'
import { inventory } from '../../../../../shared/contract/inventory/inventory.ts'
import { toNumber } from '../../../../../shared/quantity.ts'
import { anItem, aReceipt } from '../../../../support/records/factories.ts'
import { connectDatabase } from '../../../../support/servers/database.ts'
import { registerBasics } from '../../../../support/system/registries.ts'
import { startSystem, type TestClient, type TestSystem } from '../../../../support/system/system.ts'
import { reportedLoans } from './loan-names.ts'

// A family of a service is named by these three lists, and nowhere else outside its own files.
vi.mock('../../../../../shared/names/families.ts', async (readActual) =>
  (await import('./loan-names.ts')).addLoan(await readActual()),
)
vi.mock('../../../../../shared/contract/inventory/documents.ts', async (readActual) =>
  (await import('./loan-contract.ts')).addLoans(await readActual()),
)
vi.mock('../../../../../services/inventory/documents/families.ts', async (readActual) => {
  const actual = await readActual<typeof import('../../../../../services/inventory/documents/families.ts')>()
  const { createLoans, loanFamily } = await import('./loan.ts')
  const createDocuments = (deps: DocumentDeps) => ({ ...actual.createDocuments(deps), ...createLoans(deps) })
  return { families: [...actual.families, loanFamily], createDocuments }
})

let system: TestSystem
let client: TestClient
let shortID: string
let loanNo: string
/** A day within the days that available to promise looks ahead. */
const due = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10)

beforeAll(async () => {
  system = await startSystem({ services: serviceNames })
  client = await system.createClient({ reports: [1008] })
  await registerBasics(system.call)
  shortID = (await client.call(catalog.createItem, anItem())).shortID
  await client.call(inventory.receive, aReceipt({ itemID: shortID, units: 10 }))
  const lines = [{ shortID, units: 4, warehouse: 1 }]
  const made = await client.api.raw('POST', '/Loan').send({ borrower: 'Ada', due, lines })
  loanNo = made.body.loanNo
})
afterAll(() => system?.[Symbol.asyncDispose]())

/** A client that sees stock, and no loans. */
const aStranger = () => system.createClient({ permissions: [permissions.itemMasterList] })
const get = async (path: string, { api }: TestClient = client) => (await api.raw('GET', path)).body

test('its operations answer, each with a dry run, for those who may read and write', async () => {
  expect(loanNo).toMatch(/^LN-\d{4}-\d{6}$/)
  expect(await get(`/Loan/${loanNo}`)).toMatchObject({ borrower: 'Ada', status: 'Open', lines: [{ units: 4, out: 4 }] })
  expect(await get('/Loan?borrower=Ada')).toMatchObject({ totalCount: 1, value: [{ loanNo }] })
  const back = { lines: [{ lineNo: 1, units: 4 }] }
  const planned = await client.api.raw('POST', `/Loan/${loanNo}/Return?dryRun=true`).send(back)
  expect(planned.body).toMatchObject({ loanNo, status: 'Closed' })
  expect(await get(`/Loan/${loanNo}`)).toMatchObject({ status: 'Open' })
  expect(await get(`/Loan/${loanNo}`, await aStranger())).toMatchObject({ error: 'forbidden' })
})

test('a search finds it, and only for those who may read it', async () => {
  const hit = { kind: 'loan', key: loanNo, name: 'Ada', field: 'number', isExact: true, status: 'Open' }
  expect((await get(`/Search?text=${loanNo}`)).value).toMatchObject([hit])
  expect((await get(`/Search?text=${loanNo}`, await aStranger())).value).toEqual([])
})

test('what it brings counts in available to promise, and is named to those who may read it', async () => {
  const path = `/Inventory/ATP?itemID=${shortID}&wid=1`
  const rows = [{ supply: 0 }, { date: due, supply: 4, projected: 10 }]
  expect(await get(path)).toMatchObject({
    available: 6,
    sources: [{ kind: 'loan', reference: loanNo, line: 1, units: 4, date: due }],
    rows,
  })
  expect(await get(path, await aStranger())).toMatchObject({ sources: [], rows })
})

test('explain and reconcile know its figures, and the feed its changes', async () => {
  const explained = await get(`/Inventory/StockLevels/Explain?itemID=${shortID}&wid=1`)
  expect(explained.orders).toContainEqual({ kind: 'onOrder', reference: loanNo, line: 1, wid: 1, units: 4 })
  expect(await system.call(inventory.reconcile, {})).toMatchObject({ differences: [] })
  await expect
    .poll(async () => (await get('/Changes?types=loan.created')).value, { timeout: 20_000 })
    .toContainEqual(expect.objectContaining({ type: 'loan.created', data: expect.objectContaining({ loanNo }) }))
})

test('reports follow its lines and its entries', async () => {
  const { createHistory } = await import('../../../../../services/reporting/history-of.ts')
  const history = createHistory(await connectDatabase(`${system.system}-reporting`), 1)
  const now = { sequence: Number.MAX_SAFE_INTEGER, at: new Date() }
  const readOpen = async () => {
    const found = []
    for await (const line of history.orderLines(reportedLoans, now, { wids: 'all' }, 'open')) found.push(line)
    return found.map(({ open, ...line }) => ({ ...line, open: toNumber(open) }))
  }
  await expect
    .poll(readOpen, { timeout: 20_000 })
    .toMatchObject([{ number: loanNo, lineNo: 1, shortID, wid: 1, party: 'Ada', due: new Date(due), open: 4 }])
  await expect
    .poll(async () => (await get('/Report/1008')).value)
    .toContainEqual(expect.objectContaining({ type: 'issue', entries: 1, units: 4 }))
})

test('its number is taken for documents of every family, and its paths refuse no number of theirs', async () => {
  const lines = [{ shortID, units: 1, warehouse: 1 }]
  const taken = await client.api.raw('POST', '/WorkOrder').send({ woNo: loanNo, description: 'Cabinet', lines })
  expect(taken.body).toMatchObject({ error: 'conflict', message: `There is a loan ${loanNo} already.` })
})

test('the OpenAPI document and the operator’s help have it', async () => {
  const document = await get('/openapi.json')
  expect(Object.keys(document.paths)).toEqual(expect.arrayContaining(['/Loan', '/Loan/{loanNo}/Return']))
  expect(document.tags).toContainEqual({ name: 'Loan', description: 'Units that are lent, and come back or are lost' })
  expect(JSON.stringify(document)).toContain('LoanChange')
  expect(nouns).toMatchObject({ loan: 'Loans' })
})
