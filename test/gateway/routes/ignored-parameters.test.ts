import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anItem, unique } from '../../support/records/factories.ts'
import { startSystem, type TestClient, type TestSystem } from '../../support/system/system.ts'

let system: TestSystem
let client: TestClient
beforeAll(async () => {
  system = await startSystem({ services: ['catalog', 'gateway'] })
  client = await system.createClient()
})
afterAll(() => system[Symbol.asyncDispose]())

const get = (path: string) => client.api.raw('GET', path)
const ignored = async (path: string) => (await get(path)).headers['x-ignored-parameters']

describe('An unknown sort or direction', () => {
  const values = ['nothing', 'x'.repeat(65), '%00', '', '%20']
  const queries = (name: string) => [...values.map((value) => `${name}=${value}`), `${name}=a&${name}=b`]

  it('is ignored: the list comes in its own order', async () => {
    for (const description of ['one', 'two', 'three']) await client.api.catalog.createItem(anItem({ description }))
    const read = async (query: string) => (await get(`/Item?${query}`)).body
    const [byDefault, ascending] = [await read(''), await read('sort=description')]
    expect(byDefault.value.length).toBeGreaterThan(2)
    for (const query of queries('sort')) expect(await read(`${query}&direction=DESC`), query).toEqual(byDefault)
    for (const query of queries('direction')) expect(await read(`sort=description&${query}`), query).toEqual(ascending)
  })
})

describe('A query parameter that the path does not know', () => {
  it('is ignored, and named in the response and in the log line', async () => {
    const id = unique('request')
    const { status, headers, body } = await get('/Item?itemID=X&pageSize=1&Colour=red&Colour=blue').set(
      'x-request-id',
      id,
    )
    expect({ status, pageSize: body.pageSize }).toEqual({ status: 200, pageSize: 1 })
    expect(headers['x-ignored-parameters']).toBe('itemID, Colour')
    const line = system.logLines.find(({ requestId, msg }) => requestId === id && msg === 'Request')
    expect(line).toMatchObject({ ignored: 'itemID, Colour' })
  })

  it('is named in errors and 304 too', async () => {
    const bad = await get('/Item?page=x&colour=red')
    expect({ status: bad.status, named: bad.headers['x-ignored-parameters'] }).toEqual({ status: 400, named: 'colour' })
    const { headers } = await get('/Item?colour=red')
    const same = await get('/Item?colour=red').set('If-None-Match', headers.etag ?? '')
    expect({ status: same.status, named: same.headers['x-ignored-parameters'] }).toEqual({
      status: 304,
      named: 'colour',
    })
  })

  it('is named for writes, whose fields come in the body', async () => {
    const { shortID, ...rest } = anItem()
    const created = await client.api.raw('POST', `/Item?shortID=${shortID}&units=5`).send({ shortID, ...rest })
    expect(created.status).toBe(201)
    expect(created.headers['x-ignored-parameters']).toBe('shortID, units')
    expect(created.body.units).toBe(1)
  })

  it.each(['dryRun=true', 'dryrun=TRUE', 'dryRun='])(
    'is refused if it asks a write for a dry run that it has not: %s',
    async (query) => {
      const { shortID, ...rest } = anItem()
      const { status, body } = await client.api.raw('POST', `/Item?${query}`).send({ shortID, ...rest })
      const [name = ''] = query.split('=')
      expect([status, body.details]).toEqual([400, { [name]: [`The field ${name} must not be given here.`] }])
      expect((await get(`/Item?key=${shortID}`)).status).toBe(404)
    },
  )

  it('is named in visible ASCII, and the header stays short', async () => {
    expect(await ignored('/Item?caf%C3%A9%2C%0d%0aX-Evil%3A1=1&b=2')).toBe('caf%C3%A9%2C%0D%0AX-Evil%3A1, b')
    const many = Array.from({ length: 500 }, (_, number) => `parameter${number}=1`).join('&')
    const named = (await ignored(`/Item?${many}`)) ?? ''
    expect(named).toMatch(/^parameter0, parameter1, .*, \.\.\.$/)
    expect(named.length).toBeLessThanOrEqual(1_000)
    expect(await ignored(`/Item?${'x'.repeat(5_000)}=1`)).toBe('...')
  })
})

describe('The header is absent', () => {
  it.each([
    '/Item',
    '/Item?',
    '/Item?PAGE=1&pagesize=2&search=x',
    '/Item?category=1',
    // Parameters of other operations on the same path.
    '/Item?Category=1&page=1',
  ])('when every parameter is known, in any case: %s', async (path) => {
    const { status, headers } = await get(path)
    expect(status).toBe(200)
    expect(headers).not.toHaveProperty('x-ignored-parameters')
  })

  it('on an unknown path', async () => {
    expect(await ignored('/Nowhere?a=1')).toBeUndefined()
  })
})
