import { setImmediate as nextTurn } from 'node:timers/promises'
import type { SupervisedProcess } from '../../../local/processes/supervised-process.ts'
import type { Random } from '../../support/records/seeded.ts'
import { adminOf } from '../../support/system/admin.ts'
import type { RunningProcesses } from '../../support/system/processes.ts'
import type { Fault } from '../components/components.ts'
import { pick } from '../components/fault-plan.ts'
import { type Finding, finding } from '../history/finding.ts'
import { describeIntent, isSuccess } from '../history/history.ts'
import type { FaultReport } from '../history/report.ts'
import type { Workload } from '../load/workload.ts'
import { type RunOptions, runFaults } from '../run-faults.ts'
import type { FaultWorld } from '../world.ts'

export interface ScaleOutOptions extends Omit<RunOptions, 'faults' | 'isOverlapping'> {
  readonly random: Random
}

/**
 * Kills one of several inventory processes every 2 s under load, even while others still start, but never the last that is ready, and
 * compares the stored state with the responses. No gateway is harmed, so every request must get a response
 * (docs/promises.md#R5).
 */
export async function killInventories(
  world: FaultWorld,
  workload: Workload,
  { random, ...options }: ScaleOutOptions,
): Promise<{ readonly report: FaultReport; readonly lines: readonly string[]; readonly findings: readonly Finding[] }> {
  const inventories = [...world.components.values()].filter(({ name }) => name.startsWith('inventory-'))
  const conflicts = countConflicts(world.system)
  const kills = async function* (): AsyncGenerator<readonly Fault[]> {
    for (;;) {
      const areReady = await Promise.all(inventories.map(({ process }) => isReady(process)))
      const ready = inventories.filter((_, index) => areReady[index])
      const killed = ready.length > 1 ? [pick(ready, random).name] : []
      await Promise.all(killed.map(conflicts.add))
      yield killed.map((component) => ({ component, kind: 'kill', lastsMs: 0 }))
    }
  }
  const report = await runFaults(world, workload, { ...options, faults: kills(), isOverlapping: true })
  await Promise.all(inventories.map(({ name }) => conflicts.add(name)))

  const writes = report.intents
    .filter(({ operation }) => operation.service === 'inventory' && operation.effect === 'write')
    .flatMap(({ attempts }) => attempts.filter((made) => isSuccess(made) && !made.replayed)).length
  const repeats = `${conflicts.total} transactions repeated for a conflict, ${((1_000 * conflicts.total) / writes).toFixed(1)} of 1,000`
  const unanswered = report.intents.flatMap((intent) =>
    intent.attempts
      .filter(({ status }) => status === 0)
      .map(({ failure }) => finding('R5', `${describeIntent(intent)}: no answer, ${failure}`)),
  )
  return { report, lines: [`${writes} writes in inventory acknowledged; ${repeats}`], findings: unanswered }
}

const isReady = (process: SupervisedProcess) =>
  Promise.race([process.whenReady().then(() => process.pid !== undefined), nextTurn(false)])

/** Sums conflicts over the lives of processes: the metrics of a process are to be added once, before it is killed or at the end. */
function countConflicts(system: RunningProcesses) {
  let total = 0
  return {
    get total() {
      return total
    },
    async add(name: string) {
      const { figure } = adminOf(system, name)
      for (const reason of ['conflict', 'outdated'])
        total += await figure('inventory_transaction_repeats_total', { reason })
    },
  }
}
