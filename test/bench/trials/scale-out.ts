import type { Loader } from '../loader.ts'
import { measure } from '../measure.ts'
import { type Row, toRow } from '../summarize.ts'
import { requestsOf, workloadNamed } from '../workloads.ts'
import type { OurSystem } from '../world/our-system.ts'
import type { World } from '../world/world.ts'
import type { TrialOptions } from './trial.ts'

/** CPU time by process with more inventory processes on the same machine. */
export interface ScaleOutRow {
  readonly processes: number
  readonly row: Row
  /** Transactions that were run again because of a conflict, for each 1,000 successful requests. */
  readonly conflicts: number
}

const COUNTS = [1, 2, 4]
const REQUESTS = ['lots', 'receive', 'move']

export async function scaleOut(world: World, loader: Loader, options: TrialOptions): Promise<ScaleOutRow[]> {
  const { ours } = world
  const added: (typeof ours.door.processes)[number][] = []
  const rows: ScaleOutRow[] = []
  for (const processes of COUNTS) {
    while (added.length < processes - 1) added.push((await ours.add('inventory')).process)
    const door = { ...ours.door, processes: [...ours.door.processes, ...added] }
    for (const name of REQUESTS) {
      const requests = requestsOf(workloadNamed(name), world.stage, door.lots)
      const samples = []
      const before = await countConflicts(ours)
      let answered = 0
      for (let round = 0; round < options.rounds; round++) {
        const sample = await measure(world, loader, door, { ...options, requests })
        samples.push(sample)
        answered += (sample.statuses[200] ?? 0) + (sample.statuses[201] ?? 0)
      }
      const conflicts = ((await countConflicts(ours)) - before) / (answered / 1000)
      const row = toRow({ workload: name, contestant: `ours x ${processes}`, samples })
      options.say(
        `${row.contestant} ${name}: ${Math.round(row.rate.median)}/s, CPU ${Math.round(row.ownMicros)} own, ${Math.round(row.micros.database ?? 0)} database; ${conflicts.toFixed(1)} conflicts`,
      )
      rows.push({ processes, row, conflicts })
    }
  }
  for (const process of added) {
    await process.stop()
    ours.inventories.delete(process)
  }
  return rows
}

async function countConflicts({ inventories }: OurSystem): Promise<number> {
  const counts = [...inventories.values()].flatMap((admin) =>
    ['conflict', 'outdated'].map((reason) => admin.figure('inventory_transaction_repeats_total', { reason })),
  )
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0)
}
