import { setTimeout as delay } from 'node:timers/promises'
import { inventory } from '../../../shared/contract/inventory/inventory.ts'
import { anItem, aReceipt } from '../../support/records/factories.ts'
import type { Api } from '../../support/system/api.ts'
import { type ProcessOptions, startProcesses } from '../../support/system/processes.ts'
import { registerBasics } from '../../support/system/registries.ts'
import { freeze, kill } from '../components/components.ts'
import type { Finding } from '../history/finding.ts'

const WRITERS = 3
const TOLD_MS = 60_000

export interface FeedTakeoverOptions {
  /** How often each process is killed. */
  readonly kills: number
  /** How long each process is frozen; not at all by default. */
  readonly freezeMs?: number
  readonly servers?: ProcessOptions['servers']
}

/** Kills and freezes two notifications processes while stock changes, and compares the feed with the ledger: each change once, no gap. */
export async function takeFeedOver({ kills, freezeMs, servers }: FeedTakeoverOptions): Promise<Finding[]> {
  await using system = await startProcesses({ replicas: { notifications: 2 }, ...(servers && { servers }) })
  await registerBasics(system.call)
  const api = system.api((await system.createClient()).token)
  const { shortID } = (await api.catalog.createItem(anItem())).body
  const findings: Finding[] = []
  const find = (what: string) => findings.push({ promise: 'feed', what })

  const writing = new AbortController()
  const write = async () => {
    while (!writing.signal.aborted) {
      const { status } = await api.inventory.receive(aReceipt({ itemID: shortID, units: 1 }))
      if (status !== 201) find(`a receipt was answered ${status}: stock changes do not depend on the feed`)
    }
  }
  const written = Promise.all(Array.from({ length: WRITERS }, write))
  try {
    const replicas = system.processes.filter(({ name }) => name.startsWith('notifications'))
    for (let round = 0; round < kills; round++) for (const replica of replicas) await kill(replica)
    if (freezeMs !== undefined) for (const replica of replicas) await freeze(replica, freezeMs)
  } finally {
    writing.abort()
    await written
  }

  const ledger = await wholeLedger(api)
  // The item and its receipts.
  await untilTold(api, ledger.length + 1)
  const changes = await wholeFeed(api)
  if (changes.some(({ sequence }, index) => sequence !== index + 1)) find('the sequence of the feed has a gap')
  const told = changes.flatMap(({ data }) => ('transactionNo' in data ? [data.transactionNo] : []))
  if (told.toSorted((one, other) => one - other).join() !== ledger.join())
    find(`the feed has ${told.length} changes of stock, the ledger ${ledger.length}, or others`)
  const { differences } = await system.call(inventory.reconcile, {})
  for (const { what, expected, found } of differences) find(`${what}: expected ${expected}, found ${found}`)
  return findings
}

/** Waits until the feed ends there; at most a minute. */
async function untilTold(api: Api, end: number): Promise<void> {
  const giveUpAt = performance.now() + TOLD_MS
  while (performance.now() < giveUpAt) {
    const { status, body } = await api.notifications.listChanges({ since: 'latest' })
    if (status === 200 && body.next >= end) return
    await delay(200)
  }
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
