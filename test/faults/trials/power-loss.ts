import { setTimeout as delay } from 'node:timers/promises'
import { inventory } from '../../../shared/contract/inventory/inventory.ts'
import type { Random } from '../../support/records/seeded.ts'
import { readBooks } from '../history/books.ts'
import { type Finding, finding } from '../history/finding.ts'
import { type Intent, isAcknowledged } from '../history/history.ts'
import { checkResponses } from '../history/responses.ts'
import { settle, startLoad } from '../load/load.ts'
import { createTraffic, type Workload } from '../load/workload.ts'
import { prepareWorkload } from '../world.ts'
import type { Disk } from './disk.ts'
import { type StartedSystem, startOnDisk } from './started-system.ts'

const LONGEST_RUN_MS = 4_000

export interface PowerLossOptions {
  readonly random: Random
  /** Power cuts while the system runs. */
  readonly cuts: number
  /** Power cuts while the system starts, each at a random moment. */
  readonly cutsWhileStarting: number
  readonly say: (line: string) => void
}

/** What was written before the last power cut. */
interface Written {
  readonly workload: Workload | undefined
  readonly intents: readonly Intent[]
}

/** Cuts the power of a system that `npm start` runs on the disk: all processes die, and what was not flushed is lost. */
export async function losePower(disk: Disk, options: PowerLossOptions): Promise<Written> {
  const { random, cuts, cutsWhileStarting, say } = options
  let workload: Workload | undefined
  const intents: Intent[] = []
  for (let cut = 0; cut < cutsWhileStarting; cut++) await cutWhileStarting(disk, random() * 15_000, say)
  for (let cut = 0; cut < cuts; cut++) {
    await using system = await startOnDisk(disk)
    say('Started')
    workload ??= await prepareWorkload(system, { clients: 8, items: 8 })
    const load = startLoad({ ...system, perSecond: 15, random, next: createTraffic(workload, random) })
    // The first cut follows the first acknowledged writes: soon after the first start.
    await delay(cut === 0 ? 500 : random() * LONGEST_RUN_MS)
    await disk.cutPower()
    say('Power cut')
    await load.stop()
    intents.push(...load.intents)
  }
  return { workload, intents }
}

/** Compares the ledger of the system after the power cuts with all responses (docs/promises.md#R12). */
export async function comparePowerLoss(
  system: StartedSystem,
  { intents }: Written,
  { random, say }: PowerLossOptions,
): Promise<Finding[]> {
  await settle(
    intents.filter(({ key }) => key !== undefined),
    { ...system, random },
  )
  const { ledger } = await readBooks(system.mongodbUri, system.system)
  const { differences } = await system.call(inventory.reconcile, {})
  say(`${intents.length} writes, ${intents.filter(isAcknowledged).length} acknowledged`)
  return [
    ...checkResponses(intents, ledger),
    ...differences.map(({ what, expected, found }) => finding('R12', `${what}: expected ${expected}, found ${found}`)),
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
