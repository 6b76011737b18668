import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createOpenApi } from '../../../gateway/openapi/document.ts'
import { operations } from '../../../shared/contract/index.ts'

const root = new URL('../../..', import.meta.url).pathname
const committed = readFileSync(join(root, 'gateway/openapi.json'), 'utf8')
const document = createOpenApi(operations, { baseUrl: '/api/v1', rateLimitPerMinute: 100 })

test('the committed document is what the contract says; `npm run openapi` renews it', () => {
  expect(JSON.parse(committed), 'run `npm run openapi`').toEqual(JSON.parse(JSON.stringify(document)))
})

test('redocly finds nothing to complain about', () => {
  const redocly = join(root, 'node_modules/@redocly/cli/bin/cli.js')
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
  const lint = ['lint', 'gateway/openapi.json', '--format=json']
  const report = JSON.parse(
    execFileSync(process.execPath, [redocly, ...lint], { cwd: root, env, encoding: 'utf8', stdio: 'pipe' }),
  )
  expect(report.problems).toEqual([])
})

test('every operation with a route is in it, alone or where its method and path are', () => {
  for (const { route = '', summary } of operations.filter((operation) => operation.route !== undefined)) {
    const [method = '', path = ''] = route.split(/[ ?]/)
    const found = document.paths[path.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
    expect(JSON.stringify(found), route).toContain(JSON.stringify(summary).slice(1, -1))
  }
})

test('every field, parameter and header is described', () => {
  const silent: string[] = []
  const visit = (value: unknown, place: string) => {
    if (typeof value !== 'object' || value === null) return
    for (const [key, member] of Object.entries(value)) {
      if (key === 'properties' || key === 'headers') {
        for (const [name, field] of Object.entries<object>(member)) {
          if (!('description' in field) && !('$ref' in field)) silent.push(`${place}/${name}`)
        }
      }
      if (key === 'parameters' && Array.isArray(member)) {
        silent.push(...member.filter((one) => !one.description && !one.$ref).map((one) => `${place}/${one.name}`))
      }
      if (!key.startsWith('example')) visit(member, `${place}/${key}`)
    }
  }
  visit(JSON.parse(JSON.stringify(document)), '')
  expect(silent).toEqual([])
})

test('every operation has an example', () => {
  const without = operations.filter(({ route, example, access }) => route && !example && access !== 'public')
  expect(without.map(({ name }) => name)).toEqual([])
})

describe('The command that renews the document', () => {
  /** A folder with a committed document, where the command runs. */
  function renew(change: (document: { paths: Record<string, unknown> }) => void, ...flags: string[]) {
    const folder = mkdtempSync(join(tmpdir(), 'openapi-test-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    mkdirSync(join(folder, 'gateway'))
    const file = join(folder, 'gateway/openapi.json')
    const before = JSON.parse(committed)
    change(before)
    writeFileSync(file, JSON.stringify(before))
    cpSync(join(root, 'package.json'), join(folder, 'package.json'))
    const renewal = join(root, 'dist/gateway/openapi/renew.js')
    const { status, stdout } = spawnSync(process.execPath, [renewal, ...flags], { cwd: folder, encoding: 'utf8' })
    return { status, stdout, before: JSON.stringify(before), after: readFileSync(file, 'utf8') }
  }
  const withMore = (given: { paths: Record<string, unknown> }) => {
    given.paths['/Inventory/Weigh'] = { get: { responses: { 200: { description: 'Once there was more' } } } }
  }

  test('refuses to take an operation away, and names it', () => {
    const { status, stdout, before, after } = renew(withMore)
    expect(status).toBe(1)
    expect(stdout).toContain('/Inventory/Weigh')
    expect(after).toBe(before)
  })

  test('takes an operation away if --breaking is given', () => {
    expect(renew(withMore, '--breaking')).toMatchObject({ status: 0, after: committed })
  })

  test('adds an operation', () => {
    expect(renew(({ paths }) => delete paths['/Warehouse'])).toMatchObject({ status: 0, after: committed })
  })
})
