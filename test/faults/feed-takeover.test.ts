import { expect, test } from 'vitest'
import type { SupervisedProcess } from '../../local/processes/supervised-process.ts'
import { inventory } from '../../shared/contract/inventory/inventory.ts'
import type { Api } from '../support/api.ts'
import { anItem, aReceipt } from '../support/factories.ts'
import { startProcesses } from '../support/processes.ts'
import { registerBasics } from '../support/registries.ts'
import { inject } from './components.ts'

const LIMIT_MS = 200_000
const FREEZE_MS = 14_000
/** Kills and freezes need no reset. */
const reset = async () => undefined

/** The end of the feed; undefined while the service cannot answer. */
async function feedEnd(api: Api): Promise<number | undefined> {
  const { status, body } = await api.notifications.listChanges({ since: 'latest' })
  return status === 200 ? body.next : undefined
}

/**
 * Freezes a replica for longer than RabbitMQ's heartbeat, so that the other one takes over. When it continues, it has events that
 * were delivered to the other one meanwhile.
 */
async function freeze(replica: SupervisedProcess): Promise<void> {
  const component = { name: replica.name, process: replica, reset }
  await inject({ component: replica.name, kind: 'freeze', freezeMs: FREEZE_MS }, component)
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
      for (const replica of [...replicas, ...replicas]) {
        await inject(
          { component: replica.name, kind: 'kill', freezeMs: 0 },
          { name: replica.name, process: replica, reset },
        )
      }
      for (const replica of replicas) await freeze(replica)
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
