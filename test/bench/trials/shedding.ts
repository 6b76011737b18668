import { setTimeout as delay } from 'node:timers/promises'
import { succeeded } from '../load-job.ts'
import type { Loader } from '../loader.ts'
import { median } from '../statistics.ts'
import { requestsOf, workloadNamed } from '../workloads.ts'
import { readUsage } from '../world/process-cpu.ts'
import type { World } from '../world/world.ts'
import type { TrialOptions } from './trial.ts'

/** CPU time of the gateway for a request that overload refuses, and for an accepted one (P14). */
export interface SheddingResult {
  readonly acceptedMicros: number
  readonly refusedMicros: number
  readonly refused: number
}

/** Connections are made, and the first refusals are due, after this time. */
const IGNORED_SECONDS = 2
const CLIENTS = { accepted: 64, refused: 2_000 }

/**
 * Reads of an item: of 64 clients, which are all accepted; then, while catalog stands still, of 2,000 that repeat at once, of which all
 * are refused but the first.
 */
export async function measureShedding(world: World, loader: Loader, options: TrialOptions): Promise<SheddingResult> {
  const accepted: number[] = []
  const refused: number[] = []
  let refusals = 0
  for (let round = 0; round < options.rounds; round++) {
    const ofAccepted = await load(world, loader, CLIENTS.accepted, options.seconds)
    accepted.push(ofAccepted.gatewayMicros / succeeded(ofAccepted.result))
    const catalog = processNamed(world, 'catalog')
    process.kill(catalog, 'SIGSTOP')
    try {
      const ofRefused = await load(world, loader, CLIENTS.refused, options.seconds)
      const count = ofRefused.result.statuses[503] ?? 0
      refusals += count
      refused.push(ofRefused.gatewayMicros / count)
    } finally {
      process.kill(catalog, 'SIGCONT')
    }
    await untilAnswered(world, loader)
    options.say(`shedding: ${[accepted, refused].map((values) => Math.round(values.at(-1) ?? 0)).join(', ')} µs`)
  }
  return { acceptedMicros: median(accepted), refusedMicros: median(refused), refused: refusals }
}

async function load(world: World, loader: Loader, connections: number, seconds: number) {
  const { url, token, lots } = world.ours.door
  const requests = requestsOf(workloadNamed('item'), world.stage, lots)
  const loading = loader.load({
    url,
    token,
    connections,
    requests,
    seconds: IGNORED_SECONDS + seconds,
    ignoredSeconds: IGNORED_SECONDS,
  })
  await delay(IGNORED_SECONDS * 1_000)
  const before = gatewaySeconds(world)
  const result = await loading
  return { result, gatewayMicros: (gatewaySeconds(world) - before) * 1e6 }
}

async function untilAnswered(world: World, loader: Loader): Promise<void> {
  for (;;) {
    const { result } = await load(world, loader, 1, 1)
    if (Object.keys(result.statuses).every((status) => status === '200') && succeeded(result) > 0) return
  }
}

const gatewaySeconds = (world: World) =>
  readUsage(new Map([['gateway', processNamed(world, 'gateway')]])).get('gateway')?.cpuSeconds ?? Number.NaN

function processNamed(world: World, name: string): number {
  const found = world.ours.door.processes.find((process) => process.name.includes(name))
  if (found?.pid === undefined) throw new Error(`There is no ${name}`)
  return found.pid
}
