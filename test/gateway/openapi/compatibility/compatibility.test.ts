import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { createOpenApi } from '../../../../gateway/openapi/document.ts'
import { operations } from '../../../../shared/contract/index.ts'
import { intendedChanges } from './intended-changes.ts'
import { compareStatements, toStatements } from './statements.ts'

/** Made by `git show bef5eef:gateway/openapi.json | gzip -9n`; what integrators have built on. It stays as it is. */
const baseline = JSON.parse(gunzipSync(readFileSync(new URL('bef5eef.json.gz', import.meta.url))).toString())
// As it is served: without what JSON leaves out.
const present = JSON.parse(JSON.stringify(createOpenApi(operations, { baseUrl: '/api/v1', rateLimitPerMinute: 100 })))

const earlier = toStatements(baseline)
const changes = compareStatements(earlier, toStatements(present))

const matches = (pattern: string, change: string) =>
  new RegExp(`^${pattern.replace(/[^\w*]/g, String.raw`\$&`).replaceAll('*', '.*')}$`).test(change)

test('an integrator of bef5eef finds every path, operation, parameter, body, response and field as it was', () => {
  const unintended = changes.filter((change) => !Object.keys(intendedChanges).some((one) => matches(one, change)))
  expect(unintended, 'a change on purpose belongs into intended-changes.ts and CHANGELOG.md').toEqual([])
})

test('every change that is listed as intended is one', () => {
  const vain = Object.keys(intendedChanges).filter((one) => !changes.some((change) => matches(one, change)))
  expect(vain).toEqual([])
})

test('the comparison looks at every operation, event and component', () => {
  const names = new Set([...earlier].map((statement) => statement.slice(0, statement.indexOf(': '))))
  const methods = Object.values<object>(baseline.paths).flatMap((path) => Object.keys(path))
  const components = Object.values<object>(baseline.components).flatMap((kind) => Object.keys(kind))
  expect(names.size).toBe(1 + methods.length + Object.keys(baseline.webhooks).length + components.length)
  expect(earlier.size).toBeGreaterThan(11_000)
})
