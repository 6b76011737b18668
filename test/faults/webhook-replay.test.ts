import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Receiver, startReceiver } from '../support/receiver.ts'
import { anItem, aReceipt } from '../support/records/factories.ts'
import { type RunningProcesses, startProcesses } from '../support/system/processes.ts'
import { registerBasics } from '../support/system/registries.ts'

const RECEIPTS = 30

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

const sequencesIn = (from: number) => receiver.received.slice(from).map(({ body }) => JSON.parse(body).sequence)

test('two processes make a replay once and in sequence, and go on where it was when both are killed', async () => {
  const api = system.api((await system.createClient()).token)
  await registerBasics(system.call)
  const { shortID: itemID } = (await api.catalog.createItem(anItem())).body
  const events = ['inventory.received' as const]
  const { rec } = (await api.notifications.createWebhook({ name: 'Shop', url: receiver.url, events })).body
  for (let receipt = 0; receipt < RECEIPTS; receipt++) await api.inventory.receive(aReceipt({ itemID, units: 1 }))
  await receiver.take(RECEIPTS)
  const sequences = sequencesIn(0).toSorted((one, other) => one - other)
  const fromSequence = sequences[0]
  const ended = async () => (await api.notifications.getWebhookReplay({ rec })).body

  await api.notifications.replayWebhook({ rec, fromSequence })
  await expect.poll(ended, { timeout: 60_000 }).toMatchObject({ status: 'done', delivered: RECEIPTS })
  expect(sequencesIn(RECEIPTS)).toEqual(sequences)

  const processes = system.processes.filter(({ name }) => name.startsWith('notifications'))
  let untilKill = 10
  receiver.respond = (_, response) => {
    if (--untilKill === 0) for (const { pid } of processes) if (pid) process.kill(pid, 'SIGKILL')
    response.writeHead(204).end()
  }
  expect((await api.notifications.replayWebhook({ rec, fromSequence })).body).toMatchObject({ status: 'running' })
  const nextSequence = (sequences.at(-1) ?? 0) + 1
  await expect.poll(ended, { timeout: 90_000 }).toMatchObject({ status: 'done', nextSequence })
  for (const { restarts } of processes) expect(restarts).toBeGreaterThanOrEqual(1)
  // Only the one that was under way when they were killed comes again.
  const again = sequencesIn(2 * RECEIPTS)
  expect([...new Set(again)].toSorted((one, other) => one - other)).toEqual(sequences)
  expect(again.length).toBeLessThanOrEqual(RECEIPTS + 1)
}, 180_000)
