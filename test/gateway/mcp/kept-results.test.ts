import { expect, test } from 'vitest'
import { createKeptResults } from '../../../gateway/mcp/server.ts'
import { createTools } from '../../../gateway/mcp/tools.ts'
import { type Caller, permissions } from '../../../shared/contract/core/access.ts'
import { operations } from '../../../shared/contract/index.ts'

const tools = createTools(operations)
const aCaller = (own: readonly number[]): Caller => ({
  ...{ kind: 'client', id: 'c', permissions: own, reports: [], warehouses: 'all', readOnly: false, active: true },
})
const all = aCaller(Object.values(permissions))
const listing = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
const reading = (uri: string) => ({ jsonrpc: '2.0', id: 1, method: 'resources/read', params: { uri } })

test('responses share the bytes of a result, so that those that nobody takes cost no memory', () => {
  const results = createKeptResults(tools)
  const document = reading('inventory://docs/decisions/documents.md')
  for (const message of [listing, { ...listing, method: 'resources/list' }, document]) {
    const first = results.find(message, all)
    expect(first?.length).toBeGreaterThan(1_000)
    expect(results.find({ ...message, id: 2 }, { ...all, id: 'other' })).toBe(first)
  }
})

test('clients with other rights get another list, and so many lists are kept', () => {
  const results = createKeptResults(tools)
  const first = results.find(listing, all)
  const reader = results.find(listing, aCaller([permissions.itemMasterList]))
  expect(reader?.length).toBeLessThan(first?.length ?? 0)
  const own = Object.values(permissions)
  const seen = new Set<unknown>()
  for (const one of own) for (const other of own) seen.add(results.find(listing, aCaller([one, other])))
  expect(seen.size).toBeGreaterThan(32)
  expect(results.find(listing, all)).not.toBe(first)
  expect(results.find(listing, all)).toEqual(first)
})

test.each([
  [{ ...listing, method: 'tools/call', params: { name: 'getLot' } }],
  [reading('inventory://records/Item/BOLT')],
  [reading('inventory://docs/../package.json')],
])('other messages have none: %j', (message) => {
  expect(createKeptResults(tools).find(message, all)).toBeUndefined()
})
