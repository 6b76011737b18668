import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createServicesHeard } from '../../gateway/system-figures.ts'
import { VERSION } from '../../shared/contract/version.ts'
import { createInternalTokens } from '../../shared/identity/internal-token.ts'
import { createTokenVerifier } from '../../shared/identity/token-verifier.ts'
import { createMonitor } from '../../shared/process/monitor.ts'
import { createCapturedLog } from '../support/checks/captured-log.ts'
import { serverUrl } from '../support/servers/server-url.ts'
import { createTcpProxy, type TcpProxy } from '../support/servers/tcp-proxy.ts'
import { adminOf } from '../support/system/admin.ts'
import { createKeys } from '../support/system/keys.ts'
import { type RunningProcesses, startProcesses } from '../support/system/processes.ts'

const names = ['auth-1', 'catalog-1', 'inventory-1', 'gateway-1'] as const

async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await sleep(20)
}

describe('A running process', () => {
  let mongodb: TcpProxy
  let rabbitmq: TcpProxy
  let redis: TcpProxy
  let system: RunningProcesses

  beforeAll(async () => {
    mongodb = await createTcpProxy(serverUrl('MONGODB_URI'))
    rabbitmq = await createTcpProxy(serverUrl('RABBITMQ_URL'))
    redis = await createTcpProxy(serverUrl('REDIS_URL'))
    system = await startProcesses({
      urls: { MONGODB_URI: mongodb.url, RABBITMQ_URL: rabbitmq.url, REDIS_URL: redis.url },
    })
  })
  afterAll(async () => {
    await system?.[Symbol.asyncDispose]()
    for (const proxy of [mongodb, rabbitmq, redis]) await proxy?.[Symbol.asyncDispose]()
  })

  const readiness = (name: string) => adminOf(system, name).readiness()
  const becomes = (name: string, ready: boolean) =>
    until(async () => ((await readiness(name)).status === 200) === ready)

  test.each(names)('%s is alive and ready on its own admin port', async (name) => {
    const admin = adminOf(system, name)
    expect((await admin.get('/livez')).status).toBe(200)
    expect(await admin.readiness()).toEqual({ status: 200, notReady: [], degraded: [] })
    expect(await (await admin.get('/readyz')).json()).toMatchObject({ version: VERSION })
    expect((await admin.get('/api/v1/Item')).status).toBe(404)
    expect((await fetch(`${system.gateways[0]}/../../readyz`)).status).toBe(404)
  })

  test('is not ready while its database is away, stays alive, and is ready again afterwards', async () => {
    mongodb.refuse()
    await becomes('inventory-1', false)
    expect(await readiness('inventory-1')).toEqual({ status: 503, notReady: ['database'], degraded: [] })
    expect((await adminOf(system, 'inventory-1').get('/livez')).status).toBe(200)
    expect((await adminOf(system, 'inventory-1').get('/metrics')).status).toBe(200)
    mongodb.heal()
    await becomes('inventory-1', true)
  })

  test('answers its probes while its database is frozen', async () => {
    mongodb.freeze()
    onTestFinished(() => mongodb.heal())
    expect(await readiness('catalog-1')).toEqual({ status: 503, notReady: ['database'], degraded: [] })
  })

  test('is not ready while RabbitMQ is away', async () => {
    rabbitmq.refuse()
    await becomes('gateway-1', false)
    expect((await readiness('gateway-1')).notReady).toEqual(['rabbitmq'])
    await becomes('auth-1', false)
    expect((await readiness('auth-1')).notReady).toEqual(['rabbitmq'])
    rabbitmq.heal()
    await becomes('gateway-1', true)
    await becomes('auth-1', true)
  })

  test('a gateway without Redis is degraded and ready', async () => {
    redis.refuse()
    await until(async () => (await readiness('gateway-1')).degraded.length > 0)
    expect(await readiness('gateway-1')).toEqual({ status: 200, notReady: [], degraded: ['redis'] })
    expect(await adminOf(system, 'gateway-1').figure('inventory_fault', { name: 'redis', severity: 'degraded' })).toBe(
      1,
    )
    redis.heal()
    await until(async () => (await readiness('gateway-1')).degraded.length === 0)
  })

  test('a gateway is not ready, and does not report readiness to its supervisor, before each service has replied once', async () => {
    const [catalog, gateway] = ['catalog-1', 'gateway-1'].map((name) =>
      system.processes.find((process) => process.name === name),
    )
    process.kill(catalog?.pid ?? 0, 'SIGSTOP')
    onTestFinished(() => void process.kill(catalog?.pid ?? 0, 'SIGCONT'))
    process.kill(gateway?.pid ?? 0, 'SIGKILL')
    const waitsForServices = { status: 503, notReady: ['services'], degraded: [] }
    await expect.poll(() => readiness('gateway-1'), { timeout: 20_000 }).toEqual(waitsForServices)
    expect(system.reports).not.toContain('gateway-1 is ready again')
    process.kill(catalog?.pid ?? 0, 'SIGCONT')
    await expect.poll(() => system.reports, { timeout: 20_000 }).toContain('gateway-1 is ready again')
    expect((await readiness('gateway-1')).status).toBe(200)
  })

  test('is not ready while it drains and answers its last request', async () => {
    const { token } = await system.createClient()
    const [catalog, gateway] = ['catalog-1', 'gateway-1'].map((name) =>
      system.processes.find((process) => process.name === name),
    )
    const admin = adminOf(system, 'gateway-1')
    process.kill(catalog?.pid ?? 0, 'SIGSTOP')
    const last = system.api(token).catalog.listItems({})
    await until(async () => (await admin.figure('inventory_http_requests_in_flight')) === 1)
    const stopped = gateway?.stop()
    await until(async () => (await admin.readiness()).status === 503)
    expect((await admin.readiness()).notReady).toEqual(['process'])
    process.kill(catalog?.pid ?? 0, 'SIGCONT')
    expect((await last).status).toBe(200)
    await stopped
  })
})

test('a gateway asks services that have not answered it, each until it has; after 30 seconds it is ready without them', async () => {
  const { health } = createMonitor('gateway')
  health.enter('started')
  const asked: string[] = []
  const answering = new Set(['auth', 'catalog', 'inventory', 'reporting'])
  const call = async ({ service }: { service: string }) => {
    asked.push(service)
    if (!answering.has(service)) throw new Error('There is no such queue')
  }
  // The only operations that the check calls are those named `status`; it does not read the response.
  health.require('services', createServicesHeard(call as never))
  const missing = { ready: false, notReady: [{ name: 'services', reason: 'Not heard yet: notifications.' }] }
  expect(await health.report()).toMatchObject(missing)
  expect(asked).toEqual(['auth', 'catalog', 'inventory', 'notifications', 'reporting'])
  answering.delete('auth')
  expect(await health.report()).toMatchObject(missing)
  expect(asked.slice(5)).toEqual(['notifications'])

  const later = performance.now() + 31_000
  const clock = vi.spyOn(performance, 'now').mockReturnValue(later)
  onTestFinished(() => clock.mockRestore())
  expect(await health.report()).toMatchObject({ ready: true, notReady: [] })
  expect(asked).toHaveLength(6)
})

test('a process is not ready when auth has not answered it for 30 seconds', async () => {
  const { health } = createMonitor('test')
  health.enter('started')
  const { log } = createCapturedLog()
  const internalTokens = createInternalTokens('gateway', createKeys()('gateway'))
  let isSilent = false
  const call = async () => {
    if (isSilent) throw new Error('Auth does not answer')
    return { keys: [], cursor: 0, changes: [] }
  }
  // The only operation that the token verifier calls.
  const tokenVerifier = await createTokenVerifier({ call: call as never, internalTokens, log, health })
  onTestFinished(() => tokenVerifier[Symbol.asyncDispose]())
  isSilent = true
  expect((await health.report()).ready).toBe(true)

  const now = performance.now()
  onTestFinished(() => void vi.restoreAllMocks())
  vi.spyOn(performance, 'now').mockImplementation(() => now + 31_000)
  expect(await health.report()).toMatchObject({ ready: false, notReady: [{ name: 'token-verifier' }] })
})

test('a report says since when the process has had its faults, or none', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const { health } = createMonitor('inventory')
  let fault: string | undefined
  health.require('database', () => fault)
  const sinceAt = async (hour: number) => {
    vi.setSystemTime(Date.UTC(2026, 0, 1, hour))
    return new Date((await health.report()).since).getUTCHours()
  }
  expect(await sinceAt(1)).toBe(1)
  health.enter('started')
  expect([await sinceAt(2), await sinceAt(3)]).toEqual([2, 2])
  fault = 'It is away for 1 s.'
  expect(await sinceAt(4)).toBe(4)
  fault = 'It is away for 3 601 s.'
  expect(await sinceAt(5)).toBe(4)
  fault = undefined
  expect(await sinceAt(6)).toBe(6)
})
