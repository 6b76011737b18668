import { afterAll, beforeAll, expect, test } from 'vitest'
import { catalog } from '../../../shared/contract/catalog/catalog.ts'
import { anItem, unique } from '../../support/records/factories.ts'
import type { Api } from '../../support/system/api.ts'
import { startSystem, type TestSystem } from '../../support/system/system.ts'

let system: TestSystem
let api: Api
/** ShortIDs by the alias that the item has. */
const items: Record<string, string> = {}
const aliases = ['9506000134352', '036000291452', '96385074', '10614141000415', '00614141000418', '614141000418']
beforeAll(async () => {
  system = await startSystem({ services: ['catalog', 'gateway'] })
  api = (await system.createClient()).api
  for (const alias of aliases) {
    const { shortID } = await system.call(catalog.createItem, anItem())
    await system.call(catalog.putAlias, { shortID, alias })
    items[alias] = shortID
  }
})
afterAll(() => system?.[Symbol.asyncDispose]())

const find = (key: string) => api.catalog.getItem({ key, type: 'gs1' })

test.each([
  ['9506000134352', '9506000134352'],
  ['09506000134352', '9506000134352'],
  ['(01)09506000134352(10)L1', '9506000134352'],
  ['\u001d0109506000134352\u001d10L1\u001d21S1', '9506000134352'],
  ['https://id.gs1.org/01/09506000134352/10/L1?17=310131', '9506000134352'],
  ['00036000291452', '036000291452'],
  ['0036000291452', '036000291452'],
  ['(01)00000096385074', '96385074'],
  ['(02)10614141000415(37)12', '10614141000415'],
  ['614141000418', '614141000418'],
  ['(01)00614141000418', '00614141000418'],
  ['0614141000418', '00614141000418'],
])('the code %s is of the item with the alias %s', async (key, alias) => {
  expect(await find(key)).toMatchObject({ status: 200, body: { shortID: items[alias] } })
})

test('a code that is a name is that of its item', async () => {
  const { shortID } = await system.call(catalog.createItem, anItem())
  expect(await find(`]C0${shortID}`)).toMatchObject({ status: 200, body: { shortID } })
})

test('an unknown code is 404', async () => {
  expect(await find('(01)06291041500213')).toMatchObject({
    status: 404,
    body: { message: 'No item has the GTIN 06291041500213 as its ShortID or an alias.' },
  })
  const name = unique('NONE')
  expect(await find(name)).toMatchObject({
    status: 404,
    body: { message: `No item has the name ${name} as its ShortID or an alias.` },
  })
})

test.each([
  [
    '(01)09506000134353',
    'The field key must be a code that can be read: the check digit of (01)09506000134353 is wrong: it would be 2.',
  ],
  ['(00)376104250021234569', 'The field key must be the code of an item.'],
  ['', 'The key field is required.'],
])('the code “%s” is refused', async (key, message) => {
  expect(await find(key)).toMatchObject({ status: 400, body: { details: { key: [message] } } })
})

test.each(['id', 'alias', undefined] as const)('a key of the type %s is a name as ever', async (type) => {
  const refusalOf = (key: string) => api.catalog.getItem({ key, ...(type && { type }) })
  const refused = (...key: readonly string[]) => ({ status: 400, body: { details: { key } } })
  expect(await refusalOf('A'.repeat(65))).toMatchObject(refused('The field key must be at most 64 characters long.'))
  expect(await refusalOf('A\u001dB')).toMatchObject(refused('The field key must not contain control characters.'))
  expect(await refusalOf(' ')).toMatchObject(refused('The key field is required.'))
  expect(await refusalOf('09506000134352')).toMatchObject({ status: 404 })
})
