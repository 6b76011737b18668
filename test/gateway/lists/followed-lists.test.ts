import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { serviceNames } from '../../../local/services.ts'
import type { Operation } from '../../../shared/contract/core/operation.ts'
import { contract } from '../../../shared/contract/index.ts'
import { startReceiver } from '../../support/receiver.ts'
import { toRequest } from '../../support/system/api.ts'
import { registerBasics } from '../../support/system/registries.ts'
import { startSystem, type TestClient, type TestSystem } from '../../support/system/system.ts'
import { createListWrites, type ListWrites, type Row } from './list-writes.ts'

const lists = Object.values(contract)
  .flatMap((operations): Operation[] => Object.values(operations))
  .filter(({ paged }) => paged)
const named = lists.map((operation) => [operation.name, operation] as const)
const isReport = ({ service }: Operation) => service === 'reporting'
const PAGE_SIZE = 2
const RECORDS = 5

let system: TestSystem
let client: TestClient
let receiver: Awaited<ReturnType<typeof startReceiver>>
let writes: Readonly<Record<string, ListWrites>>
beforeAll(async () => {
  system = await startSystem({ services: serviceNames })
  await registerBasics(system.call)
  client = await system.createClient({ reports: [...new Set(lists.flatMap(({ report }) => report ?? []))] })
  receiver = await startReceiver((_, response) => response.writeHead(204).end())
  writes = await createListWrites(system, client, receiver.url)
}, 240_000)
afterAll(async () => {
  await receiver?.[Symbol.asyncDispose]()
  await system?.[Symbol.asyncDispose]()
})

interface Read {
  readonly status: number
  readonly value: readonly Row[]
  readonly body: object
  /** Where the next page is, if there is one. */
  readonly next: string | undefined
}

/** A page over HTTP; of a list without a route, by a call as the operator's. `where` is what a page before named as next. */
async function readPage(operation: Operation, input: object, where?: string): Promise<Read> {
  if (operation.route === undefined) {
    const asked = { ...input, ...(where !== undefined && { after: where }) }
    const { output, next } = await system.callPage(operation, asked)
    const body = output as { readonly value: Row[] }
    return { status: 200, value: body.value, body, next }
  }
  const { path, rest } = toRequest(operation, { ...input })
  const { status, body, headers } = where
    ? await client.api.raw('GET', where)
    : await client.api.raw('GET', path).query(rest)
  const [, next] = /<[^>]*\/api\/v1([^>]*)>; rel="next"/.exec(headers.link ?? '') ?? []
  return { status, value: body.value, body, next }
}

async function readAll(operation: Operation, input: object, betweenPages: (page: readonly Row[]) => Promise<unknown>) {
  const seen: Row[] = []
  for (
    let where: string | undefined, page = await readPage(operation, input);
    ;
    page = await readPage(operation, input, where)
  ) {
    expect(page.status, JSON.stringify(page.body)).toBe(200)
    expect(page.body).toMatchObject({ hasMore: page.next !== undefined })
    seen.push(...page.value)
    where = page.next
    if (where === undefined) return seen
    await betweenPages(page.value)
  }
}

const whole = async (operation: Operation, input: object) =>
  (await readPage(operation, { ...input, pageSize: 250 })).value

test('there are writes for each list, so that none is left out', () => {
  expect(Object.keys(writes).toSorted()).toEqual(
    lists
      .filter((operation) => !isReport(operation))
      .map(({ name }) => name)
      .toSorted(),
  )
})

describe('A client that follows the links of a list', () => {
  test.each(named.filter(([, operation]) => !isReport(operation)))(
    '%s sees every record once that is in it from beginning to end, whatever comes and goes (R19)',
    async (name, operation) => {
      const { input = {}, make, leave, id } = writes[name] as ListWrites
      // What other tests of this file need stays.
      const needed = new Set((await whole(operation, input)).map(id))
      for (let count = 0; count < RECORDS; count++) await make()
      const before = (await whole(operation, input)).map(id)
      expect(before.length).toBeGreaterThanOrEqual(RECORDS)
      let changes = 0
      const seen = await readAll(operation, { ...input, pageSize: PAGE_SIZE }, async (page) => {
        if (changes++ >= RECORDS) return
        await make()
        for (const row of page) if (!needed.has(id(row))) await leave?.(row)
      })
      const after = new Set((await whole(operation, input)).map(id))
      const stayed = before.filter((one) => after.has(one))
      if (leave) expect(stayed.length).toBeLessThan(before.length)
      const times = (one: string | number) => seen.filter((row) => id(row) === one).length
      expect(stayed.map(times)).toEqual(stayed.map(() => 1))
    },
    120_000,
  )

  test.each(named.filter(([, operation]) => isReport(operation)))(
    '%s sees the rows of one run',
    async (_, operation) => {
      const all = await whole(operation, {})
      const seen = await readAll(operation, { pageSize: 3 }, () => Promise.resolve())
      expect(seen).toEqual(all)
    },
    120_000,
  )
})

describe('The after of a page', () => {
  const refused = {
    status: 400,
    body: { error: 'validation_error', details: { after: [expect.stringContaining('Link')] } },
  }
  const routed = named.filter(([, { route }]) => route !== undefined)

  test.each(routed)('of %s is refused if it is forged, or of another list, sort or filter', async (name, operation) => {
    const { input = {} } = writes[name] ?? {}
    const { path, rest } = toRequest(operation, { ...input })
    const get = (query: object) => client.api.raw('GET', path).query({ ...rest, ...query })
    const other = operation.name === 'catalog.listAllItems' ? '/Item' : '/Item/All'
    const foreign = /after=([^>&]*)/.exec((await client.api.raw('GET', `${other}?pageSize=1`)).headers.link ?? '')?.[1]
    expect(foreign).toBeDefined()
    for (const after of [foreign, '', 'x', Buffer.from('{"read":1}').toString('base64url'), 'A'.repeat(60)])
      expect(await get({ after }), String(after)).toMatchObject(refused)
    const first = await get({ pageSize: 1 })
    const own = /after=([^>&]*)/.exec(first.headers.link ?? '')?.[1]
    if (own === undefined) return
    expect((await get({ pageSize: 1, after: own })).status).toBe(200)
    expect(await get({ after: own, sort: 'other' })).toMatchObject(refused)
    expect(await get({ after: `${own.slice(0, -2)}${own.endsWith('AA') ? 'BB' : 'AA'}` })).toMatchObject(refused)
  })
})
