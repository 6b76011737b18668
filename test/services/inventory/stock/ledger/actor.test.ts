import { afterAll, beforeAll, expect, it } from 'vitest'
import { notifications } from '../../../../../shared/contract/notifications/notifications.ts'
import { unique } from '../../../../support/records/factories.ts'
import { FROM_CONSOLE, originOf, signIn } from '../../../../support/system/console.ts'
import { registerBasics } from '../../../../support/system/registries.ts'
import { startSystem, type TestClient, type TestSystem } from '../../../../support/system/system.ts'

let system: TestSystem
let client: TestClient
let shortID: string
beforeAll(async () => {
  system = await startSystem({ consoleFolder: '/nowhere' })
  await registerBasics(system.call)
  client = await system.createClient()
  shortID = unique('ITEM')
  await client.api.catalog.createItem({ shortID, description: 'Hex bolt' })
})
afterAll(() => system[Symbol.asyncDispose]())

const receipt = () => ({ itemID: shortID, wid: 1, units: 5, reasonCode: 10 })
const receive = async (headers: Readonly<Record<string, string>>) =>
  (await client.api.inventory.receive(receipt(), { headers })).body
const entryOf = async (transactionNo: number) => {
  const { value } = (await client.api.inventory.listTransactions({ shortID })).body
  return value.find((entry) => entry.transactionNo === transactionNo)
}

it('The ledger names the client and the person in X-Actor, and no person without the header', async () => {
  const named = await receive({ 'x-actor': 'Ada%20Byron%20%C5%81%F0%9F%90%9D' })
  expect(await entryOf(named.transactionNo)).toMatchObject({ clientId: client.clientId, actor: 'Ada Byron Ł🐝' })
  const plain = await receive({})
  expect(await entryOf(plain.transactionNo)).not.toHaveProperty('actor')
})

it('Moves, issues, reversals, trace and the feed name the person too', async () => {
  const { recNo } = await receive({ 'x-actor': 'Ada' })
  const headers = { 'x-actor': 'Grace' }
  const moved = await client.api.inventory.move(
    { itemID: shortID, wid: 1, units: 5, recno: recNo, toSpot: 'B' },
    { headers },
  )
  const issue = { itemID: shortID, wid: 1, units: 2, recno: recNo, reasonCode: 20 }
  const issued = await client.api.inventory.issue(issue, { headers })
  const { transactionNo } = issued.body
  const reversed = await client.api.inventory.reverse({ transactionNo }, { headers: { 'x-actor': 'Mary' } })
  for (const [answer, actor] of [
    [moved, 'Grace'],
    [issued, 'Grace'],
    [reversed, 'Mary'],
  ] as const)
    expect(await entryOf(answer.body.transactionNo), JSON.stringify(answer.body)).toMatchObject({ actor })
  const trace = await client.api.inventory.traceLot({ recno: recNo })
  expect(trace.body.issues).toMatchObject([
    { transactionNo, clientId: client.clientId, actor: 'Grace', reversed: true },
  ])
  const inFeed = async () => {
    const { value } = await client.call(notifications.listChanges, { since: 0, limit: 1_000 })
    return value.map(({ data }) => data).find((data) => 'transactionNo' in data && data.transactionNo === transactionNo)
  }
  await expect.poll(inFeed, { timeout: 20_000 }).toMatchObject({ clientId: client.clientId, actor: 'Grace' })
})

it('A request that is repeated by another person is the same request', async () => {
  const key = { 'idempotency-key': unique('key') }
  const first = await client.api.inventory.receive(receipt(), { headers: { ...key, 'x-actor': 'Ada' } })
  const second = await client.api.inventory.receive(receipt(), { headers: { ...key, 'x-actor': 'Grace' } })
  expect([second.status, second.body, second.headers['idempotent-replayed']]).toEqual([201, first.body, 'true'])
  expect(await entryOf(first.body.transactionNo)).toMatchObject({ actor: 'Ada' })
})

it.each(['', '%20', '%', '%ff', 'Zo\u00eb', '%0a', '%E2%80%AEevil', 'x'.repeat(65), '%C5%81'.repeat(65)])(
  'An X-Actor of %j is 400, and has no effect',
  async (actor) => {
    const before = (await client.api.inventory.listTransactions({ shortID })).body.totalCount
    const { status, body } = await client.api.inventory.receive(receipt(), { headers: { 'x-actor': actor } })
    expect([status, body.error, body.message]).toEqual([
      400,
      'bad_request',
      'The X-Actor must be 1 to 64 printable characters, percent-encoded beyond ASCII.',
    ])
    expect((await client.api.inventory.listTransactions({ shortID })).body.totalCount).toBe(before)
  },
)

it('The console names the person of the session, whatever the request names', async () => {
  const user = await signIn(originOf(system), client, 'Łukasz Żak')
  const sent = await user
    .send('POST', '/api/Inventory/Receive', { ...FROM_CONSOLE, 'x-actor': 'Somebody' })
    .send(receipt())
  expect(sent.status).toBe(201)
  expect(await entryOf(sent.body.transactionNo)).toMatchObject({ clientId: client.clientId, actor: 'Łukasz Żak' })
})

it('The ledger can be restricted to a person and to times, and an entry names the reversal that took it back', async () => {
  const headers = { 'x-actor': unique('Person') }
  const { transactionNo } = await receive(headers)
  const { transactionNo: kept } = await receive(headers)
  const { body } = await client.api.inventory.reverse({ transactionNo }, { headers })
  const list = async (filters: object) => (await client.api.inventory.listTransactions(filters)).body.value
  const ofPerson = await list({ actor: headers['x-actor'] })
  expect(ofPerson.map((entry) => [entry.transactionNo, entry.reverses, entry.reversedBy])).toEqual([
    [body.transactionNo, transactionNo, undefined],
    [kept, null, undefined],
    [transactionNo, null, body.transactionNo],
  ])
  const day = new Date().toISOString().slice(0, 10)
  expect(await list({ actor: headers['x-actor'], from: day })).toHaveLength(3)
  expect(await list({ actor: headers['x-actor'], to: day })).toHaveLength(3)
  expect(await list({ actor: headers['x-actor'], to: `${day}T00:00:00Z` })).toEqual([])
  expect(await list({ transactionNo })).toEqual([ofPerson[2]])
  const [changed] = ofPerson[2]?.lots ?? []
  const { transactions } = (await client.api.inventory.traceLot({ recno: changed?.recNo ?? 0 })).body
  expect(transactions.map(({ reversedBy }) => reversedBy)).toEqual([body.transactionNo, undefined])
})
