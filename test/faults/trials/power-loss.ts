import { setTimeout as delay } from 'node:timers/promises'
import { inventory } from '../../../shared/contract/inventory/inventory.ts'
import { createRandom } from '../../support/records/seeded.ts'
import { readBooks } from '../history/books.ts'
import { checkAnswers, type Finding } from '../history/checks.ts'
import { type Intent, isSuccess } from '../history/history.ts'
import { startLoad } from '../load/load.ts'
import { nextIntent, type Workload } from '../load/workload.ts'
import { prepareWorkload } from '../world.ts'
import { createDisk, type Disk } from './disk.ts'
import { startOnDisk } from './started-system.ts'

const DISK_MEGABYTES = 1_500
const LONGEST_RUN_MS = 4_000
const NO_WORK: Workload = { clients: [], items: [] }

export interface PowerLossOptions {
  readonly seed: number
  /** Power cuts while the system runs. */
  readonly cuts: number
  /** Power cuts while the system starts, each at a random moment. */
  readonly cutsWhileStarting: number
  readonly say: (line: string) => void
}

/**
 * Cuts the power of a system that `npm start` runs: all processes die, and the disk loses what was not flushed. Starts it again each
 * time, and compares the ledger with all answers (docs/promises.md#R12).
 */
export async function losePower(options: PowerLossOptions): Promise<Finding[]> {
  const { seed, cuts, cutsWhileStarting, say } = options
  const random = createRandom(seed)
  await using disk = createDisk(DISK_MEGABYTES)
  let workload: Workload | undefined
  const intents: Intent[] = []
  for (let cut = 0; cut < cutsWhileStarting; cut++) await cutWhileStarting(disk, random() * 15_000, say)
  for (let cut = 0; cut < cuts; cut++) {
    await using system = await startOnDisk(disk)
    say('Started')
    workload ??= await prepareWorkload(system, { clients: 40, items: 8 })
    const made = workload
    const load = startLoad({ ...system, perSecond: 15, random, next: () => nextIntent(made, random) })
    // The first cut follows the first acknowledged writes: soon after the first start.
    await delay(cut === 0 ? 500 : random() * LONGEST_RUN_MS)
    await disk.cutPower()
    say('Power cut')
    await load.stop()
    intents.push(...load.intents)
  }
  await using system = await startOnDisk(disk)
  const repeats = startLoad({ ...system, perSecond: 0, random, next: () => nextIntent(workload ?? NO_WORK, random) })
  await repeats.settle(intents.filter(({ key }) => key !== undefined))
  const { ledger } = await readBooks(system.mongodbUri, system.system)
  const { differences } = await system.call(inventory.reconcile, {})
  say(`${intents.length} writes, ${intents.filter(({ attempts }) => attempts.some(isSuccess)).length} acknowledged`)
  return [
    ...checkAnswers(intents, ledger),
    ...differences.map(({ what, expected, found }): Finding => {
      return { promise: 'R12', what: `${what}: expected ${expected}, found ${found}` }
    }),
  ]
}

/** The first start is cut off; the next one completes it. */
async function cutWhileStarting(disk: Disk, afterMs: number, say: (line: string) => void): Promise<void> {
  const starting = startOnDisk(disk).then(
    (system) => system[Symbol.asyncDispose](),
    () => undefined,
  )
  await Promise.race([delay(afterMs), starting])
  await disk.cutPower()
  say(`Power cut ${Math.round(afterMs)} ms after the start`)
  await starting
}
