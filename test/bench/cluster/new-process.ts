import { setTimeout as delay } from 'node:timers/promises'
import type { Loader } from '../loader.ts'
import { requestsOf, workloadNamed } from '../workloads.ts'
import { idleShare, readMachineTime } from '../world/machine-idle.ts'
import type { World } from '../world/world.ts'
import type { NewProcess } from './cluster.ts'

const BEFORE_SECONDS = 5
/** The periods after a new process is ready. */
const PERIODS = [
  { from: 0, to: 5 },
  { from: 5, to: 10 },
  { from: 10, to: 20 },
  { from: 20, to: 30 },
]
/** A start takes so long at most, or the last periods are not seen. */
const START_SECONDS = 15

interface Launch {
  readonly workload: string
  readonly quota: number
  readonly clients: number
  /** Starts one more process; resolves when it is ready. */
  start(): Promise<{ readonly process: { stop(): Promise<void> } }>
}

/** Loads one warm process, and starts a second one meanwhile. */
export async function measureNewProcess(world: World, loader: Loader, launch: Launch): Promise<NewProcess> {
  const { workload, quota, clients, start } = launch
  const { url, token, lots } = world.ours.door
  const requests = requestsOf(workloadNamed(workload), world.stage, lots)
  const seconds = BEFORE_SECONDS + START_SECONDS + Math.max(...PERIODS.map(({ to }) => to))
  const machineBefore = readMachineTime()
  const begin = performance.now()
  const loading = loader.load({ url, token, connections: clients, requests, seconds })
  await delay(BEFORE_SECONDS * 1_000)
  const launchedAt = performance.now()
  const { process } = await start()
  const readyAt = performance.now()
  const { acceptedPerSecond } = await loading
  const idle = idleShare(machineBefore, readMachineTime())
  await process.stop()
  return {
    quota,
    workload,
    clients,
    // In the first second the load begins.
    beforePerSecond: mean(acceptedPerSecond.slice(1, BEFORE_SECONDS)),
    readySeconds: (readyAt - launchedAt) / 1_000,
    after: periodsAfter(acceptedPerSecond, (readyAt - begin) / 1_000),
    idle,
  }
}

/** The periods that the load has reached, in whole seconds. */
export function periodsAfter(perSecond: readonly number[], readySecond: number): NewProcess['after'] {
  const first = Math.round(readySecond)
  return PERIODS.filter(({ to }) => first + to <= perSecond.length).map(({ from, to }) => ({
    from,
    to,
    perSecond: mean(perSecond.slice(first + from, first + to)),
  }))
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
