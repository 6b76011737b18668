import { openBooks } from './books.ts'
import type { Loader } from './loader.ts'
import { measure, type Sample } from './measure.ts'
import { requestsOf, type Workload } from './workloads.ts'
import type { Contestant } from './world/contestant.ts'
import type { World } from './world/world.ts'

export interface RoundOptions {
  readonly rounds: number
  readonly seconds: number
  readonly warmUpSeconds: number
  /** In rounds after the first, whose code is compiled; as in the first unless set. */
  readonly laterWarmUpSeconds?: number
  readonly connections: number
  readonly workloads: readonly Workload[]
  /** Named contestants are measured under every workload. */
  readonly only: readonly string[]
  readonly say: (line: string) => void
}

/** All samples of one contestant under one workload. */
export interface Series {
  readonly workload: string
  readonly contestant: string
  readonly samples: Sample[]
}

/** Measures every workload on every contestant in turn, round after round, so that other load on the machine affects all of them. */
export async function runRounds(world: World, loader: Loader, options: RoundOptions): Promise<Series[]> {
  const { contestants } = world
  const series = new Map<string, Series>()
  const books = await openBooks(contestants)
  for (let round = 0; round < options.rounds; round++) {
    for (const workload of options.workloads) {
      const contenders = contestants.filter((contestant) => takesPart(contestant, workload, options.only))
      for (const contestant of inTurn(contenders, round)) {
        const sample = await sampleOf(world, loader, workload, contestant, round, options)
        books.note(contestant, workload, sample, options.connections)
        const key = `${workload.name}/${contestant.name}`
        const known = series.get(key) ?? { workload: workload.name, contestant: contestant.name, samples: [] }
        known.samples.push(sample)
        series.set(key, known)
        const failed = Object.keys(sample.failed).length > 0 ? ` failed ${JSON.stringify(sample.failed)}` : ''
        options.say(`${round + 1} ${key}: ${Math.round(sample.requestsPerSecond)}/s${failed}`)
      }
    }
  }
  await books.check()
  return [...series.values()]
}

/** The documented variants are measured under the path workload only; the tuned ones everywhere. */
const takesPart = ({ name, variant }: Contestant, workload: Workload, only: readonly string[]) =>
  variant !== 'documented' || workload.name === 'path' || only.includes(name)

/** Rotates the contestants, so that another one begins in each round. */
export function inTurn<T>(items: readonly T[], round: number): T[] {
  const first = round % items.length
  return [...items.slice(first), ...items.slice(0, first)]
}

function sampleOf(
  world: World,
  loader: Loader,
  workload: Workload,
  contestant: Contestant,
  round: number,
  { laterWarmUpSeconds, ...options }: RoundOptions,
): Promise<Sample> {
  const door = contestant[workload.door]
  const warmUpSeconds = (round > 0 ? laterWarmUpSeconds : undefined) ?? options.warmUpSeconds
  return measure(world, loader, door, {
    ...options,
    warmUpSeconds,
    requests: requestsOf(workload, world.stage, door.lots),
  })
}
