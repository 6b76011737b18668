import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { MAX_MESSAGE } from '../../gateway/mcp/mcp.ts'
import { BASE_PATH, toRoutedOperations } from '../../gateway/routes/routed-operation.ts'
import { errorCatalogue } from '../../shared/contract/core/errors.ts'
import { timeoutMs } from '../../shared/contract/core/operation.ts'
import { operations } from '../../shared/contract/index.ts'

const root = new URL('../..', import.meta.url).pathname
const proxy = readFileSync(join(root, 'deploy/proxy/Caddyfile'), 'utf8')
const routed = toRoutedOperations(operations)

/** The gateway's own work beside the operation, and the way of the response. */
const MARGIN_MS = 5_000
const find = (pattern: RegExp) => pattern.exec(proxy)?.[1] ?? ''
const longPaths = find(/@long path (.*)/).split(' ')
const [longMs = 0, usualMs = 0] = [...proxy.matchAll(/import gateway (\d+)s/g)].map(
  ([, seconds]) => Number(seconds) * 1_000,
)

test('the proxy waits for each operation as long as the interface allows', () => {
  const asPattern = (path: string) => path.replace(/:\w+/g, '*')
  for (const { operation, path } of routed) {
    const isLong = longPaths.includes(BASE_PATH + asPattern(path))
    expect(isLong ? longMs : usualMs, operation.name).toBeGreaterThanOrEqual(timeoutMs(operation) + MARGIN_MS)
  }
})

test('the proxy waits longer only for the paths that need it, and for the tools of agents', () => {
  const isNeeded = (path: string) =>
    routed.some(
      (one) => BASE_PATH + one.path.replace(/:\w+/g, '*') === path && timeoutMs(one.operation) + MARGIN_MS > usualMs,
    )
  expect(longPaths.filter((path) => !isNeeded(path))).toEqual(['/mcp'])
  const longest = Math.max(...routed.map(({ operation }) => timeoutMs(operation)))
  expect(longMs).toBeGreaterThanOrEqual(longest + 2 * MARGIN_MS)
})

test('the proxy accepts each body that the interface accepts, and refuses a larger one with the interface’s error object', () => {
  const most = Number(find(/max_size (\d+)MB/)) * 1_000_000
  for (const { operation } of routed) expect(most, operation.name).toBeGreaterThan(operation.maxBodyBytes ?? 0)
  expect(MAX_MESSAGE).toBe('1mb')
  expect(most).toBeGreaterThan(1_024 * 1_024)
})

test('each failure of the proxy itself is an error of the catalogue', () => {
  const answers = [...proxy.matchAll(/respond `(.*)` (\d+)/g)].map(([, body = '', status]) => ({
    ...(JSON.parse(body) as { readonly statusCode: number; readonly error: keyof typeof errorCatalogue }),
    status: Number(status),
  }))
  expect(answers.map(({ error }) => error)).toEqual(['bad_request', 'service_unavailable', 'outcome_unknown'])
  for (const { status, statusCode, error } of answers)
    expect([status, statusCode]).toEqual([errorCatalogue[error].status, errorCatalogue[error].status])
})
