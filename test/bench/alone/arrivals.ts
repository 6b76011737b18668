import { microsBetween, type Sample, watchedProcesses } from '../measure.ts'
import { sendOpenLoop } from '../open-loop/send-open-loop.ts'
import { inTurn, type Series } from '../rounds.ts'
import { quantile } from '../statistics.ts'
import { requestsOf, workloadNamed } from '../workloads.ts'
import type { Door } from '../world/contestant.ts'
import { idleShare, readMachineTime } from '../world/machine-idle.ts'
import { readUsage } from '../world/process-cpu.ts'
import type { World } from '../world/world.ts'

export interface Arrivals {
  readonly perSecond: number
  /** Of the clients. */
  readonly tokens: readonly string[]
  readonly rounds: number
  readonly seconds: number
  readonly warmUpSeconds: number
  readonly say: (line: string) => void
}

/** The mix at random times, on every contestant in turn, round after round. */
export async function measureArrivals(world: World, run: Arrivals): Promise<Series[]> {
  const workload = workloadNamed('mix')
  const series = new Map(
    world.contestants.map((contestant) => {
      const samples: Sample[] = []
      return [contestant, { workload: workload.name, contestant: contestant.name, samples }]
    }),
  )
  for (let round = 0; round < run.rounds; round++)
    for (const [{ stock }, { contestant, samples }] of inTurn([...series], round)) {
      const sample = await measureOne(world, stock, run, requestsOf(workload, world.stage, stock.lots))
      samples.push(sample)
      const { p50, p99 } = sample.latencyMs
      run.say(`${round + 1} ${contestant}: p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`)
    }
  return [...series.values()]
}

async function measureOne(
  world: World,
  door: Door,
  { perSecond, tokens, seconds, warmUpSeconds }: Arrivals,
  requests: ReturnType<typeof requestsOf>,
): Promise<Sample> {
  const job = { url: door.url, tokens, perSecond, requests, ignoredSeconds: 0 }
  await sendOpenLoop({ ...job, seconds: warmUpSeconds })
  const roots = watchedProcesses(world, door)
  const machineBefore = readMachineTime()
  const before = readUsage(roots)
  const { acceptedMs, refusedMs, failed, seconds: took } = await sendOpenLoop({ ...job, seconds })
  const cpuMicros = microsBetween(before, readUsage(roots), Math.max(acceptedMs.length, 1))
  const idle = idleShare(machineBefore, readMachineTime())
  const quantiles = (ms: readonly number[]) => ({
    p50: quantile(ms, 0.5),
    p90: quantile(ms, 0.9),
    p99: quantile(ms, 0.99),
    max: quantile(ms, 1),
  })
  return {
    requestsPerSecond: acceptedMs.length / took,
    succeeded: acceptedMs.length,
    statuses: failed,
    failed,
    latencyMs: quantiles([...acceptedMs, ...refusedMs]),
    acceptedMs: quantiles(acceptedMs),
    refusedMs: quantiles(refusedMs),
    cpuMicros,
    idle,
  }
}
