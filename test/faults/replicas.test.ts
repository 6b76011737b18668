import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { catalog } from '../../shared/contract/catalog/catalog.ts'
import { inventory } from '../../shared/contract/inventory/inventory.ts'
import { unique } from '../support/records/factories.ts'
import { createRandom } from '../support/records/seeded.ts'
import { type RunningProcesses, startProcesses } from '../support/system/processes.ts'
import { registerBasics } from '../support/system/registries.ts'
import { createHttpClient } from './load/http-client.ts'
import { settle } from './load/load.ts'
import { firstIntents, type Workload } from './load/workload.ts'
import { countAmongTrade } from './trials/count.ts'
import { raceForLastUnits } from './trials/race.ts'
import { restartAll } from './trials/rolling.ts'
import { prepareWorkload } from './world.ts'

const random = createRandom(7)

describe('two processes of each kind', () => {
  let system: RunningProcesses
  let workload: Workload
  beforeAll(async () => {
    system = await startProcesses({
      replicas: { auth: 2, catalog: 2, inventory: 2, notifications: 2, reporting: 2, gateway: 2 },
    })
    await registerBasics(system.call)
    workload = await prepareWorkload(system, { clients: 64, items: 12 })
  }, 120_000)
  afterAll(() => system[Symbol.asyncDispose]())

  test.each([1, 5, 40])('sell the last %i units to that many of 64 clients; the others get 409 (R7)', async (units) => {
    const { shortID: itemID } = await system.call(catalog.createItem, { shortID: unique('ITEM') })
    const http = createHttpClient()
    const { statuses, messages } = await raceForLastUnits(http, system.gateways, {
      clients: workload.clients,
      itemID,
      units,
      random,
    })
    http.close()
    expect(statuses).toEqual([...Array(units).fill(200), ...Array(64 - units).fill(409)])
    expect([...messages]).toEqual([expect.stringContaining('Insufficient stock: requested 1, available 0.')])
  })

  test('count spots among trade, and every spot ends with the units that are there (R1)', async () => {
    const { findings } = await countAmongTrade(system, { lines: 60, traders: 6, random })
    expect(findings).toEqual([])
  }, 120_000)

  test('are restarted one by one with SIGTERM, and no request fails (R8)', async () => {
    const { gateways } = system
    await settle(firstIntents(workload, random), { gateways, random })
    const report = await restartAll(system, workload, { rounds: 1, workers: 6, random })
    expect(report.findings).toEqual([])
    expect(report.restarts).toBe(12)
    expect(report.requests).toBeGreaterThan(50)
    expect((await system.call(inventory.reconcile, {})).differences).toEqual([])
  }, 180_000)
})
