import { type LoadJob, type Quantiles, succeeded } from './load-job.ts'
import type { Loader } from './loader.ts'
import type { Door } from './world/contestant.ts'
import { idleShare, readMachineTime } from './world/machine-idle.ts'
import { readUsage } from './world/process-cpu.ts'
import type { World } from './world/world.ts'

/** One measured run: the responses, and the CPU time of each process. */
export interface Sample {
  readonly requestsPerSecond: number
  readonly succeeded: number
  /** Responses by status, including those of the warm-up. */
  readonly statuses: Readonly<Record<number, number>>
  /** Unsuccessful responses by status; 0 counts broken connections and missing responses. */
  readonly failed: Readonly<Record<number, number>>
  readonly latencyMs: { readonly p50: number; readonly p99: number }
  readonly acceptedMs: Quantiles
  readonly refusedMs: Quantiles
  /** CPU time per successful request, by process. Servers are included if this run has started them. */
  readonly cpuMicros: Readonly<Record<string, number>>
  /** The share of the machine's processors that nobody used meanwhile. */
  readonly idle: number
}

export interface Run {
  readonly connections: number
  readonly seconds: number
  readonly warmUpSeconds: number
  readonly requests: LoadJob['requests']
  /** Further gateways of the contestant, to which connections go in turn. */
  readonly otherUrls?: LoadJob['otherUrls']
}

/** Names of the server processes in reports. */
export const SERVER_NAMES: Readonly<Record<string, string>> = {
  mongodb: 'database',
  postgres: 'database',
  'documentdb-gateway': 'database',
  rabbitmq: 'broker',
  redis: 'redis',
}

/** Warms a contestant up, then loads it and measures the CPU time of all processes. */
export async function measure(world: Pick<World, 'servers'>, loader: Loader, door: Door, run: Run): Promise<Sample> {
  const { connections, seconds, warmUpSeconds, requests, otherUrls = [] } = run
  const job = { url: door.url, otherUrls, token: door.token, connections, requests }
  const warmUp = warmUpSeconds > 0 ? await loader.load({ ...job, seconds: warmUpSeconds }) : undefined
  const roots = watchedProcesses(world, door)
  const machineBefore = readMachineTime()
  const before = readUsage(roots)
  const result = await loader.load({ ...job, seconds })
  const after = readUsage(roots)
  const idle = idleShare(machineBefore, readMachineTime())

  const done = succeeded(result)
  const cpuMicros = microsBetween(before, after, Math.max(done, 1))
  const failed = Object.fromEntries(Object.entries(result.statuses).filter(([status]) => !status.startsWith('2')))
  return {
    requestsPerSecond: done / result.seconds,
    succeeded: done,
    statuses: added(result.statuses, warmUp?.statuses ?? {}),
    failed: { ...failed, ...(result.errors > 0 && { 0: result.errors }) },
    latencyMs: { p50: result.latencyMs.p50, p99: result.latencyMs.p99 },
    acceptedMs: result.acceptedMs,
    refusedMs: result.refusedMs,
    cpuMicros,
    idle,
  }
}

/** The servers and the processes of a contestant, by name. */
export function watchedProcesses({ servers }: Pick<World, 'servers'>, door: Door): Map<string, number> {
  const watched = [...servers.processes, ...door.processes]
  return new Map(watched.flatMap(({ name, pid }) => (pid === undefined ? [] : [[name, pid] as const])))
}

type Usages = ReturnType<typeof readUsage>

/** CPU time per request, by process. */
export function microsBetween(before: Usages, after: Usages, requests: number): Record<string, number> {
  const micros: Record<string, number> = {}
  for (const [name, { cpuSeconds }] of after) {
    const shown = SERVER_NAMES[name] ?? name
    const used = cpuSeconds - (before.get(name)?.cpuSeconds ?? 0)
    micros[shown] = (micros[shown] ?? 0) + (used * 1e6) / requests
  }
  return micros
}

function added(one: Readonly<Record<number, number>>, other: Readonly<Record<number, number>>): Record<number, number> {
  const sum: Record<number, number> = { ...one }
  for (const [status, count] of Object.entries(other)) sum[Number(status)] = (sum[Number(status)] ?? 0) + count
  return sum
}

/** CPU time of a contestant's own processes, without the servers. */
export function ownMicros({ cpuMicros }: Pick<Sample, 'cpuMicros'>): number {
  const servers = new Set(Object.values(SERVER_NAMES))
  return Object.entries(cpuMicros).reduce((sum, [name, micros]) => (servers.has(name) ? sum : sum + micros), 0)
}
