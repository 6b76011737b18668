import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createOtlpCollector } from '../support/otlp-collector.ts'
import { startWithItem } from '../support/system/system-with-item.ts'

test('a collector that hangs fails no request and no stop', async () => {
  const collector = await createOtlpCollector({ hangs: true })
  onTestFinished(() => collector[Symbol.asyncDispose]())
  const env = {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_BSP_SCHEDULE_DELAY: '50',
    // Longer than the time that a process has to stop.
    OTEL_EXPORTER_OTLP_TIMEOUT: '60000',
    OTEL_BSP_EXPORT_TIMEOUT: '60000',
  }
  const { system, receive } = await startWithItem({ env })
  onTestFinished(() => system[Symbol.asyncDispose]())
  await expect.poll(() => collector.exports, { timeout: 10_000 }).toBeGreaterThan(0)
  const answers = await Promise.all(Array.from({ length: 20 }, () => receive()))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))

  await Promise.all(system.processes.map((process) => process.stop()))
  for (const process of system.processes) {
    // It was not killed and did not exceed its drain time.
    expect(readFileSync(join(system.dataDir, 'logs', `${process.name}.log`), 'utf8')).toMatch(/"msg":"Stopped"\}\n$/)
  }
})

test.each([
  ['without the variable, nothing that sends traces is loaded', undefined, false],
  ['a collector that cannot be reached delays neither requests nor the end of the process', 'http://127.0.0.1:9', true],
])('%s', async (_what, endpoint, isLoaded) => {
  const coverage = mkdtempSync(join(tmpdir(), 'inventory-loaded-'))
  onTestFinished(() => rmSync(coverage, { recursive: true, force: true }))
  // Node writes the files it has loaded into this folder when it exits.
  const env = { NODE_V8_COVERAGE: coverage, OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }
  const { system, receive } = await startWithItem({ env })
  expect((await receive()).status).toBe(201)
  await system[Symbol.asyncDispose]()
  const loaded = readdirSync(coverage).map((file) => readFileSync(join(coverage, file), 'utf8'))
  expect(loaded).toHaveLength(system.processes.length)
  for (const modules of loaded) {
    expect(modules).toMatch(/\/main\.cjs"/)
    // The part of the bundle with the module and the packages that it imports.
    expect(/\/tracing-[^"/]*\.cjs"/.test(modules)).toBe(isLoaded)
  }
})
