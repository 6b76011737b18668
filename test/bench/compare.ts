import { checkReads } from './check-responses.ts'
import { startLoader } from './loader.ts'
import type { BenchOptions } from './options.ts'
import { type Comparison, circumstances } from './results.ts'
import { runRounds } from './rounds.ts'
import { toRow } from './summarize.ts'
import { runTrials, trialNames } from './trials/run-trials.ts'
import { usualWorkloads, workloads } from './workloads.ts'
import { peers } from './world/peer.ts'
import { startWorld } from './world/world.ts'

/** Trials that a quick run skips unless they are named. */
const LONG_TRIALS: readonly string[] = ['batch-and-export', 'contention', 'following', 'orders', 'scale-out', 'goodput']

/** Rounds of each trial. */
const TRIAL_ROUNDS = 3

/**
 * Measures the Inventory Service and the peers on the same servers with the same stock.
 *
 * @returns what has been measured: after the rows, and after each trial
 */
export async function* compare(options: BenchOptions, say: (line: string) => void): AsyncGenerator<Comparison> {
  const { only, rounds, seconds, connections, lots, items, warmUpSeconds } = options
  const trialsOfRun = trialNames.filter((name) => !(options.isQuick && LONG_TRIALS.includes(name)))
  const jobs = chosen(
    workloads.map(({ name }) => name).concat(trialNames),
    only,
    usualWorkloads.map(({ name }) => name).concat(trialsOfRun),
  )
  const usual = peers.filter(({ variant }) => variant !== 'improved')
  const names = chosen(['ours', ...peers.map(({ name }) => name)], only, ['ours', ...usual.map(({ name }) => name)])
  const timing = { seconds, connections, warmUpSeconds, say }

  await using world = await startWorld({
    size: { lots, items },
    peers: peers.filter(({ name }) => names.has(name)),
    say,
  })
  await using loader = await startLoader()
  await checkReads(world.contestants, world.stage)
  const measured = workloads.filter(({ name }) => jobs.has(name))
  const series = await runRounds(world, loader, { ...timing, rounds, workloads: measured, only })
  let comparison: Comparison = {
    ...circumstances(`${lots} lots, ${connections} connections, ${rounds} rounds of ${seconds} s, medians`),
    contestants: world.contestants.map(({ name, title, family, variant }) => ({ name, title, family, variant })),
    rows: series.map(toRow),
    trials: {},
  }
  yield comparison
  for await (const trial of runTrials(world, loader, jobs, { ...timing, rounds: Math.min(rounds, TRIAL_ROUNDS) })) {
    comparison = { ...comparison, trials: { ...comparison.trials, ...trial } }
    yield comparison
  }
}

/** The named ones, or the default ones if none was named. */
function chosen(all: readonly string[], only: readonly string[], usual: readonly string[]): ReadonlySet<string> {
  const named = all.filter((name) => only.includes(name))
  return new Set(named.length > 0 ? named : usual)
}
