import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { catalog } from '../../../shared/contract/catalog/catalog.ts'
import { unique } from '../../support/records/factories.ts'
import { connectDatabase } from '../../support/servers/database.ts'
import { startSystem, type TestClient, type TestSystem } from '../../support/system/system.ts'

// A field that nothing but this declaration names.
vi.mock('../../../shared/names/item-fields.ts', async (readActual) => {
  const actual = await readActual<typeof import('../../../shared/names/item-fields.ts')>()
  const colour = { kind: 'text', default: 'plain', max: 8, about: 'What it looks like', label: 'Colour' }
  return { ...actual, itemFieldEntries: [...actual.itemFieldEntries, ['colour', colour]] }
})

let system: TestSystem
let client: TestClient
beforeAll(async () => {
  system = await startSystem({ services: ['catalog', 'gateway'] })
  client = await system.createClient()
})
afterAll(() => system?.[Symbol.asyncDispose]())

const getItem = async (shortID: string) => (await client.api.catalog.getItemByShortID({ shortID })).body
const send = (method: 'POST' | 'PUT', input: object) => client.api.raw(method, '/Item').send(input)

test('a field that is declared is stored, answered, changed, listed and validated', async () => {
  const shortID = unique('ITEM')
  expect((await send('POST', { shortID, colour: 'red' })).body).toMatchObject({ status: 'created', colour: 'red' })
  expect(await getItem(shortID)).toMatchObject({ shortID, colour: 'red', uOM: 'EA' })
  expect((await send('PUT', { shortID, colour: 'red' })).body).toMatchObject({ status: 'unchanged' })
  expect((await send('PUT', { shortID, colour: 'green' })).body).toMatchObject({ status: 'updated' })
  const { value } = (await client.api.catalog.listItems({ search: shortID })).body
  expect(value).toMatchObject([{ shortID, colour: 'green' }])
  const refused = await send('PUT', { shortID, colour: 'transparent' })
  expect(refused.body.details).toEqual({ colour: ['The field colour must be at most 8 characters long.'] })
})

test('a record that is older than a field has its default in every response, and is changed like others', async () => {
  const shortID = unique('ITEM')
  await send('POST', { shortID, colour: 'red' })
  const records = (await connectDatabase(`${system.system}-catalog`)).collection('items')
  await records.updateOne({ shortID }, { $unset: { colour: 1 } })
  expect(await getItem(shortID)).toMatchObject({ shortID, colour: 'plain' })
  expect(await system.call(catalog.getItem, { key: shortID })).toMatchObject({ shortID, colour: 'plain' })
  expect((await send('PUT', { shortID, colour: 'plain' })).body).toMatchObject({ status: 'unchanged' })
  expect((await send('PUT', { shortID, description: 'Old' })).body).toMatchObject({ status: 'updated' })
  expect(await getItem(shortID)).toMatchObject({ description: 'Old', colour: 'plain' })
})

test('the OpenAPI document says what it is, in requests and in responses', async () => {
  const { text } = await client.api.raw('GET', '/openapi.json')
  expect(text.split('"description":"What it looks like"').length - 1).toBeGreaterThanOrEqual(3)
})
