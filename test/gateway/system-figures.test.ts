import { afterAll, beforeAll, expect, it } from 'vitest'
import { createRecentRequests } from '../../gateway/measure-requests.ts'
import { serviceNames } from '../../local/services.ts'
import { createDeliveryModel, newDelivery } from '../../services/notifications/webhooks/delivery/delivery.model.ts'
import { defaultSchedule } from '../../services/notifications/webhooks/delivery/outcome.ts'
import { catalog } from '../../shared/contract/catalog/catalog.ts'
import { contract } from '../../shared/contract/index.ts'
import { inventory } from '../../shared/contract/inventory/inventory.ts'
import { keep } from '../support/keep.ts'
import { anItem, aReceipt } from '../support/records/factories.ts'
import { connectDatabase } from '../support/servers/database.ts'
import { registerBasics } from '../support/system/registries.ts'
import { startSystem, type TestSystem } from '../support/system/system.ts'

/** What a service says of itself here: runProcess, which tests do without, says that the process has started. */
const heard = { ready: false, reasons: ['It is starting.'] }

let system: TestSystem
beforeAll(async () => {
  system = await startSystem({ services: serviceNames, rateLimitPerMinute: 5 })
  await registerBasics(system.call)
})
afterAll(() => system?.[Symbol.asyncDispose]())

it('The figures count the requests and refusals of the gateway that answers, and name what waits in each service', async () => {
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
  const names = ['auth', 'catalog', 'inventory', 'notifications', 'reporting']
  expect(body.services.map(({ service, ready, reasons }) => ({ service, ready, reasons }))).toEqual(
    names.map((service) => ({ service, ...heard })),
  )
  expect(body.services[2]?.figures).toHaveProperty('outbox_lag_seconds')
  expect(body.services[3]?.figures).toHaveProperty('webhook_deliveries_waiting')
})

it('The figures say how late the feed and webhooks are, and when the last reconcile found how many differences', async () => {
  const figuresOf = async (name: keyof typeof contract) => (await system.call(contract[name].status, {})).figures
  const never = await figuresOf('inventory')
  expect(Object.keys(never).filter((name) => name.startsWith('reconcile'))).toEqual([])
  expect(await figuresOf('notifications')).toEqual({ webhook_deliveries_waiting: 0, webhook_lag_seconds: 0 })

  const { shortID } = await system.call(catalog.createItem, anItem())
  const { recNo } = await system.call(inventory.receive, aReceipt({ itemID: shortID, units: 5 }))
  await expect.poll(() => figuresOf('notifications'), { timeout: 20_000 }).toHaveProperty('feed_lag_seconds')
  const { feed_lag_seconds: feedLag } = await figuresOf('notifications')
  expect(feedLag).toBeGreaterThan(0)

  const notifications = await connectDatabase(`${system.system}-notifications`)
  const { giveUpAfterMs } = defaultSchedule
  const delivery = newDelivery({ rec: 999, sequence: 1, type: 'item.created' }, Date.now() - 3_600_000, giveUpAfterMs)
  await createDeliveryModel(notifications).create([delivery])
  const { webhook_lag_seconds: webhookLag, webhook_deliveries_waiting: waiting } = await figuresOf('notifications')
  expect([waiting, Math.floor((webhookLag ?? 0) / 3_600)]).toEqual([1, 1])

  await system.call(inventory.reconcile, {})
  expect(await figuresOf('inventory')).toMatchObject({ reconcile_differences: 0 })
  const books = await connectDatabase(`${system.system}-inventory`)
  await books.collection<{ _id: number }>('lots').updateOne({ _id: recNo }, { $set: { spot: 'ELSEWHERE' } })
  await books.collection<{ _id: string }>('reconcile_results').updateOne({}, { $set: { at: new Date(0) } })
  const { reconcile_age_seconds: age } = await figuresOf('inventory')
  expect(age).toBeGreaterThan(1e9)
  await system.call(inventory.reconcile, {})
  const { reconcile_differences: differences, reconcile_age_seconds: newAge } = await figuresOf('inventory')
  expect(differences).toBe(1)
  expect(newAge).toBeLessThan(1e9)
  const client = await system.createClient({ permissions: [9013] })
  const { body } = await client.api.gateway.readFigures({})
  expect(body.services).toMatchObject([
    { service: 'auth' },
    { service: 'catalog', figures: { reconcile_differences: 0 } },
    { service: 'inventory', figures: { reconcile_differences: 1 } },
    { service: 'notifications', figures: { feed_lag_seconds: expect.any(Number), webhook_deliveries_waiting: 1 } },
    { service: 'reporting' },
  ])
})

it('A service that is not there is shown as one that does not answer', async () => {
  const system = keep(await startSystem({ services: ['auth', 'gateway'] }))
  const client = await system.createClient({ permissions: [9013] })
  const { status, body } = await client.api.gateway.readFigures({})
  expect(status).toBe(200)
  const away = { ready: false, reasons: ['It does not answer.'], figures: {} }
  const sinceOf = ({ services }: typeof body) => services.map(({ since }) => since)
  expect(body.services).toMatchObject([
    { service: 'auth', ...heard },
    { service: 'catalog', ...away },
    { service: 'inventory', ...away },
    { service: 'notifications', ...away },
    { service: 'reporting', ...away },
  ])
  expect(sinceOf(body)).toEqual(Array.from(body.services, () => expect.any(String)))
  expect(sinceOf((await client.api.gateway.readFigures({})).body)).toEqual(sinceOf(body))
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
