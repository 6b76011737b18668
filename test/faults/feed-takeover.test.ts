import { expect, test } from 'vitest'
import { inventory } from '../../shared/contract/inventory/inventory.ts'
import { anItem, aReceipt } from '../support/records/factories.ts'
import type { Api } from '../support/system/api.ts'
import { startProcesses } from '../support/system/processes.ts'
import { registerBasics } from '../support/system/registries.ts'
import { freeze, kill } from './components/components.ts'

const LIMIT_MS = 200_000
/** Longer than RabbitMQ's heartbeat: the other replica takes over, and the frozen one continues with events delivered to both. */
const FREEZE_MS = 14_000

/** The end of the feed; undefined while the service cannot answer. */
async function feedEnd(api: Api): Promise<number | undefined> {
  const { status, body } = await api.notifications.listChanges({ since: 'latest' })
  return status === 200 ? body.next : undefined
}

async function wholeFeed(api: Api) {
  const changes = []
  for (let since = 0; ; ) {
    const { body } = await api.notifications.listChanges({ since, limit: 1_000 })
    changes.push(...body.value)
    since = body.next
    if (!body.hasMore) return changes
  }
}

async function wholeLedger(api: Api): Promise<number[]> {
  const numbers: number[] = []
  for (let page = 1; ; page++) {
    const { body } = await api.inventory.listTransactions({ page, pageSize: 250, sort: 'transactionNo' })
    numbers.push(...body.value.map(({ transactionNo }) => transactionNo))
    if (!body.hasMore) return numbers
  }
}

test(
  'the feed has each change once and no gap while both notifications processes are killed and frozen',
  async () => {
    await using system = await startProcesses({ replicas: { notifications: 2 } })
    await registerBasics(system.call)
    const { token } = await system.createClient()
    const api = system.api(token)
    const { shortID } = (await api.catalog.createItem(anItem())).body
    const writing = new AbortController()
    const write = async () => {
      while (!writing.signal.aborted) {
        const { status } = await api.inventory.receive(aReceipt({ itemID: shortID, units: 1 }))
        // Stock changes do not depend on the feed.
        expect(status).toBe(201)
      }
    }
    const written = Promise.all([write(), write(), write()])
    try {
      const replicas = system.processes.filter(({ name }) => name.startsWith('notifications'))
      for (const replica of [...replicas, ...replicas]) await kill(replica)
      for (const replica of replicas) await freeze(replica, FREEZE_MS)
    } finally {
      writing.abort()
      await written
    }

    const ledger = await wholeLedger(api)
    await expect.poll(() => feedEnd(api), { timeout: 60_000 }).toBe(ledger.length + 1)
    const changes = await wholeFeed(api)
    expect(changes.map(({ sequence }) => sequence)).toEqual(changes.map((_, index) => index + 1))
    const told = changes.flatMap(({ data }) => ('transactionNo' in data ? [data.transactionNo] : []))
    expect(told.toSorted((one, other) => one - other)).toEqual(ledger)
    expect((await system.call(inventory.reconcile, {})).differences).toEqual([])
  },
  LIMIT_MS,
)
