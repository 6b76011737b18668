import { setTimeout as delay } from 'node:timers/promises'
import { openConnection } from '../../../local/documentdb-gateway/postgres/connection.ts'
import { listQueues } from '../../support/servers/rabbitmqctl.ts'
import { type Books, countUnrecorded } from '../history/books.ts'
import type { Finding } from '../history/finding.ts'
import { type Attempt, type Intent, isFinal, isStillRunning } from '../history/history.ts'
import { waiting } from '../history/order-truth.ts'
import type { LoadedWorld } from '../world.ts'

/** The time of docs/promises.md#R6. */
export const RECOVERY_MS = 15_000
const NORMAL_SHARE = 0.99

/** Milliseconds from `since` to the first request from which on at least 99 % were answered normally; undefined if there is none. */
export function recoveryTime(intents: readonly Intent[], since: number): number | undefined {
  const later = intents
    .flatMap(({ attempts }) => attempts)
    .filter(({ start }) => start >= since)
    .sort((one, other) => one.start - other.start)
  let failures = 0
  let recoveredAt: number | undefined
  for (const [index, made] of later.toReversed().entries()) {
    if (!isNormal(made)) failures++
    const share = 1 - failures / (index + 1)
    if (share >= NORMAL_SHARE) recoveredAt = made.start - since
  }
  return recoveredAt
}

const isNormal = (made: Attempt) => isFinal(made) || isStillRunning(made) || made.status === 400

/** The allocator looks every 15 s for lines that wait although there is stock (docs/orders.md#backorders). */
const FILLED_MS = 2 * 15_000 + RECOVERY_MS

/**
 * Waits until no line waits for stock that is there, at most as long as the allocator may take to find it: an order that was made while
 * the stock came in is found by its next look only.
 */
export async function untilFilled(read: () => Promise<Books>, giveUpAt = performance.now() + FILLED_MS): Promise<void> {
  while (waiting(await read()).length > 0 && performance.now() < giveUpAt) await delay(500)
}

/**
 * R6: what is still in an outbox, reservations whose end is not recorded, what is in a queue or unacknowledged, and open transactions,
 * after the time for recovery that begins at `since`.
 */
export async function unfinishedWork(world: LoadedWorld, since: number): Promise<Finding[]> {
  const giveUpAt = since + RECOVERY_MS
  // One look after another, and work may pass from a later place to an earlier one: twice nothing is nothing.
  for (let clean = 0; ; ) {
    const found = [
      ...(await waitingRecords(world)),
      ...(await waitingMessages(world)),
      ...(await openTransactions(world)),
    ]
    if (found.length === 0) clean++
    if (clean === 2 || performance.now() > giveUpAt) return found.map((what) => ({ promise: 'R6', what }))
    await delay(500)
  }
}

async function waitingRecords({ servers, system }: LoadedWorld): Promise<string[]> {
  const { events, ends } = await countUnrecorded(servers.urls.MONGODB_URI, system.system)
  return [
    ...(events === 0 ? [] : [`${events} events are not published`]),
    ...(ends === 0 ? [] : [`the ends of ${ends} reservations are not recorded`]),
  ]
}

async function waitingMessages({ components }: LoadedWorld): Promise<string[]> {
  const pid = components.get('rabbitmq')?.process.pid
  if (pid === undefined) return ['RabbitMQ is not running']
  const queues = await listQueues(pid, ['name', 'messages_ready', 'messages_unacknowledged'])
  // Every process asks auth for changed rights all the time.
  const isBusy = (queue: (typeof queues)[number]) =>
    Number(queue.messages_ready) > 0 ||
    (Number(queue.messages_unacknowledged) > 0 && !String(queue.name).endsWith('.rpc.auth'))
  return queues
    .filter(isBusy)
    .map(
      (queue) =>
        `queue ${queue.name}: ${queue.messages_ready} waiting, ${queue.messages_unacknowledged} unacknowledged`,
    )
}

/** Those that keep the snapshots of exports are no transactions of a service. */
const OPEN_TRANSACTIONS = `SELECT count(*)::int FROM pg_stat_activity
  WHERE state LIKE 'idle in transaction%' AND query NOT LIKE '%pg_export_snapshot%'`

/** Counted by PostgreSQL; not checked on a real mongod. */
async function openTransactions({ components, socketFolder }: LoadedWorld): Promise<string[]> {
  if (!components.has('postgres')) return []
  const database = await openConnection(socketFolder)
  try {
    const open = await database.query({ name: 'open', text: OPEN_TRANSACTIONS }, [])
    return open[0] === 0 ? [] : [`${String(open[0])} transactions are open`]
  } finally {
    database.close()
  }
}
