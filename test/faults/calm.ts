import { execFile } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { openConnection } from '../../local/documentdb-gateway/postgres/connection.ts'
import { countUnpublished } from './books.ts'
import type { Finding } from './checks.ts'
import { type Attempt, type Intent, isFinal, isStillRunning } from './history.ts'
import { environmentOf } from './process-tree.ts'
import type { FaultWorld } from './world.ts'

/** Promise R6. */
export const RECOVERY_MS = 15_000
const NORMAL_SHARE = 0.99
const run = promisify(execFile)
/** The one in the path changes to another user, whose cookie is another. */
const RABBITMQCTL = '/usr/lib/rabbitmq/bin/rabbitmqctl'

/** Milliseconds from a moment until at least 99 of 100 requests that began later were answered as they should be. */
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

/** R6: nothing waits in an outbox or a queue, nothing is unacknowledged, no transaction is open. */
export async function restlessness(world: FaultWorld): Promise<Finding[]> {
  const giveUpAt = performance.now() + RECOVERY_MS
  for (;;) {
    const found = [
      ...(await waitingEvents(world)),
      ...(await waitingMessages(world)),
      ...(await openTransactions(world)),
    ]
    if (found.length === 0 || performance.now() > giveUpAt) return found.map((what) => ({ promise: 'R6', what }))
    await delay(500)
  }
}

async function waitingEvents({ servers, system }: FaultWorld): Promise<string[]> {
  const count = await countUnpublished(servers.urls.MONGODB_URI, system.system)
  return count === 0 ? [] : [`${count} events are not published`]
}

async function waitingMessages({ components }: FaultWorld): Promise<string[]> {
  const pid = components.get('rabbitmq')?.process.pid
  if (pid === undefined) return ['RabbitMQ does not run']
  const columns = ['name', 'messages_ready', 'messages_unacknowledged']
  const { stdout } = await run(RABBITMQCTL, ['-q', '--formatter', 'json', 'list_queues', ...columns], {
    env: { ...environmentOf(pid), PATH: process.env.PATH },
  })
  // What the columns ask for.
  const queues = JSON.parse(stdout) as { name: string; messages_ready: number; messages_unacknowledged: number }[]
  return queues
    .filter(({ messages_ready, messages_unacknowledged }) => messages_ready + messages_unacknowledged > 0)
    .map(
      (queue) =>
        `queue ${queue.name}: ${queue.messages_ready} waiting, ${queue.messages_unacknowledged} unacknowledged`,
    )
}

/** PostgreSQL's own word for it; a real mongod is not asked. */
async function openTransactions({ components, socketFolder }: FaultWorld): Promise<string[]> {
  if (!components.has('postgres')) return []
  const database = await openConnection(socketFolder)
  try {
    const open = await database.query(
      { name: 'open', text: `SELECT count(*)::int FROM pg_stat_activity WHERE state LIKE 'idle in transaction%'` },
      [],
    )
    return open[0] === 0 ? [] : [`${String(open[0])} transactions are open`]
  } finally {
    database.close()
  }
}
