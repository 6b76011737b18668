import { setTimeout as delay } from 'node:timers/promises'
import { microsBetween, SERVER_NAMES, watchedProcesses } from '../measure.ts'
import type { AloneLoad } from '../results.ts'
import type { Row } from '../summarize.ts'
import { readUsage } from '../world/process-cpu.ts'
import type { World } from '../world/world.ts'

const CALM_MS = 5_000
const REST_SECONDS = 20

/** Processor time in µs per second that our processes and the servers use while nobody asks. */
export async function measureAtRest(world: World): Promise<Record<string, number>> {
  const roots = watchedProcesses(world, world.ours.door)
  await delay(CALM_MS)
  const before = readUsage(roots)
  await delay(REST_SECONDS * 1_000)
  return microsBetween(before, readUsage(roots), REST_SECONDS)
}

/**
 * The rows of the peers without what our system, which runs beside them, has the servers do at rest. It counts in our
 * rows, and among few requests it would be much for each of theirs.
 */
export function withoutOurRest(load: AloneLoad, atRest: Readonly<Record<string, number>>): AloneLoad {
  const servers = new Set(Object.values(SERVER_NAMES))
  const less = (row: Row): Row => ({
    ...row,
    micros: Object.fromEntries(
      Object.entries(row.micros).map(([name, micros]) => {
        const ofOurs = servers.has(name) ? (atRest[name] ?? 0) / row.rate.median : 0
        return [name, Math.max(0, micros - ofOurs)]
      }),
    ),
  })
  return { ...load, rows: load.rows.map((row) => (row.contestant === 'ours' ? row : less(row))) }
}
