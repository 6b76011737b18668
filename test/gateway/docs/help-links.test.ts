import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ErrorCode, errorCatalogue } from '../../../shared/contract/core/errors.ts'
import { anItem } from '../../support/records/factories.ts'
import { startSystem, type TestClient, type TestSystem } from '../../support/system/system.ts'
import { head, openRawConnection } from '../http/raw-client.ts'

let system: TestSystem
let client: TestClient
let origin: string
beforeAll(async () => {
  system = await startSystem({ services: ['gateway', 'auth', 'catalog'], isSandbox: true })
  client = await system.createClient({ permissions: [11, 116] })
  origin = new URL(system.url).origin
  await client.api.catalog.createItem(anItem({ shortID: 'TWICE' }))
})
afterAll(() => system?.[Symbol.asyncDispose]())

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(system.url + path, { headers: { Authorization: `Bearer ${client.token}`, ...headers } })
const post = (path: string, body: string) =>
  fetch(system.url + path, {
    method: 'POST',
    headers: { Authorization: `Bearer ${client.token}`, 'Content-Type': 'application/json' },
    body,
  })

/** A request for each error that a client can cause; 500 is a bug. */
const requests: Readonly<Record<Exclude<ErrorCode, 'internal_error'>, () => Promise<Response>>> = {
  bad_request: () => post('/Item', '{'),
  validation_error: () => post('/Item', '{}'),
  unauthorized: () => fetch(`${system.url}/Item`),
  forbidden: () => get('/Customer/All'),
  not_found: () => get('/Item/NOTHING'),
  conflict: () => post('/Item', JSON.stringify(anItem({ shortID: 'TWICE' }))),
  rate_limited: () => get('/Item', { 'X-Sandbox-Fault': '429' }),
  not_implemented: () => post('/Item/All', ''),
  service_unavailable: () => get('/Warehouse'),
  outcome_unknown: () => get('/Item', { 'X-Sandbox-Fault': '504-lost' }),
}

const anchorOf = (link: string | null) => /^<\/docs\/interface#(error-[a-z-]+)>; rel="help"$/.exec(link ?? '')?.[1]

test.each(Object.entries(requests))('An answer with %s leads to the paragraph that explains it', async (code, send) => {
  const answer = await send()
  expect(answer.status).toBe(errorCatalogue[code as ErrorCode].status)
  const anchor = anchorOf(answer.headers.get('link'))
  expect(anchor).toBe(`error-${code.replaceAll('_', '-')}`)
  const page = await fetch(`${origin}/docs/interface`).then((found) => found.text())
  const [row = ''] = page.split('<tr>').filter((part) => part.includes(`id="${anchor}"`))
  expect(row).toContain(`<code>${code}</code>`)
  expect(row).toContain(errorCatalogue[code as ErrorCode].remedy)
})

test('So does the response to what is no HTTP', async () => {
  const connection = await openRawConnection(Number(new URL(system.url).port))
  await connection.send(head('NONSENSE'))
  await connection.closed
  expect(connection.received()).toMatch(/\r\nLink: <\/docs\/interface#error-bad-request>; rel="help"\r\n/)
})

test('A page of a list has links to pages only', async () => {
  expect((await get('/Item')).headers.get('link')).not.toContain('rel="help"')
})
