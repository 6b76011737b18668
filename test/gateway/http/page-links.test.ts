import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anItem } from '../../support/records/factories.ts'
import { startSystem, type TestClient, type TestSystem } from '../../support/system/system.ts'

let system: TestSystem
let client: TestClient
beforeAll(async () => {
  system = await startSystem({ services: ['catalog', 'gateway'] })
  client = await system.createClient()
  for (const number of [1, 2, 3, 4, 5]) await client.api.catalog.createItem(anItem({ description: `Part & ${number}` }))
})
afterAll(() => system[Symbol.asyncDispose]())

/** The addresses of a Link header by their relation. */
function linksOf(header: string | undefined): Record<string, string> {
  const links = [...(header ?? '').matchAll(/<([^>]*)>; rel="(\w+)"/g)]
  return Object.fromEntries(links.map(([, address = '', rel = '']) => [rel, address]))
}

const get = (path: string) => client.api.raw('GET', path)

describe('Link', () => {
  test('names the pages around the one in the middle, and keeps every other parameter', async () => {
    const { headers } = await get('/Item/All?pageSize=2&search=part%20%26&Page=2&direction=DESC&sort=shortID')
    const at = (page: number) =>
      `/api/v1/Item/All?pageSize=2&search=part%20%26&direction=DESC&sort=shortID&page=${page}`
    const next = expect.stringMatching(
      /^\/api\/v1\/Item\/All\?pageSize=2&search=part%20%26&direction=DESC&sort=shortID&after=[\w-]+$/,
    )
    const links = linksOf(headers.link)
    expect(links).toEqual({ first: at(1), prev: at(1), next, last: at(3) })
    const after = await get((links.next ?? '').replace('/api/v1', ''))
    expect(after.body).toMatchObject({ page: 3, pageSize: 2, pageCount: 3, totalCount: 5, hasMore: false })
    expect(linksOf(after.headers.link)).toEqual({ first: at(1), prev: at(2), last: at(3) })
  })

  test('has no previous page on the first, no next one on the last, and leads back from beyond the end', async () => {
    const relations = async (page: number) =>
      Object.keys(linksOf((await get(`/Item?pageSize=2&page=${page}`)).headers.link))
    expect(await relations(1)).toEqual(['first', 'next', 'last'])
    expect(await relations(3)).toEqual(['first', 'prev', 'last'])
    expect(linksOf((await get('/Item?pageSize=2&page=9')).headers.link)).toEqual({
      first: '/api/v1/Item?pageSize=2&page=1',
      prev: '/api/v1/Item?pageSize=2&page=3',
      last: '/api/v1/Item?pageSize=2&page=3',
    })
  })

  test('leads to one page when there is nothing', async () => {
    const { headers } = await get('/Item?search=nothing-of-the-kind')
    const only = '/api/v1/Item?search=nothing-of-the-kind&page=1'
    expect(linksOf(headers.link)).toEqual({ first: only, last: only })
  })

  test('followed from the first page to the last, shows every record once', async () => {
    const seen: string[] = []
    for (let path: string | undefined = '/Item?pageSize=2'; path; ) {
      const { body, headers } = await get(path)
      seen.push(...body.value.map(({ shortID }: { shortID: string }) => shortID))
      path = linksOf(headers.link).next?.replace('/api/v1', '')
    }
    expect(seen).toHaveLength(5)
    expect(new Set(seen).size).toBe(5)
  })

  test('keeps a question mark within a parameter, and what follows it', async () => {
    const { headers } = await get('/Item?search=Part?&pageSize=5')
    const only = '/api/v1/Item?search=Part?&pageSize=5&page=1'
    expect(linksOf(headers.link)).toEqual({ first: only, last: only })
  })

  test('is left out when the address is so long that clients would refuse the response for its headers', async () => {
    const { status, headers } = await get(`/Item?unknown=${'x'.repeat(12_000)}`)
    expect(status).toBe(200)
    expect(headers).not.toHaveProperty('link')
  })

  test('is not sent with what is no page', async () => {
    const { body } = await get('/Item')
    const one = await get(`/Item?key=${body.value[0].shortID}`)
    expect(one.status).toBe(200)
    expect(one.headers).not.toHaveProperty('link')
  })
})

describe('A read that is repeated', () => {
  test('with the ETag of the response is answered 304 without a body, until the record changes', async () => {
    const { shortID } = (await client.api.catalog.createItem(anItem())).body
    const path = `/Item?key=${shortID}`
    const first = await get(path)
    expect(first.headers).toMatchObject({
      etag: expect.stringMatching(/^"[\w-]{27}"$/),
      'cache-control': 'private, no-cache',
    })
    const tag = first.headers.etag ?? ''

    for (const known of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
      const again = await get(path).set('If-None-Match', known)
      expect(again.status, known).toBe(304)
      expect(again.text, known).toBe('')
      expect(again.headers).toMatchObject({
        etag: tag,
        'x-request-id': expect.any(String),
        ratelimit: expect.any(String),
      })
      expect(again.headers).not.toHaveProperty('content-type')
    }
    expect((await get(path).set('If-None-Match', '"other"')).status).toBe(200)

    await client.api.catalog.updateItem({ shortID, description: 'Changed' })
    const changed = await get(path).set('If-None-Match', tag)
    expect(changed.status).toBe(200)
    expect(changed.headers.etag).not.toBe(tag)
  })

  test('gets the same tag for the same page, another one for another page, and none for an error', async () => {
    const tagOf = async (path: string) => (await get(path)).headers.etag
    expect(await tagOf('/Item/All?pageSize=2')).toBe(await tagOf('/Item/All?pageSize=2'))
    expect(await tagOf('/Item/All?pageSize=2')).not.toBe(await tagOf('/Item/All?pageSize=2&page=2'))
    expect(await tagOf('/Item?key=NO-SUCH-ITEM')).toBeUndefined()
    expect((await get('/Item?key=NO-SUCH-ITEM').set('If-None-Match', '*')).status).toBe(404)
  })

  test('by HEAD has the tag of GET', async () => {
    const tagOf = async (method: 'GET' | 'HEAD') =>
      (await client.api.raw(method, '/Item/All').set('Accept-Encoding', 'gzip')).headers.etag
    expect(await tagOf('HEAD')).toBe(await tagOf('GET'))
  })

  test('is about reads: a write ignores If-None-Match', async () => {
    const { shortID } = (await client.api.catalog.createItem(anItem())).body
    const answer = await client.api.raw('PUT', '/Item').set('If-None-Match', '*').send({ shortID, putUp: 'Box' })
    expect(answer).toMatchObject({ status: 200, body: { status: 'updated' } })
    expect(answer.headers).not.toHaveProperty('etag')
  })
})
