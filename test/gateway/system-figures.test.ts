import { expect, it } from 'vitest'
import { createRecentRequests } from '../../gateway/observability/recent-requests.ts'
import { keep } from '../support/keep.ts'
import { registerBasics } from '../support/system/registries.ts'
import { startSystem } from '../support/system/system.ts'

/** What a service says of itself here: runProcess, which tests do without, says that the process has started. */
const heard = { ready: false, reasons: ['It is starting.'] }

it('The figures count the requests and refusals of the gateway that answers, and name what waits in each service', async () => {
  const system = keep(await startSystem({ rateLimitPerMinute: 5 }))
  await registerBasics(system.call)
  const client = await system.createClient({ permissions: [9013] })
  const other = await system.createClient({ permissions: [] })
  const statuses = []
  for (let request = 0; request < 7; request++) statuses.push((await other.api.gateway.readFigures({})).status)
  expect(statuses).toEqual([403, 403, 403, 403, 403, 429, 429])

  const { status, body } = await client.api.gateway.readFigures({})
  expect(status).toBe(200)
  const { seconds, requestsPerSecond, p50Ms, p99Ms, ...refused } = body.gateway
  expect(refused).toEqual({ rateLimited: 2, unavailable: 0, failed: 0 })
  expect(Math.round(requestsPerSecond * seconds)).toBe(7)
  expect(p50Ms).toBeGreaterThan(0)
  expect(p99Ms).toBeGreaterThanOrEqual(p50Ms ?? Number.POSITIVE_INFINITY)
  const names = ['auth', 'catalog', 'inventory', 'notifications']
  expect(body.services.map(({ service, ready, reasons }) => ({ service, ready, reasons }))).toEqual(
    names.map((service) => ({ service, ...heard })),
  )
  expect(body.services[2]?.figures).toHaveProperty('outbox_lag_seconds')
  expect(body.services[3]?.figures).toHaveProperty('webhook_deliveries_waiting')
})

it('A service that is not there is shown as one that does not answer', async () => {
  const system = keep(await startSystem({ services: ['auth', 'gateway'] }))
  const client = await system.createClient({ permissions: [9013] })
  const { status, body } = await client.api.gateway.readFigures({})
  expect(status).toBe(200)
  const away = { ready: false, reasons: ['It does not answer.'], figures: {} }
  expect(body.services).toMatchObject([
    { service: 'auth', ...heard },
    { service: 'catalog', ...away },
    { service: 'inventory', ...away },
    { service: 'notifications', ...away },
  ])
})

it('Requests leave the figures after a minute; latencies are those of their buckets', () => {
  let now = 1_000_000
  const recent = createRecentRequests(() => now)
  const empty = { p50Ms: null, p99Ms: null, rateLimited: 0, unavailable: 0, failed: 0 }
  expect(recent.figures()).toEqual({ seconds: 1, requestsPerSecond: 0, ...empty })
  for (let request = 0; request < 98; request++) recent.record(200, 10)
  recent.record(500, 10)
  recent.record(503, 100_000_000)
  now += 10_000
  recent.record(504, 0)
  const { p50Ms, p99Ms, ...figures } = recent.figures()
  expect(figures).toEqual({ seconds: 10, requestsPerSecond: 10.1, rateLimited: 0, unavailable: 2, failed: 1 })
  expect(p50Ms).toBeGreaterThanOrEqual(10)
  expect(p50Ms).toBeLessThan(12)
  expect(p99Ms).toBe(p50Ms)
  now += 50_000
  expect(recent.figures()).toMatchObject({ seconds: 60, requestsPerSecond: 0.02, unavailable: 1, failed: 0 })
  now += 10_000
  expect(recent.figures()).toEqual({ seconds: 60, requestsPerSecond: 0, ...empty })
})
