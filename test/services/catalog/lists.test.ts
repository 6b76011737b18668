import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { catalog, Item } from '../../../shared/contract/catalog/catalog.ts'
import type { Call } from '../../../shared/messaging/rpc/call.ts'
import { anItem } from '../../support/records/factories.ts'
import { unchecked } from '../../support/system/api.ts'
import { startSystem, type TestSystem } from '../../support/system/system.ts'

let system: TestSystem
let call: Call
const stored: Item[] = []

/** Items that differ, and agree, in every field. */
const inputs = Array.from({ length: 12 }, (_, key) => ({
  shortID: `${'zbAaZB'[key % 6]}-${key}`,
  description: ['bolt', 'Nut', 'Äther', ''][key % 4] ?? '',
  category: key % 3,
  subCategory: key % 2,
  uOM: ['EA', 'KG'][key % 2] ?? '',
  putUp: ['Box', 'bag', ''][key % 3] ?? '',
  units: [0.5, 10, 2, 1e-6, 100.25][key % 5] ?? 0,
  dfltOwner: key % 4,
  discontinued: key % 5 === 4,
}))

beforeAll(async () => {
  system = await startSystem({ services: ['catalog'] })
  call = system.call
  for (const input of inputs) {
    const { status: _, ...item } = await call(catalog.createItem, input)
    stored.push(item)
  }
})
afterAll(() => system?.[Symbol.asyncDispose]())

const ids = (items: readonly Item[]) => items.map(({ shortID }) => shortID)
const byShortID = (one: Item, other: Item) => (one.shortID < other.shortID ? -1 : 1)
const active = () => stored.filter(({ discontinued }) => !discontinued).toSorted(byShortID)

describe('the lists of items', () => {
  it('are ordered by shortID in binary order, the active ones and all', async () => {
    expect((await call(catalog.listItems, {})).value).toEqual(active())
    expect((await call(catalog.listAllItems, {})).value).toEqual(stored.toSorted(byShortID))
  })

  it('answer the page envelope', async () => {
    const { length: totalCount } = active()
    const { value, ...envelope } = await call(catalog.listItems, { page: 2, pageSize: 4 })
    expect(envelope).toEqual({ totalCount, page: 2, pageSize: 4, pageCount: 3, hasMore: true })
    expect(value).toEqual(active().slice(4, 8))
  })

  it.each(Item.keyof().options)(
    'can be sorted by %s, in any case and either direction, ties by shortID',
    async (field) => {
      const compare = (one: Item, other: Item) => {
        const [a = false, b = false] = [one[field], other[field]]
        return a === b ? byShortID(one, other) : a < b ? -1 : 1
      }
      const up = await call(catalog.listAllItems, { sort: field.toUpperCase() })
      expect(ids(up.value)).toEqual(ids(stored.toSorted(compare)))
      const down = await call(catalog.listAllItems, { sort: field.toLowerCase(), direction: 'desc' })
      expect(ids(down.value)).toEqual(ids(stored.toSorted(compare).toReversed()))
    },
  )

  it('ignore an unknown sort field, and a direction without a valid one', async () => {
    for (const query of [{ sort: 'createdBy', direction: 'DESC' }, { direction: 'DESC' }, { sort: '' }]) {
      expect(ids((await call(catalog.listItems, query)).value)).toEqual(ids(active()))
    }
  })

  it.each([{ category: 1 }, { discontinued: true }, { discontinued: false }, { category: 2, discontinued: true }])(
    'of all items hold those with %j, and count them',
    async (filters) => {
      const expected = stored
        .filter((item) => Object.entries(filters).every(([name, value]) => item[name as keyof Item] === value))
        .toSorted(byShortID)
      for (const pageSize of [250, 2]) {
        const { value, totalCount } = await call(catalog.listAllItems, { ...filters, pageSize })
        expect(ids(value)).toEqual(ids(expected).slice(0, pageSize))
        expect(totalCount).toBe(expected.length)
      }
      const words = { ...filters, search: 'B' }
      expect((await call(catalog.listAllItems, words)).value).toEqual(
        expected.filter(({ shortID, description }) => /b/i.test(shortID + description)),
      )
    },
  )

  it('hold what was modified on or after a moment', async () => {
    const moment = stored[8]?.modified ?? ''
    const since = (await call(catalog.listAllItems, { modifiedSince: moment })).value
    expect(ids(since)).toEqual(ids(stored.filter(({ modified }) => modified >= moment).toSorted(byShortID)))
    expect((await call(catalog.listItems, { modifiedSince: '2999-01-01T00:00:00+02:00' })).totalCount).toBe(0)
  })

  it('are empty past the end, however far', async () => {
    for (const page of [4, 4_000, Number.MAX_SAFE_INTEGER]) {
      const { value, totalCount, hasMore } = await call(catalog.listAllItems, { page, pageSize: 250 })
      expect({ value, totalCount, hasMore }).toEqual({ value: [], totalCount: stored.length, hasMore: false })
    }
  })

  it('raise a page or pageSize below 1, cap one above 250, and refuse what is no integer', async () => {
    expect(await call(catalog.listItems, { page: 0, pageSize: -3 })).toMatchObject({ page: 1, pageSize: 1 })
    expect(await call(catalog.listItems, { pageSize: 251 })).toMatchObject({ pageSize: 250 })
    await expect(call(catalog.listItems, unchecked({ page: 'x', modifiedSince: 'y' }))).rejects.toMatchObject({
      details: {
        page: ['The field page must be an integer.'],
        modifiedSince: ['The field modifiedSince must be an ISO 8601 date or date-time.'],
      },
    })
  })

  it('skip and double no record while others are added and discontinued', async () => {
    const before = ids((await call(catalog.listAllItems, { pageSize: 250 })).value)
    const read: string[] = []
    for (let page = 1, hasMore = true; hasMore; page++) {
      const answer = await call(catalog.listAllItems, { page, pageSize: 2 })
      read.push(...ids(answer.value))
      hasMore = answer.hasMore
      const { shortID } = await call(catalog.createItem, anItem({ shortID: `~${String(page).padStart(3, '0')}` }))
      await call(catalog.discontinueItem, { shortID })
      if (page > 20) break
    }
    expect(new Set(read).size).toBe(read.length)
    expect(read.slice(0, before.length)).toEqual(before)
  })
})

describe('search', () => {
  beforeAll(async () => {
    const deps = {
      'SRCH-1': 'Screw M6 (A2) 100% .5*x [new] a|b $5 ^up \\back',
      'SRCH-2': 'screw m8 plain',
      'SRCH-3': 'Washer',
    }
    for (const [shortID, description] of Object.entries(deps)) await call(catalog.createItem, { shortID, description })
  })
  const search = async (words: string) => ids((await call(catalog.listItems, { search: words })).value)

  it('finds parts of shortID or description in any case', async () => {
    expect(await search('SCREW')).toEqual(['SRCH-1', 'SRCH-2'])
    expect(await search('rch-3')).toEqual(['SRCH-3'])
    expect(await search('äTHER')).toEqual(ids(active().filter(({ description }) => description === 'Äther')))
  })

  it('wants every word, in whatever order', async () => {
    expect(await search('m8  screw')).toEqual(['SRCH-2'])
    expect(await search('screw srch-1')).toEqual(['SRCH-1'])
    expect(await search('screw washer')).toEqual([])
  })

  it.each(['(A2)', '100%', '.5*x', '[new]', 'a|b', '$5', '^up', '\\back'])(
    'takes %s as it is written',
    async (words) => {
      expect(await search(words)).toEqual(['SRCH-1'])
    },
  )

  it.each(['S.*W', '(', '[', '\\', '.+', 'a{1,', '$', 'x-?', '(?i)'])('takes no pattern from %s', async (words) => {
    const hits = await search(words)
    expect(hits.every((shortID) => shortID === 'SRCH-1')).toBe(true)
  })

  it('of nothing finds everything', async () => {
    expect(await search('   ')).toEqual(await search(''))
  })
})

describe('listCategory', () => {
  it('answers the active items of the category by shortID, as a flat array', async () => {
    const expected = active().filter(({ category }) => category === 2)
    expect(await call(catalog.listCategory, { Category: 2 })).toEqual(expected)
    expect(await call(catalog.listCategory, { Category: 999 })).toEqual([])
  })
})
