import { afterAll, beforeAll, expect, it } from 'vitest'
import { ensureKeyFiles } from '../../local/system-files.ts'
import { catalog } from '../../shared/contract/catalog/catalog.ts'
import { VERSION } from '../../shared/contract/version.ts'
import { anItem } from '../support/records/factories.ts'
import { serverUrl } from '../support/servers/server-url.ts'
import { type RunningProcesses, startProcesses } from '../support/system/processes.ts'
import { runWith } from './ctl-world.ts'

let system: RunningProcesses
beforeAll(async () => {
  system = await startProcesses({ replicas: { gateway: 2, inventory: 2 } })
})
afterAll(() => system?.[Symbol.asyncDispose]())

const status = async (...flags: string[]) =>
  runWith(
    {
      RABBITMQ_URL: serverUrl('RABBITMQ_URL'),
      SYSTEM_NAME: system.system,
      ...ensureKeyFiles(system.dataDir).ofOperator,
    },
    ['status', ...flags],
  )
const ready = { version: VERSION, state: 'ready', processes: 1, queue: 0, reasons: [] }
const nothingWaits = { outbox_waiting: 0, outbox_lag_seconds: 0 }

it('status shows the processes of gateways and services, their queues and their backlogs', async () => {
  const { exitCode, stdout, stderr } = await status('--json')
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
  expect(JSON.parse(stdout)).toEqual([
    { service: 'gateway', ...ready, processes: 2 },
    { service: 'auth', ...ready },
    { service: 'catalog', ...ready, ...nothingWaits },
    {
      service: 'inventory',
      ...ready,
      processes: 2,
      ...nothingWaits,
      items_events_waiting: 0,
      item_dead_letters: 0,
      allocator_events_waiting: 0,
      allocator_dead_letters: 0,
    },
    {
      service: 'notifications',
      ...ready,
      webhook_deliveries_waiting: 0,
      webhook_lag_seconds: 0,
      changes_events_waiting: 0,
      change_dead_letters: 0,
    },
    { service: 'reporting', ...ready, reporting_lag_seconds: expect.any(Number) },
  ])
})

it('status fails and names a service that does not answer, with the events that wait for it', async () => {
  await system.processes.find(({ name }) => name === 'notifications-1')?.stop()
  await system.call(catalog.createItem, anItem())
  const rows = async () => JSON.parse((await status('--json')).stdout)
  const notifications = async () => (await rows()).find((row: { service: string }) => row.service === 'notifications')
  await expect.poll(async () => (await notifications()).changes_events_waiting, { timeout: 20_000 }).toBe(1)
  const { exitCode, stdout, stderr } = await status('--json')
  expect(exitCode).toBe(1)
  expect(JSON.parse(stderr)).toEqual({ error: 'failed', message: 'Not ready: notifications.' })
  expect(JSON.parse(stdout)).toContainEqual({
    service: 'notifications',
    state: 'no answer',
    processes: 0,
    queue: 0,
    reasons: ['The system does not answer. Nothing was changed.'],
    changes_events_waiting: 1,
    change_dead_letters: 0,
  })
  expect((await status()).stdout).toMatch(/│ notifications │ +0 │ +0 │ no answer|│ notifications │ 0 /)
})

it('status reports gateways if none answers', async () => {
  await Promise.all(system.processes.filter(({ name }) => name.startsWith('gateway')).map((process) => process.stop()))
  const { stdout } = await status('--json')
  expect(JSON.parse(stdout)[0]).toMatchObject({ service: 'gateway', state: 'no answer', processes: 0 })
})
