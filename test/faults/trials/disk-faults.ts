import { createRandom } from '../../support/records/seeded.ts'
import type { Finding } from '../history/finding.ts'
import { prepareWorkload } from '../world.ts'
import { createDisk } from './disk.ts'
import { fillDisk } from './disk-full.ts'
import { comparePowerLoss, losePower } from './power-loss.ts'
import { startOnDisk } from './started-system.ts'

const DISK_MEGABYTES = 1_500

export interface DiskFaultOptions {
  readonly seed: number
  /** Power cuts while the system runs. */
  readonly cuts: number
  /** Power cuts while the system starts, each at a random moment. */
  readonly cutsWhileStarting: number
  /** How long the disk is nearly full, and then full. */
  readonly fullSeconds: number
  readonly say: (line: string) => void
}

/**
 * Cuts the power of a system that `npm start` runs, starts it again each time, and fills its disk at the end (docs/promises.md#R12,
 * docs/promises.md#R13).
 */
export async function tryDisk({ seed, fullSeconds, ...options }: DiskFaultOptions): Promise<Finding[]> {
  const trial = { ...options, random: createRandom(seed) }
  await using disk = createDisk(DISK_MEGABYTES)
  const written = await losePower(disk, trial)
  await using system = await startOnDisk(disk)
  const findings = await comparePowerLoss(system, written, trial)
  const workload = written.workload ?? (await prepareWorkload(system, { clients: 8, items: 8 }))
  return [...findings, ...(await fillDisk(disk, system, workload, { ...trial, seconds: fullSeconds }))]
}
