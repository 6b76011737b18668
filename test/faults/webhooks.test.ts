import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Receiver, startReceiver } from '../support/receiver.ts'
import { anItem, aReceipt } from '../support/records/factories.ts'
import { adminOf } from '../support/system/admin.ts'
import { type RunningProcesses, startProcesses } from '../support/system/processes.ts'
import { registerBasics } from '../support/system/registries.ts'

const RECEIPTS = 60
const AT_ONCE = 6

let system: RunningProcesses
let receiver: Receiver
beforeAll(async () => {
  receiver = await startReceiver()
  system = await startProcesses({
    replicas: { notifications: 2 },
    env: { WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8' },
  })
})
afterAll(async () => {
  await system?.[Symbol.asyncDispose]()
  await receiver[Symbol.asyncDispose]()
})

const numberIn = (body: string): number => JSON.parse(body).data.transactionNo

test('two processes deliver every ledger entry once, and at least once when both are killed', async () => {
  const api = system.api((await system.createClient()).token)
  await registerBasics(system.call)
  const { shortID: itemID } = (await api.catalog.createItem(anItem())).body
  const events = ['inventory.received' as const]
  const { rec } = (await api.notifications.createWebhook({ name: 'Shop', url: receiver.url, events })).body
  const receiveMany = async () => {
    for (let round = 0; round < RECEIPTS / AT_ONCE; round++) {
      await Promise.all(Array.from({ length: AT_ONCE }, () => api.inventory.receive(aReceipt({ itemID, units: 1 }))))
    }
    const { value } = (await api.inventory.listTransactions({ shortID: itemID, pageSize: 250 })).body
    return value.map(({ transactionNo }) => transactionNo).toSorted()
  }

  const calm = await receiveMany()
  await receiver.take(calm.length)
  expect(receiver.received.map(({ body }) => numberIn(body)).toSorted()).toEqual(calm)

  const processes = system.processes.filter(({ name }) => name.startsWith('notifications'))
  let untilKill = 20
  receiver.respond = (_, response) => {
    if (--untilKill === 0) for (const { pid } of processes) if (pid) process.kill(pid, 'SIGKILL')
    response.writeHead(204).end()
  }
  const all = await receiveMany()
  const told = () => new Set(receiver.received.map(({ body }) => numberIn(body)))
  await expect.poll(() => told().size, { timeout: 60_000 }).toBe(all.length)
  for (const { restarts } of processes) expect(restarts).toBeGreaterThanOrEqual(1)
  expect([...told()].toSorted()).toEqual(all)
  // A repeated delivery has the same id.
  const ids = new Set(receiver.received.map(({ headers }) => headers['webhook-id']))
  expect(ids.size).toBe(all.length)

  const figures = processes.map(({ name }) => adminOf(system, name))
  // Deliveries of the killed processes are repeated when their leases end.
  const waiting = () => Promise.all(figures.map((admin) => admin.figure('inventory_webhook_deliveries_waiting')))
  await expect.poll(waiting, { timeout: 30_000 }).toEqual([0, 0])
  const { totalCount } = (await api.notifications.listWebhookLog({ rec })).body
  expect(totalCount).toBeGreaterThanOrEqual(all.length)
  const delivered = await Promise.all(
    figures.map((admin) => admin.figure('inventory_webhook_attempts_total', { outcome: 'delivered' })),
  )
  expect(delivered.reduce<number>((sum, figure) => sum + figure, 0)).toBeGreaterThan(0)
})
