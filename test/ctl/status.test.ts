import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { serverUrl } from '../support/servers/server-url.ts'
import { type RunningProcesses, startProcesses } from '../support/system/processes.ts'
import { runWith } from './ctl-world.ts'

let system: RunningProcesses
beforeAll(async () => {
  system = await startProcesses({ replicas: { inventory: 2 } })
})
afterAll(() => system?.[Symbol.asyncDispose]())

const status = async (...flags: string[]) =>
  runWith(
    {
      RABBITMQ_URL: serverUrl('RABBITMQ_URL'),
      SYSTEM_NAME: system.system,
      SYSTEM_SECRET_FILE: join(system.dataDir, 'system.secret'),
    },
    ['status', ...flags],
  )
const ready = { state: 'ready', processes: 1, queue: 0, reasons: [] }
const nothingWaits = { outbox_waiting: 0, outbox_lag_seconds: 0 }

it('status shows the processes of every service, their queues and what waits', async () => {
  const { exitCode, stdout, stderr } = await status('--json')
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
  expect(JSON.parse(stdout)).toEqual([
    { service: 'auth', ...ready },
    { service: 'catalog', ...ready, ...nothingWaits },
    { service: 'inventory', ...ready, processes: 2, ...nothingWaits },
    { service: 'notifications', ...ready, webhook_deliveries_waiting: 0 },
  ])
})

it('status names a service that does not answer, and fails', async () => {
  await system.processes.find(({ name }) => name === 'notifications-1')?.stop()
  const { exitCode, stdout, stderr } = await status('--json')
  expect(exitCode).toBe(1)
  expect(JSON.parse(stderr)).toEqual({ error: 'failed', message: 'Not ready: notifications.' })
  expect(JSON.parse(stdout).at(-1)).toEqual({
    service: 'notifications',
    state: 'no answer',
    processes: 0,
    queue: 0,
    reasons: ['The system does not answer. Nothing was changed.'],
  })
  expect((await status()).stdout).toMatch(/│ notifications │ +0 │ +0 │ no answer|│ notifications │ 0 /)
})
