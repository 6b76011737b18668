import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createServiceProcess } from '../../local/services.ts'
import { inventory } from '../../shared/contract/inventory/inventory.ts'
import { anItem, aReceipt } from '../support/records/factories.ts'
import { serverUrl } from '../support/servers/server-url.ts'
import { adminOf } from '../support/system/admin.ts'
import { type RunningProcesses, startProcesses } from '../support/system/processes.ts'
import { registerBasics } from '../support/system/registries.ts'

const CLIENTS = 8

let system: RunningProcesses
beforeAll(async () => {
  system = await startProcesses()
})
afterAll(() => system?.[Symbol.asyncDispose]())

test('a second inventory process takes load and stops without a failed request (R8)', async () => {
  const { token } = await system.createClient()
  await registerBasics(system.call)
  const api = system.api(token)
  const item = anItem()
  await api.catalog.createItem(item)

  let isOver = false
  const statuses: number[] = []
  const keepAsking = async () => {
    while (!isOver) {
      const received = await api.inventory.receive(aReceipt({ itemID: item.shortID, units: 1 }))
      const listed = await api.inventory.listLots({ pageSize: 5 })
      statuses.push(received.status, listed.status)
    }
  }
  const clients = Array.from({ length: CLIENTS }, keepAsking)
  onTestFinished(() => {
    isOver = true
  })

  const { dataDir } = system
  const urls = {
    MONGODB_URI: serverUrl('MONGODB_URI'),
    RABBITMQ_URL: serverUrl('RABBITMQ_URL'),
    REDIS_URL: serverUrl('REDIS_URL'),
  }
  const env = { SYSTEM_NAME: system.system }
  const options = { dataDir, urls, secretFile: join(dataDir, 'system.secret'), env, report: () => undefined }
  const second = createServiceProcess('inventory', options, 'inventory-2')
  onTestFinished(() => second.stop())
  await second.start()
  const answered = (name: string) =>
    adminOf(system, name).figure('inventory_rpc_answer_seconds_count', { operation: 'inventory.receive' })
  await expect.poll(() => answered('inventory-2'), { timeout: 5_000 }).toBeGreaterThan(10)

  await second.stop()
  const before = await answered('inventory-1')
  await expect.poll(() => answered('inventory-1'), { timeout: 5_000 }).toBeGreaterThan(before + 10)
  isOver = true
  await Promise.all(clients)

  expect(new Set(statuses)).toEqual(new Set([200, 201]))
  const log = readFileSync(join(dataDir, 'logs', 'inventory-2.log'), 'utf8')
  expect(log).toContain('"msg":"Stopping"')
  expect(log).not.toMatch(/"level":(50|60)/)
  // It answered every call it had taken: no call was delivered again to the other process.
  expect(await adminOf(system, 'inventory-1').figure('inventory_rpc_redelivered_total')).toBe(0)
  expect((await system.call(inventory.reconcile, {})).differences).toEqual([])
})
