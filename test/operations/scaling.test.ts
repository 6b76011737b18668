import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { createServiceProcess } from '../../local/services.ts'
import { ensureKeyFiles } from '../../local/system-files.ts'
import { inventory } from '../../shared/contract/inventory/inventory.ts'
import { anItem, aReceipt } from '../support/records/factories.ts'
import { startRabbitmq } from '../support/servers/rabbitmq.ts'
import { serverUrl } from '../support/servers/server-url.ts'
import { adminOf } from '../support/system/admin.ts'
import type { Api } from '../support/system/api.ts'
import { type RunningProcesses, startProcesses } from '../support/system/processes.ts'
import { registerBasics } from '../support/system/registries.ts'

const CLIENTS = 8
/** On a machine that is busy with other work. */
const soon = { timeout: 60_000 }
vi.setConfig({ testTimeout: 150_000 })

let rabbitmq: Awaited<ReturnType<typeof startRabbitmq>>
let system: RunningProcesses
beforeAll(async () => {
  rabbitmq = await startRabbitmq()
  system = await startProcesses({ servers: urls() })
  await registerBasics(system.call)
}, 180_000)
afterAll(async () => {
  await system?.[Symbol.asyncDispose]()
  await rabbitmq?.[Symbol.asyncDispose]()
})

const urls = () => ({
  MONGODB_URI: serverUrl('MONGODB_URI'),
  RABBITMQ_URL: rabbitmq.url,
  REDIS_URL: serverUrl('REDIS_URL'),
})

/** Starts a second inventory process, which is stopped when the test has finished. */
async function startSecond() {
  const { dataDir } = system
  const env = { SYSTEM_NAME: system.system }
  const options = { dataDir, urls: urls(), keys: ensureKeyFiles(dataDir), env, report: () => undefined }
  const second = createServiceProcess('inventory', options, 'inventory-2')
  onTestFinished(() => second.stop())
  await second.start()
  return second
}

async function createItems(api: Api): Promise<string[]> {
  const items = Array.from({ length: 16 }, () => anItem())
  for (const item of items) await api.catalog.createItem(item)
  return items.map(({ shortID }) => shortID)
}

/** Receipts that each process has taken from the queue of its partition. */
const takenByPartition = () =>
  Promise.all(
    ['inventory-1', 'inventory-2'].map((name) =>
      adminOf(system, name).figure('inventory_rpc_taken_total', { operation: 'inventory.receive', queue: 'partition' }),
    ),
  )

// What RabbitMQ denies by default, such as a prefetch of a whole channel, would have ended the processes' channels.
test('a running system uses nothing that RabbitMQ will remove', async () => {
  const used = await rabbitmq.ctl('--formatter', 'json', 'list_deprecated_features', '--used', 'name')
  expect(JSON.parse(used)).toEqual([])
})

test('a second inventory process takes load and stops without a failed request (R8)', async () => {
  const { token } = await system.createClient()
  const api = system.api(token)
  const items = await createItems(api)

  let isOver = false
  const statuses: number[] = []
  const keepAsking = async () => {
    while (!isOver) {
      const itemID = items[statuses.length % items.length] ?? ''
      const received = await api.inventory.receive(aReceipt({ itemID, units: 1 }))
      const listed = await api.inventory.listLots({ pageSize: 5 })
      statuses.push(received.status, listed.status)
    }
  }
  const clients = Array.from({ length: CLIENTS }, keepAsking)
  onTestFinished(() => {
    isOver = true
  })

  const { dataDir } = system
  const second = await startSecond()
  const answered = (name: string) =>
    adminOf(system, name).figure('inventory_rpc_answer_seconds_count', { operation: 'inventory.receive' })
  await expect.poll(() => answered('inventory-2'), soon).toBeGreaterThan(10)

  await second.stop()
  const before = await answered('inventory-1')
  await expect.poll(() => answered('inventory-1'), soon).toBeGreaterThan(before + 10)
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

test('the writes of an item by 64 clients meet in one of two processes, and those of many items in both', async () => {
  const { token } = await system.createClient()
  const api = system.api(token)
  await startSecond()
  const items = await createItems(api)
  const receive = async (itemID = '') =>
    expect((await api.inventory.receive(aReceipt({ itemID, units: 1 }))).status).toBe(201)
  const taken = async (work: () => Promise<unknown>) => {
    const before = await takenByPartition()
    await work()
    return (await takenByPartition()).map((count, index) => count - (before[index] ?? 0))
  }
  const all = () => Promise.all(items.map(receive))
  // The first calls may go to the shared queue, until the exchange of the partitions is known.
  await expect.poll(async () => Math.min(...(await taken(all))), soon).toBeGreaterThan(0)
  const ofOne = await taken(() => Promise.all(Array.from({ length: 64 }, () => receive(items[0]))))
  expect(ofOne.toSorted((one, other) => one - other)).toEqual([0, 64])
  expect((await taken(all)).reduce((sum, count) => sum + count)).toBe(items.length)
})

// MongoDB keeps the locks of a killed process until its transactions end (deploy/README.md): writes of those items wait,
// and may end with 503 or 504 at their deadline.
test('no write is refused at once, lost or doubled when one of two inventory processes is killed under load', async () => {
  const { token } = await system.createClient()
  const api = system.api(token)
  const second = await startSecond()
  const items = await createItems(api)
  const received = new Map(items.map((itemID) => [itemID, { units: 0, unknown: 0 }]))
  const statuses: number[] = []
  let isOver = false
  onTestFinished(() => {
    isOver = true
  })
  const keepReceiving = async (_: unknown, client: number) => {
    for (let round = client; !isOver; round++) {
      const itemID = items[round % items.length] ?? ''
      const { status } = await api.inventory.receive(aReceipt({ itemID, units: 1 }))
      statuses.push(status)
      const ofItem = received.get(itemID)
      if (ofItem && status !== 503) ofItem[status === 201 ? 'units' : 'unknown']++
    }
  }
  const clients = Array.from({ length: 2 * CLIENTS }, keepReceiving)
  const [, before = 0] = await takenByPartition()
  await expect.poll(async () => (await takenByPartition())[1], soon).toBeGreaterThan(before + 10)
  process.kill(second.pid ?? 0, 'SIGKILL')
  const answered = statuses.length
  await expect.poll(() => statuses.length, soon).toBeGreaterThan(answered + 50)
  isOver = true
  const atOnce = [...statuses]
  await Promise.all(clients)

  expect(atOnce.filter((status) => status !== 201 && status !== 504)).toEqual([])
  expect(statuses.filter((status) => status !== 201 && status !== 503 && status !== 504)).toEqual([])
  for (const [itemID, { units, unknown }] of received) {
    const { body } = await api.inventory.listStockLevels({ itemID })
    const inStock = body.value.reduce((sum: number, level: { inStock: number }) => sum + level.inStock, 0)
    expect(inStock).toBeGreaterThanOrEqual(units)
    expect(inStock).toBeLessThanOrEqual(units + unknown)
  }
  expect((await system.call(inventory.reconcile, {})).differences).toEqual([])
})
