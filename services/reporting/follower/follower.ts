import type { Connection } from 'mongoose'
import type { Registry } from 'prom-client'
import { MAX_DESCRIBED } from '../../../shared/contract/inventory/history.ts'
import { inventory, LedgerEntry } from '../../../shared/contract/inventory/inventory.ts'
import { type FeedEvent, MAX_EVENTS, notifications } from '../../../shared/contract/notifications/notifications.ts'
import type { Lease } from '../../../shared/database/lease.ts'
import { inTransaction } from '../../../shared/database/transaction.ts'
import type { Call } from '../../../shared/messaging/rpc/call.ts'
import type { Logger } from '../../../shared/process/log.ts'
import { addGauges } from '../../../shared/process/monitor.ts'
import { createRepeatingTask } from '../../../shared/process/repeating-task.ts'
import { presentMs } from '../../../shared/process/time/clock.ts'
import type { DerivedPage } from '../history/derived-page.ts'
import type { FeedChange } from '../history/history.ts'
import type { HistoryOf } from '../history-of.ts'
import {
  type Generation,
  type Generations,
  generationInWork,
  isKnownFormat,
  RETIRED_KEPT_MS,
} from './generation.model.ts'

/** Changes whose rows one transaction writes. */
export const PAGE_SIZE = MAX_EVENTS
const TIMEOUT_MS = 8_000
/** Pause while changes come, and the longest at rest. */
const INTERVAL_MS = 250
const LONGEST_PAUSE_MS = 2_000

export interface FollowerDeps {
  readonly connection: Connection
  readonly call: Call
  readonly generations: Generations
  readonly historyOf: HistoryOf
  readonly lease: Lease
  readonly log: Logger
  readonly pageSize?: number
}

/** What follows from a page of changes, and how far it leads. */
interface Page extends Pick<Generation, 'sequence' | 'at'> {
  readonly derived: DerivedPage
  readonly hasMore: boolean
}

/**
 * Follows the feed, in one process at a time: writes what follows from each page of changes in the transaction that records
 * how far it has come, so that each change counts once wherever the process ends. While a page is written, the next one is
 * derived. A generation that is being made is led to where the current one is, and then takes its place.
 */
export function startFollower({
  connection,
  call,
  generations,
  historyOf,
  lease,
  log,
  pageSize = PAGE_SIZE,
}: FollowerDeps) {
  /** Undefined if there is no change after the sequence. */
  const derive = async (generation: number, since: number, before?: DerivedPage): Promise<Page | undefined> => {
    const page = await call(notifications.readEvents, { since, limit: pageSize })
    if (page.value.length === 0) return undefined
    const offered = await completeChanges(page.value, call)
    const derived = await historyOf(generation).derive(offered, before)
    const { changes } = derived
    const at = new Date(Math.max(...changes.map((change) => change.at.getTime())))
    const last = changes.length < offered.length ? changes.at(-1) : undefined
    return { sequence: last?.sequence ?? page.next, at, derived, hasMore: page.hasMore || last !== undefined }
  }

  /** The page after the one that was written last, by generation. */
  const ahead = new Map<number, { readonly since: number; readonly page: Promise<Page | undefined> }>()
  const takeAhead = ({ _id, sequence }: Generation) => {
    const taken = ahead.get(_id)
    ahead.delete(_id)
    return taken?.since === sequence ? taken.page : undefined
  }

  /** Writes the next page; undefined if there is none, or if another version of this program derives such rows. */
  const advance = async (from: Generation) => {
    if (!isKnownFormat(from)) return undefined
    const page = await (takeAhead(from) ?? derive(from._id, from.sequence))
    if (!page) return undefined
    const { sequence, at, derived, hasMore } = page
    const next = hasMore ? derive(from._id, sequence, derived) : undefined
    // If this page is not written, nobody waits for the next.
    next?.catch(() => undefined)
    await inTransaction(connection, Date.now() + TIMEOUT_MS, async (session) => {
      if (!(await generations.advance(from, { sequence, at }, session)))
        throw new Error('Another process has derived from these changes')
      await derived.write(session)
    })
    if (next) ahead.set(from._id, { since: sequence, page: next })
    return { ...from, sequence, at, hasMore }
  }

  /** Leads the next generation on by a page; false once it is the current one. */
  const build = async (current: Generation, next: Generation) => {
    const reached = (await advance(next)) ?? next
    if (reached.sequence < current.sequence) return true
    await inTransaction(connection, Date.now() + TIMEOUT_MS, (session) => generations.replace(current, next, session))
    log.info({ generation: next._id }, 'Reports read what was derived anew')
    return false
  }

  const drop = async (generation: Generation) => {
    ahead.delete(generation._id)
    await historyOf.drop(generation._id)
    await generations.remove(generation)
  }

  let pauseMs = INTERVAL_MS
  const follow = async () => {
    if (!(await lease.hold())) return LONGEST_PAUSE_MS
    const all = await generations.list()
    const current = all.find(({ isCurrent }) => isCurrent)
    if (!current) throw new Error('There is no current generation')
    const reached = await advance(current)
    if (!current.hasCaughtUp && isKnownFormat(current) && !reached?.hasMore) await generations.catchUp(current)
    const next = generationInWork(all, current)
    const isBuilding = next !== undefined && (await build(reached ?? current, next))
    const outdated = all.find(({ _id, retired }) =>
      // One that was never current was not finished by another version of this program.
      retired ? presentMs() - retired.getTime() > RETIRED_KEPT_MS : _id < current._id,
    )
    if (outdated) await drop(outdated)
    pauseMs = reached ? INTERVAL_MS : Math.min(2 * pauseMs, LONGEST_PAUSE_MS)
    return isBuilding || reached?.hasMore || pauseMs
  }
  const following = createRepeatingTask(follow, {
    intervalMs: INTERVAL_MS,
    log,
    failure: 'The feed could not be followed; reports stay as they are until it can',
  })
  return {
    async [Symbol.asyncDispose]() {
      await following[Symbol.asyncDispose]()
      await lease.release().catch((err: unknown) => log.debug({ err }, 'The lease of the follower runs out'))
    },
  }
}

/** Types of changes whose data is an entry of the ledger. */
const OF_STOCK = 'inventory.'

/** Events as changes. Entries that an earlier version sent without the facts of lots get them from inventory. */
async function completeChanges(events: readonly FeedEvent[], call: Call): Promise<FeedChange[]> {
  const changes = events.map(({ sequence, type, at, data }) => {
    if (!type.startsWith(OF_STOCK)) return { sequence, type, at: new Date(at), data }
    const entry = LedgerEntry.parse(data)
    // What was imported happened before it was entered.
    return { sequence, type, at: new Date(entry.imported ? entry.at : at), data: entry }
  })
  const numbers = changes.flatMap(({ type, data }) =>
    // The schema of the type says what its data is.
    type.startsWith(OF_STOCK) ? numberWithoutPayload(data as LedgerEntry) : [],
  )
  const described = new Map<number, LedgerEntry>()
  for (let first = 0; first < numbers.length; first += MAX_DESCRIBED) {
    const transactionNos = numbers.slice(first, first + MAX_DESCRIBED)
    const { value } = await call(inventory.describeEntries, { transactionNos })
    for (const entry of value) described.set(entry.transactionNo, entry)
  }
  if (described.size < numbers.length) throw new Error('Inventory does not know entries that are in the feed')
  return changes.map((change) =>
    change.type.startsWith(OF_STOCK)
      ? { ...change, data: described.get((change.data as LedgerEntry).transactionNo) ?? change.data }
      : change,
  )
}

const numberWithoutPayload = ({ transactionNo, lots }: LedgerEntry): number[] =>
  lots.every(({ facts }) => facts !== undefined) ? [] : [transactionNo]

const READ_TIMEOUT_MS = 1_000

/** Adds the gauges of how far reports are behind the feed, which every process reads alike. */
export function measureFollower(generations: Generations, call: Call, registry: Registry): void {
  const read = async () => {
    const [all, current] = [await generations.list(), await generations.current()]
    const deadline = Date.now() + READ_TIMEOUT_MS
    const next = await call(notifications.readEvents, { since: current.sequence, limit: 1 }, { deadline })
    const oldest = next.value[0]
    const building = generationInWork(all, current)
    return { lagMs: oldest ? Math.max(0, Date.now() - Date.parse(oldest.at)) : 0, current, building }
  }
  addGauges(registry, read, [
    {
      name: 'inventory_reporting_lag_seconds',
      help: 'Age of the oldest change that reports do not know; 0 if they know all',
      of: ({ lagMs }) => lagMs / 1_000,
    },
    {
      name: 'inventory_reporting_rebuild_waiting',
      help: 'Changes that a rebuild of the reports has still to read; none while there is no rebuild',
      of: ({ current, building }) => building && current.sequence - building.sequence,
    },
  ])
}
