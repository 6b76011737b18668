import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Operation } from '../../shared/contract/core/operation.ts'
import { contract } from '../../shared/contract/index.ts'
import { type StockWorld, startStockWorld } from './inventory/stock-world.ts'
import { makeVariedRecords } from './varied-records.ts'

type Row = Readonly<Record<string, unknown>>

/** Those of the auth service have few records and a test of their own, and so have reports. */
const lists = Object.values(contract)
  .flatMap((operations): Operation[] => Object.values(operations))
  .filter(({ paged, name }) => paged && !/^(auth|reporting)\./.test(name))
  .map((operation) => [operation.name, operation] as const)

/** Fields that are the same in all records of a list, whatever the system did. */
const constant: Readonly<Record<string, readonly string[]>> = {
  'catalog.listItems': ['discontinued'],
  'catalog.listAliases': ['shortID'],
  'inventory.listWarehouseLots': ['warehouse', 'wID'],
  'inventory.listExpiringLots': ['shipped', 'active', 'transitSlip'],
  'inventory.listWarehouses': ['timeZone'],
  'inventory.listPurchaseOrderReceipts': ['reference', 'shipToWid', 'toSpot', 'shipto', 'transitSlip', 'countNo'],
  'notifications.listWebhooks': ['switchedOff', 'failingSince'],
  'notifications.listClientWebhooks': ['switchedOff', 'failingSince'],
  'notifications.listWebhookLog': ['error', 'type', 'sequence', 'attempt', 'nextAttempt', 'replay'],
  'notifications.listClientWebhookLog': ['error', 'type', 'sequence', 'attempt', 'nextAttempt', 'replay'],
}

/** Fields that are measured: how long a delivery took may be the same in all records, or not. */
const measured: ReadonlySet<string> = new Set(['durationMs'])

/** Fields that are read from other records. */
const ofOthers: ReadonlySet<string> = new Set(['reversedBy'])

const NO_LIMITS = { maxUnits: null, maxPercent: null, maxValue: null }

let world: StockWorld
/** The input of lists that belong to a record. */
let parents: Readonly<Record<string, object>>
beforeAll(async () => {
  world = await startStockWorld(['notifications'], { allocator: 'off', countLimits: NO_LIMITS })
  parents = await makeVariedRecords(world)
})
afterAll(() => world?.[Symbol.asyncDispose]())

interface Page {
  readonly value: readonly Row[]
  readonly totalCount: number
}

async function pageOf(operation: Operation, query: object): Promise<Page> {
  const call = operation.access === 'operator' ? world.system.call : world.call
  // Every paged operation answers with a page.
  return (await call(operation, { ...parents[operation.name], ...query })) as Page
}

const rowsOf = async (operation: Operation, query: object) =>
  (await pageOf(operation, { pageSize: 250, ...query })).value

const isScalar = (value: unknown) => Object(value) !== value

test.each(lists)('%s is sorted by every field of its records', async (name, operation) => {
  const all = await rowsOf(operation, {})
  expect(all.length).toBeGreaterThan(1)
  const valuesOf = (field: string, rows = all) => rows.map((row) => row[field] ?? null)
  const named = [...new Set(all.flatMap((row) => Object.keys(row)))]
  const fields = named.filter((field) => valuesOf(field).every(isScalar) && !ofOthers.has(field))
  const isConstant = (field: string) => !measured.has(field) && new Set(valuesOf(field)).size < 2
  expect(fields.filter(isConstant)).toEqual(constant[name] ?? [])
  const sorts = fields.flatMap((field) => [
    { field, direction: 'ASC', sign: 1 },
    { field, direction: 'desc', sign: -1 },
  ])
  const compared = sorts.map(async ({ field, direction, sign }) => {
    const found = valuesOf(field, await rowsOf(operation, { sort: field.toUpperCase(), direction }))
    const sorted = found.toSorted((one, two) => sign * compareValues(one, two))
    return { sort: `${field} ${direction}`, isSorted: isDeepStrictEqual(found, sorted) }
  })
  expect((await Promise.all(compared)).filter(({ isSorted }) => !isSorted)).toEqual([])
})

test.each(lists)('%s comes page by page, each record once, and a page past the end is empty', async (_, operation) => {
  const all = await rowsOf(operation, {})
  const pageSize = Math.ceil(all.length / 3)
  const pageCount = Math.ceil(all.length / pageSize)
  const envelope = { totalCount: all.length, pageSize, pageCount }
  for (let page = 1; page <= pageCount; page++) {
    const value = all.slice((page - 1) * pageSize, page * pageSize)
    const hasMore = page < pageCount
    expect(await pageOf(operation, { page, pageSize })).toMatchObject({ ...envelope, page, hasMore, value })
  }
  const page = 1_000_000
  expect(await pageOf(operation, { page, pageSize })).toMatchObject({
    totalCount: all.length,
    hasMore: false,
    value: [],
  })
})

/** As the database compares: null first. */
function compareValues(one: unknown, other: unknown): number {
  if (isNumber(one) && isNumber(other)) return one - other
  const [first, second] = [one, other].map((value) => (value === null ? '' : `=${value}`))
  return (first ?? '') < (second ?? '') ? -1 : Number(first !== second)
}

const isNumber = (value: unknown): value is number => typeof value === 'number'
