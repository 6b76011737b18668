import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { toRoutedOperations } from '../../gateway/routes/routed-operation.ts'
import { permissionId, permissionName, permissions, permissionTable } from '../../shared/contract/core/access.ts'
import { errorCatalogue } from '../../shared/contract/core/errors.ts'
import { parseInput } from '../../shared/contract/core/fields.ts'
import { pageQuery } from '../../shared/contract/core/paging.ts'
import { contract, familyDescriptions, operations } from '../../shared/contract/index.ts'
import { isForWriting, type PermissionKey } from '../../shared/names/permissions.ts'
import { toRequest } from '../support/system/api.ts'

const named = operations.map((operation) => [operation.name, operation] as const)
const routed = named.flatMap(([name, operation]) =>
  [operation.route, ...(operation.alternateRoutes ?? [])].flatMap((route) =>
    route === undefined ? [] : [[name, operation, route] as const],
  ),
)
const withExample = named.flatMap(([name, { example, input }]) => (example ? [[name, input, example] as const] : []))

/** The specification's endpoints (token, inventory, items), and only they, may not be missing. */
const specified = [
  'POST /Token',
  'GET /Inventory',
  'GET /Inventory/:wid',
  'GET /Inventory/StockLevels',
  'GET /Inventory/StockLevels/:wid',
  'POST /Inventory/Receive',
  'POST /Inventory/Move',
  'POST /Inventory/Issue',
  'GET /Item',
  'GET /Item/All',
  'GET /Item?key',
  'GET /Item?Category',
  'POST /Item',
  'PUT /Item',
  'DELETE /Item/:shortID',
]

test('every endpoint of the specification has an operation', () => {
  expect(routed.map(([, , route]) => route)).toEqual(expect.arrayContaining(specified))
})

test('names, routes and commands are unique', () => {
  for (const values of [
    operations.map(({ name }) => name),
    routed.map(([, , route]) => route),
    operations.flatMap(({ command }) => command ?? []),
  ]) {
    expect(values).toEqual([...new Set(values)])
  }
})

test('an operation is named after its place in the contract', () => {
  for (const [service, ops] of Object.entries(contract)) {
    for (const [key, operation] of Object.entries(ops)) {
      expect(operation).toMatchObject({ name: `${service}.${key}`, service })
    }
  }
})

test('an operation is partitioned by a field of its input, which decides nothing but where a write goes', () => {
  const partitioned = operations.filter(({ partitionBy }) => partitionBy !== undefined)
  expect(partitioned.map(({ name }) => name)).toEqual([
    'inventory.receive',
    'inventory.move',
    'inventory.issue',
    'inventory.adjust',
  ])
  for (const { partitionBy = '', input, effect } of partitioned) {
    expect(Object.keys(input.shape)).toContain(partitionBy)
    expect(effect).toBe('write')
  }
})

test('every family of paths has a description, and every description a family', () => {
  const families = new Set(routed.map(([, , route]) => route.split(/[ ?]/)[1]?.split('/')[1]))
  expect(Object.keys(familyDescriptions).toSorted()).toEqual([...families].toSorted())
})

test('a permission is found by its key and its name, in any case and with any separators', () => {
  for (const [key, { id, name, description }] of Object.entries(permissionTable)) {
    const kebab = key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
    expect([key, kebab, name, name.toUpperCase()].map(permissionId)).toEqual([id, id, id, id])
    expect(permissionName(id)).toBe(name)
    expect(description).toMatch(/^[A-Z].{5,}[^.]$/)
  }
  expect([permissionId('Item'), permissionName(12)]).toEqual([undefined, undefined])
  const group = { name: 'a', permissions: ['item-master-list', 15, 'Webhooks'] }
  expect(parseInput(contract.auth.createGroup.input, group).permissions).toEqual([11, 15, 370])
  expect(() => parseInput(contract.auth.createGroup.input, { ...group, permissions: ['Item'] })).toThrow()
})

test('permissions for writing are those that writes take, but for that of the own webhooks, which are shown', () => {
  for (const [key, { id }] of Object.entries(permissionTable)) {
    const takes = operations.some(
      ({ access, alternateAccess, effect }) => effect === 'write' && [access, alternateAccess].includes(id),
    )
    // The keys of the table are the names.
    expect([key, isForWriting(key as PermissionKey)]).toEqual([key, takes && key !== 'webhooks'])
  }
})

test('no route is hidden by one that is tried before it', () => {
  const paths = toRoutedOperations(operations).map(({ operation, method, path, requiredQuery }) => ({
    route: operation.route,
    method,
    segments: path.split('/').slice(1),
    query: requiredQuery,
    input: operation.input,
  }))
  for (const [index, later] of paths.entries()) {
    for (const earlier of paths.slice(0, index)) {
      const isSameShape =
        earlier.method === later.method &&
        earlier.segments.length === later.segments.length &&
        earlier.segments.every((segment, at) => {
          const name = segment.startsWith(':') ? segment.slice(1) : undefined
          if (name === undefined) return segment === later.segments[at] || later.segments[at]?.startsWith(':') === true
          const field = earlier.input.shape[name]
          return later.segments[at]?.startsWith(':') || field?.safeParse(later.segments[at]).success
        })
      const isLiteralFirst = earlier.segments.some(
        (segment, at) => segment !== later.segments[at] && !segment.startsWith(':'),
      )
      const hides = isSameShape && !isLiteralFirst && earlier.query === undefined
      expect(hides, `${earlier.route} hides ${later.route}`).toBe(false)
    }
  }
})

describe.each(named)('%s', (_, operation) => {
  test('requires a permission of the specification, or names its other callers', () => {
    const allowed = ['public', 'client', 'operator', 'service', ...Object.values(permissions)]
    expect(allowed).toContain(operation.access)
  })

  test('has its warehouses and path parameters among its input', () => {
    const routes = [operation.route ?? '', ...(operation.alternateRoutes ?? [])].join(' ')
    const inPath = [...routes.matchAll(/:(\w+)/g)].map(([, name]) => name)
    const inQuery = /\?(\w+)$/.exec(operation.route ?? '')?.[1]
    const warehouses = (operation.warehouses ?? []).map((field) => field.replace(/\[\].*/, ''))
    const fields = [...inPath, ...(inQuery ? [inQuery] : []), ...warehouses]
    expect(Object.keys(operation.input.shape)).toEqual(expect.arrayContaining(fields))
  })

  test('has an example with a line for each warehouse of its lines, which the access matrix moves out of the scope', () => {
    const lists = (operation.warehouses ?? []).flatMap((field) => field.match(/^\w+(?=\[\])/) ?? [])
    expect(lists.map((list) => operation.example?.[list])).toEqual(lists.map(() => [expect.anything()]))
  })

  test('can be reached by a route, a command or another service', () => {
    expect(operation.route ?? operation.command ?? operation.access === 'service').toBeTruthy()
  })

  test('has an input and an output that convert to JSON schema', () => {
    expect(z.toJSONSchema(operation.input, { io: 'input' })).toMatchObject({ type: 'object' })
    expect(z.toJSONSchema(operation.output)).toBeTypeOf('object')
  })

  test('declares errors of the catalogue only, and says what it does', () => {
    expect(Object.keys(errorCatalogue)).toEqual(expect.arrayContaining([...operation.errors]))
    expect(operation.summary).toMatch(/^[A-Z].{5,}[^.]$/)
  })

  test('has figures in its output if it is paged', () => {
    if (!operation.paged) return
    const schema = z.toJSONSchema(operation.output)
    const figures = ['value', 'totalCount', 'page', 'pageSize', 'pageCount', 'hasMore']
    expect(Object.keys(schema.properties ?? {})).toEqual(operation.report ? [...figures, 'totals'] : figures)
    expect(Object.keys(operation.input.shape)).toEqual(
      expect.arrayContaining(['page', 'pageSize', 'sort', 'direction']),
    )
  })
})

test('a list has the largest page size that it declares', () => {
  const reports = z.object(pageQuery(1_000))
  expect(reports.parse({ pageSize: '2000' }).pageSize).toBe(1_000)
  expect(reports.shape.pageSize.meta()?.description).toContain('more than 1000 as 1000')
})

test.each(withExample)(
  'the example of %s is valid, and stays as it is when it is parsed again',
  (_, input, example) => {
    const parsed = parseInput(input, example)
    expect(parseInput(input, JSON.parse(JSON.stringify(parsed)))).toEqual(parsed)
  },
)

test.each(withExample)('the example of %s is valid as a query, whose values are all text', (name, input, example) => {
  const operation = operations.find((candidate) => candidate.name === name)
  if (!operation || !/^(GET|DELETE) /.test(operation.route ?? '')) return
  expect(toRequest(operation, { ...example }).path).not.toContain('undefined')
  const texts = Object.fromEntries(Object.entries(example).map(([key, value]) => [key, String(value)]))
  expect(parseInput(input, texts)).toEqual(parseInput(input, example))
})
