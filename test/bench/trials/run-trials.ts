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

export const trialNames = [
  'batch-and-export',
  'contention',
  'following',
  'half-peak',
  'orders',
  'pages-under-writes',
  'refused',
  'scale-out',
  'goodput',
  'shedding',
] as const

/** Runs the selected trials one after the other. */
export async function runTrials(
  world: World,
  loader: Loader,
  wanted: ReadonlySet<string>,
  options: TrialOptions,
): Promise<Trials> {
  return {
    ...(wanted.has('refused') && { refused: await measureRefusals(world, loader, options) }),
    ...(wanted.has('half-peak') && { halfPeak: await runAtHalfPeak(world, loader, options) }),
    ...(wanted.has('orders') && { orders: await measureOrders(world, loader, options) }),
    ...(wanted.has('batch-and-export') && { batchAndExport: await measureBatchAndExport(world, options) }),
    ...(wanted.has('contention') && { contention: await contend(world, loader, options) }),
    ...(wanted.has('following') && { following: await measureFollowing(world, loader, options) }),
    ...(wanted.has('shedding') && { shedding: await measureShedding(world, loader, options) }),
    ...(wanted.has('goodput') && { goodput: await measureGoodput(world, loader, options) }),
    ...(wanted.has('scale-out') && { scaleOut: await scaleOut(world, loader, options) }),
    // Last, since the peers are busy with its receipts long after their rounds.
    ...(wanted.has('pages-under-writes') && { pagesUnderWrites: await readUnderWrites(world, loader, options) }),
  }
}
