import type { Loader } from '../loader.ts'
import { measure } from '../measure.ts'
import { type Row, toRow } from '../summarize.ts'
import { requestsOf, workloadNamed } from '../workloads.ts'
import type { World } from '../world/world.ts'
import type { TrialOptions } from './trial.ts'

/** CPU time by process with more inventory processes on the same machine. */
export interface ScaleOutRow {
  readonly processes: number
  readonly row: Row
}

const COUNTS = [1, 2, 4]

export async function scaleOut(world: World, loader: Loader, options: TrialOptions): Promise<ScaleOutRow[]> {
  const added: (typeof world.ours.door.processes)[number][] = []
  const rows: ScaleOutRow[] = []
  for (const processes of COUNTS) {
    while (added.length < processes - 1) added.push((await world.ours.add('inventory')).process)
    const door = { ...world.ours.door, processes: [...world.ours.door.processes, ...added] }
    for (const name of ['lots', 'receive']) {
      const requests = requestsOf(workloadNamed(name), world.stage, door.lots)
      const samples = []
      for (let round = 0; round < options.rounds; round++)
        samples.push(await measure(world, loader, door, { ...options, requests }))
      const row = toRow({ workload: name, contestant: `ours x ${processes}`, samples })
      options.say(`${row.contestant} ${name}: ${Math.round(row.rate.median)}/s`)
      rows.push({ processes, row })
    }
  }
  for (const process of added) await process.stop()
  return rows
}
