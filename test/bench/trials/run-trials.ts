import type { Loader } from '../loader.ts'
import type { Trials } from '../results.ts'
import type { World } from '../world/world.ts'
import { measureBatchAndExport } from './batch-and-export.ts'
import { contend } from './contention.ts'
import { measureFollowing } from './following.ts'
import { measureGoodput } from './goodput.ts'
import { runAtHalfPeak } from './half-peak.ts'
import { measureOrders } from './orders.ts'
import { readUnderWrites } from './pages-under-writes.ts'
import { measureRefusals } from './refused.ts'
import { scaleOut } from './scale-out.ts'
import { measureShedding } from './shedding.ts'
import type { TrialOptions } from './trial.ts'

type Measure = (world: World, loader: Loader, options: TrialOptions) => Promise<Trials>

/** In the order in which they run. */
const measures: Readonly<Record<string, Measure>> = {
  refused: async (...given) => ({ refused: await measureRefusals(...given) }),
  'half-peak': async (...given) => ({ halfPeak: await runAtHalfPeak(...given) }),
  orders: async (...given) => ({ orders: await measureOrders(...given) }),
  'batch-and-export': async (world, _, options) => ({ batchAndExport: await measureBatchAndExport(world, options) }),
  contention: async (...given) => ({ contention: await contend(...given) }),
  following: async (...given) => ({ following: await measureFollowing(...given) }),
  shedding: async (...given) => ({ shedding: await measureShedding(...given) }),
  'scale-out': async (...given) => ({ scaleOut: await scaleOut(...given) }),
  // Last, since the peers are busy long after they were sent more than they can write.
  goodput: async (...given) => ({ goodput: await measureGoodput(...given) }),
  'pages-under-writes': async (...given) => ({ pagesUnderWrites: await readUnderWrites(...given) }),
}

export const trialNames: readonly string[] = Object.keys(measures)

/** Runs the selected trials one after the other; yields what each has measured. */
export async function* runTrials(
  world: World,
  loader: Loader,
  wanted: ReadonlySet<string>,
  options: TrialOptions,
): AsyncGenerator<Trials> {
  for (const [name, measure] of Object.entries(measures))
    if (wanted.has(name)) yield await measure(world, loader, options)
}
