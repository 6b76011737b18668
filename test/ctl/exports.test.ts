import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Connection } from '../../ctl/connection/connection.ts'
import { exportList, exports, filtersOf } from '../../ctl/exports.ts'
import { AppError } from '../../shared/contract/core/errors.ts'
import { inventory } from '../../shared/contract/inventory/inventory.ts'
import { registerBasics } from '../support/system/registries.ts'
import { startSystem, type TestSystem } from '../support/system/system.ts'
import { type CtlWorld, createCtlWorld } from './ctl-world.ts'

const JOBS = 12

let system: TestSystem
let world: CtlWorld
beforeAll(async () => {
  system = await startSystem({ services: ['auth', 'catalog', 'inventory', 'notifications', 'reporting'] })
  world = createCtlWorld(system)
  await registerBasics(system.call)
  for (let id = 1; id <= JOBS; id++) await system.call(inventory.createJob, { id, name: `Job ${id}` })
})
afterAll(async () => {
  await world?.[Symbol.asyncDispose]()
  await system?.[Symbol.asyncDispose]()
})

it('writes all records of a list to a file, with the end mark', async () => {
  const file = `${world.folder}/jobs.ndjson`
  expect(await world.json('export', 'jobs', file)).toEqual({ file, records: JOBS })
  const lines = readFileSync(file, 'utf8').split('\n')
  expect(lines.slice(0, JOBS).map((line) => JSON.parse(line).id)).toEqual(Array.from({ length: JOBS }, (_, i) => i + 1))
  const sha256 = createHash('sha256')
    .update(`${lines.slice(0, JOBS).join('\n')}\n`)
    .digest('hex')
  expect(lines.slice(JOBS)).toEqual([JSON.stringify({ end: true, count: JOBS, sha256 }), ''])
}, 60_000)

it('writes CSV for the flag or the name of the file, filtered by flags, and to standard output without a file', async () => {
  const file = `${world.folder}/warehouses.csv`
  await world.run('export', 'warehouses', file)
  const { exitCode, stdout, stderr } = await world.run('export', 'warehouses', '--format', 'csv')
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
  expect(stdout).toBe(readFileSync(file, 'utf8'))
  expect(stdout).toMatch(/^wID,name,timeZone\r\n1,.*\r\n2,.*\r\n3,.*\r\n#end,3,[0-9a-f]{64}\r\n$/)
  const none = await world.run('export', 'warehouses', '--modified-since', '2999-01-01')
  expect(none.stdout).toMatch(/^\{"end":true,"count":0,/)
})

it('every list of the contract can be exported, except those of the caller’s own records', async () => {
  const lists = Object.entries(exports).filter(([, operation]) =>
    filtersOf(operation).every(({ required }) => !required),
  )
  expect(lists.length).toBeGreaterThan(20)
  for (const [name] of lists) {
    const { exitCode, stdout, stderr } = await world.run('export', name)
    expect({ name, exitCode, stderr }).toEqual({ name, exitCode: 0, stderr: '' })
    expect(stdout).toMatch(/"end":true/)
  }
}, 60_000)

it('a refused export makes no file', async () => {
  const file = `${world.folder}/refused.csv`
  const refused = await world.run('export', 'warehouse-lots', file, '--wid', '77')
  expect(refused).toMatchObject({ exitCode: 1, stderr: 'Warehouse 77 does not exist.\n' })
  expect(existsSync(file)).toBe(false)
})

it('an export that breaks off, or whose end mark is missing, fails and says so', async () => {
  const part = (id: number, next?: number) => ({
    records: 1,
    body: Buffer.from(`${JSON.stringify({ id, name: 'Job' })}\n`),
    ...(next !== undefined && { next }),
  })
  const run = async (readChunk: Connection['readChunk']) => {
    const stdout = new PassThrough()
    const io = { stdout, stderr: process.stderr, env: {} }
    const target = { format: 'ndjson', file: undefined } as const
    const outcome = await exportList(inventory.listJobs, {}, target, io, { readChunk }).catch((error: unknown) => error)
    return { outcome, written: await text(stdout.end()) }
  }
  const whole = await run(async (_, _input, _format, after) => (after === null ? part(1, 1) : part(2)))
  expect(whole).toMatchObject({ outcome: 2, written: expect.stringContaining('"count":2') })
  const broken = await run(async (_, _input, _format, after) => {
    if (after === null) return part(1, 1)
    throw new AppError('internal_error', 'Broken.')
  })
  expect(broken.outcome).toMatchObject({ message: 'The export is incomplete: it has no end mark. Broken.' })
  expect(broken.written).toBe('{"id":1,"name":"Job"}\n')
})
