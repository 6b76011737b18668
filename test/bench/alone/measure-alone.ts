import pMap from 'p-map'
import { checkReads } from '../check-answers.ts'
import { startLoader } from '../loader.ts'
import { microsBetween, type Sample, watchedProcesses } from '../measure.ts'
import { sendOpenLoop } from '../open-loop/send-open-loop.ts'
import type { BenchOptions } from '../options.ts'
import { type Alone, type AloneLoad, circumstances } from '../results.ts'
import { inTurn, runRounds, type Series } from '../rounds.ts'
import { quantile } from '../statistics.ts'
import { toRow } from '../summarize.ts'
import { requestsOf, workloadNamed, workloads } from '../workloads.ts'
import type { Door } from '../world/contestant.ts'
import { createToken } from '../world/our-system.ts'
import { peers } from '../world/peer.ts'
import { readUsage } from '../world/process-cpu.ts'
import { startWorld, type World } from '../world/world.ts'

const WORKLOADS: readonly string[] = ['item', 'lots', 'receive', 'move']
const WARM_SECONDS = 15
const COLD_SECONDS = 1
/** Clients of the open loops. With 100 requests a second each has what the rate limit lets it have: 100 a minute. */
const CLIENTS = 60
const ARRIVALS = [20, 100]

/** Measures one client, a few, and requests that arrive at the rate of a usual day, on all tuned contestants in turn. */
export async function measureAlone(options: BenchOptions, say: (line: string) => void): Promise<Alone> {
  const { only, lots, items, rounds, seconds, isQuick } = options
  const isNamed = (name: string) => only.includes(name)
  const everybody = peers.filter(({ variant }) => variant === 'tuned')
  const named = everybody.filter(({ name }) => isNamed(name))
  const measured = workloads.filter(({ name }) => WORKLOADS.includes(name))
  const chosen = measured.filter(({ name }) => isNamed(name))
  const warmUpSeconds = isQuick ? COLD_SECONDS : WARM_SECONDS

  await using world = await startWorld({ size: { lots, items }, peers: named.length > 0 ? named : everybody, say })
  await using loader = await startLoader()
  await checkReads(world.contestants, world.stage)
  const loads: AloneLoad[] = []
  const closed = async (title: string, connections: number, timing: { rounds: number; warmUpSeconds: number }) => {
    say(title)
    const run = { ...timing, seconds, connections, workloads: chosen.length > 0 ? chosen : measured, only, say }
    loads.push({ title, rows: (await runRounds(world, loader, run)).map(toRow) })
  }
  // First, and once: later the contestants have been in use for minutes.
  if (!isQuick) await closed(`One client, after ${COLD_SECONDS} s`, 1, { rounds: 1, warmUpSeconds: COLD_SECONDS })
  await closed(`One client, after ${warmUpSeconds} s`, 1, { rounds, warmUpSeconds })
  await closed(`8 clients, after ${warmUpSeconds} s`, 8, { rounds, warmUpSeconds })
  const clients = Array.from({ length: CLIENTS }, (_, index) => `day-${index}`)
  const tokens = await pMap(clients, (clientId) => createToken(world.ours.call, clientId), { concurrency: 2 })
  for (const perSecond of ARRIVALS) {
    const title = `${perSecond} requests a second of ${CLIENTS} clients`
    say(title)
    const series = await openLoops(world, { perSecond, tokens, rounds, seconds, warmUpSeconds, say })
    loads.push({ title, rows: series.map(toRow) })
  }
  return {
    ...circumstances(`${lots} lots, ${rounds} rounds of ${seconds} s, medians; after 1 s of one round`),
    contestants: world.contestants.map(({ name, title, family, variant }) => ({ name, title, family, variant })),
    loads,
  }
}

interface Arrivals {
  readonly perSecond: number
  readonly tokens: readonly string[]
  readonly seconds: number
  readonly warmUpSeconds: number
}

/** The mix at random times, on every contestant in turn, round after round. */
async function openLoops(world: World, run: Arrivals & { rounds: number; say(line: string): void }): Promise<Series[]> {
  const workload = workloadNamed('mix')
  const series = new Map(
    world.contestants.map((contestant) => {
      const samples: Sample[] = []
      return [contestant, { workload: workload.name, contestant: contestant.name, samples }]
    }),
  )
  for (let round = 0; round < run.rounds; round++)
    for (const [{ stock }, { contestant, samples }] of inTurn([...series], round)) {
      const sample = await measureArrivals(world, stock, run, requestsOf(workload, world.stage, stock.lots))
      samples.push(sample)
      const { p50, p99 } = sample.latencyMs
      run.say(`${round + 1} ${contestant}: p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`)
    }
  return [...series.values()]
}

async function measureArrivals(
  world: World,
  door: Door,
  { perSecond, tokens, seconds, warmUpSeconds }: Arrivals,
  requests: ReturnType<typeof requestsOf>,
): Promise<Sample> {
  const job = { url: door.url, tokens, perSecond, requests, ignoredSeconds: 0 }
  await sendOpenLoop({ ...job, seconds: warmUpSeconds })
  const roots = watchedProcesses(world, door)
  const before = readUsage(roots)
  const { acceptedMs, refusedMs, failed, seconds: took } = await sendOpenLoop({ ...job, seconds })
  const latenciesMs = [...acceptedMs, ...refusedMs]
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
    latencyMs: quantiles(latenciesMs),
    acceptedMs: quantiles(acceptedMs),
    refusedMs: quantiles(refusedMs),
    cpuMicros: microsBetween(before, readUsage(roots), Math.max(acceptedMs.length, 1)),
  }
}
