import { setTimeout as delay } from 'node:timers/promises'
import { timeoutMs } from '../../../shared/contract/core/operation.ts'
import { inventory } from '../../../shared/contract/inventory/inventory.ts'
import type { Random } from '../../support/records/seeded.ts'
import { describeProcesses } from '../components/process-tree.ts'
import { readBooks } from '../history/books.ts'
import { durationOf } from '../history/checks.ts'
import type { Finding } from '../history/finding.ts'
import { type Attempt, describeIntent, isFinal, isStillRunning, isSuccess } from '../history/history.ts'
import { checkResponses } from '../history/responses.ts'
import { createHttpClient } from '../load/http-client.ts'
import { startLoad } from '../load/load.ts'
import { createTraffic, type Workload } from '../load/workload.ts'
import type { Disk } from './disk.ts'
import { RECOVERY_MS, recoveryTime } from './recovery.ts'
import type { StartedSystem } from './started-system.ts'

/** Less than the database reserves, more than RabbitMQ needs to take messages. */
const LEFT_MEGABYTES = 75
/** How long the load continues after the first success, to measure the recovery. */
const SHOW_MS = 2_500
const RUN_FIRST_MS = 1_000
const READ_EVERY_MS = 200
/** A write may be answered so long after its deadline. */
const MARGIN_MS = 2_000
const reads = ['/Inventory/StockLevels', '/Inventory', '/Item']

export interface DiskFullOptions {
  readonly random: Random
  /** How long the disk is nearly full, and then full. */
  readonly seconds: number
  readonly say: (line: string) => void
}

/** Fills the disk of a system that `npm start` runs, under load, and gives the space back (docs/promises.md#R13). */
export async function fillDisk(
  disk: Disk,
  system: StartedSystem,
  workload: Workload,
  { random, seconds, say }: DiskFullOptions,
): Promise<Finding[]> {
  const findings: Finding[] = []
  const found = (what: string) => findings.push({ promise: 'R13', what })
  const before = describeProcesses(system.pid)
  const load = startLoad({ ...system, perSecond: 10, random, next: createTraffic(workload, random) })
  await delay(RUN_FIRST_MS)

  say('Filling the disk but for some megabytes')
  disk.fill(LEFT_MEGABYTES)
  const filledAt = performance.now()
  const http = createHttpClient()
  const { origin, pathname } = new URL(system.gateways[0] ?? '')
  const headers = { authorization: `Bearer ${workload.clients[0]?.token}` }
  let answered = 0
  for (let number = 0; performance.now() - filledAt < seconds * 1_000; number++) {
    const path = reads[number % reads.length] ?? ''
    const { status, text } = await http.send({ method: 'GET', origin, path: pathname + path, headers })
    if (status === 200) answered++
    else found(`${path} was answered ${status} ${text} on the full disk`)
    await delay(READ_EVERY_MS)
  }
  say(`${answered} reads were answered; filling the rest`)
  disk.fill(0)
  await delay(seconds * 1_000)
  const freedAt = performance.now()
  disk.free()
  say('Space is back')
  const isBack = () =>
    load.intents.some(({ attempts }) => attempts.some((made) => made.start > freedAt && isSuccess(made)))
  while (!isBack() && performance.now() - freedAt < RECOVERY_MS) await delay(100)
  await delay(SHOW_MS)
  await load.stop()
  http.close()

  const attempts = load.intents.flatMap((intent) => intent.attempts)
  const isDuring = ({ start }: Attempt) => start > filledAt && start < freedAt
  const during = attempts.filter(isDuring)
  say(`Writes on the full disk: ${countStatuses(during)}`)
  if (!during.some(({ status }) => status === 503)) found('no write was refused: the disk was not full')
  for (const intent of load.intents)
    for (const made of intent.attempts.filter(isDuring)) {
      const isExpected = isFinal(made) || isStillRunning(made) || [400, 503, 504].includes(made.status)
      if (!isExpected) found(`${describeIntent(intent)} was answered ${made.status} ${made.text}`)
      if (durationOf(made) > timeoutMs(intent.operation) + MARGIN_MS)
        found(`${describeIntent(intent)} was answered after ${Math.round(durationOf(made))} ms`)
    }
  const recoveryMs = recoveryTime(load.intents, freedAt)
  say(`Recovered after ${recoveryMs} ms`)
  if (recoveryMs === undefined || recoveryMs > RECOVERY_MS) found(`recovered after ${recoveryMs} ms`)
  const after = describeProcesses(system.pid)
  for (const process of before.filter((line) => !after.includes(line))) found(`${process} has ended`)

  const { ledger } = await readBooks(system.mongodbUri, system.system)
  const { differences } = await system.call(inventory.reconcile, {})
  for (const { what, expected, found: is } of differences) found(`${what}: expected ${expected}, found ${is}`)
  return [...findings, ...checkResponses(load.intents, ledger)]
}

function countStatuses(attempts: readonly Attempt[]): string {
  const counts = new Map<number, number>()
  for (const { status } of attempts) counts.set(status, (counts.get(status) ?? 0) + 1)
  return [...counts].map(([status, count]) => `${count} ${status}`).join(', ')
}
