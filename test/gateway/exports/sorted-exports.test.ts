import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import mongoose from 'mongoose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { catalog } from '../../../shared/contract/catalog/catalog.ts'
import { exportFormats } from '../../../shared/contract/core/export-formats.ts'
import { MAX_SORTED_EXPORT } from '../../../shared/contract/core/paging.ts'
import { fromCell } from '../../../shared/sheets/rows.ts'
import { anItem } from '../../support/records/factories.ts'
import { serverUrl, startSystem, type TestClient, type TestSystem } from '../../support/system/system.ts'

let system: TestSystem
let client: TestClient
beforeAll(async () => {
  system = await startSystem({ services: ['catalog', 'gateway'] })
  client = await system.createClient()
  for (const description of ["'tis", '=1+1', 'bolt', "'=1"])
    await client.call(catalog.createItem, anItem({ description }))
})
afterAll(() => system[Symbol.asyncDispose]())

async function exported(query: string) {
  const headers = { accept: 'text/csv', authorization: `Bearer ${client.token}` }
  const answer = await fetch(`${system.url}/Item?${query}`, { headers })
  const [names = [], ...rows] = parse(await answer.text(), { relax_column_count: true })
  const at = names.indexOf('description')
  const cells = rows.slice(0, -1).map((row) => row[at] ?? '')
  return { ignored: answer.headers.get('x-ignored-parameters'), cells, end: rows.at(-1)?.[0] }
}

test('an export comes in the sort of its list, and names what it does not use', async () => {
  const sorted = { ignored: null, cells: ["''=1", "''tis", "'=1+1", 'bolt'], end: '#end' }
  expect(await exported('sort=description')).toEqual(sorted)
  const falling = await exported('sort=description&direction=desc&page=2&colour=red')
  expect(falling).toEqual({ ...sorted, ignored: 'colour, page', cells: sorted.cells.toReversed() })
  expect((await exported('')).cells).toEqual(["''tis", "'=1+1", 'bolt', "''=1"])
})

test('an export that is too long to be sorted comes by ids, and says that it ignores the sort', async () => {
  const dbName = `${system.system}-catalog`
  const database = await mongoose.createConnection(serverUrl('MONGODB_URI'), { dbName }).asPromise()
  const items = database.collection<{ _id: number }>('items')
  const item = await items.findOne()
  const copies = Array.from({ length: MAX_SORTED_EXPORT }, (_, index) => ({
    ...item,
    _id: 10_000 + index,
    shortID: `COPY-${index}`,
    description: `copy ${index}`,
  }))
  await items.insertMany(copies)
  await database.close()
  const { ignored, cells, end } = await exported('sort=description&direction=desc')
  expect([ignored, end]).toEqual(['sort, direction', '#end'])
  expect(cells).toEqual(["''tis", "'=1+1", 'bolt', "''=1", ...copies.map(({ description }) => description)])
})

test('every text can be read back from its cell, and no cell begins a formula', () => {
  const format = exportFormats['text/csv']
  const text = fc.oneof(
    fc.string(),
    fc.string().map((rest) => `'${rest}`),
    fc.string().map((rest) => `=${rest}`),
  )
  fc.assert(
    fc.property(text, (reference) => {
      const row = format.record({ description: reference }, catalog.listItems)
      const [cells = []] = parse(row.replace(/\r\n$/, ''), { relax_column_count: true })
      const cell = cells[2] ?? ''
      expect(fromCell(cell)).toBe(reference)
      expect(cell).not.toMatch(/^[=+\-@\t\r]/)
    }),
  )
})
