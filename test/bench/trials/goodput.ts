import { type ChildProcess, fork } from 'node:child_process'
import { cpus } from 'node:os'
import { compiled } from '../../../local/processes/program-paths.ts'
import type { Loader } from '../loader.ts'
import { measure } from '../measure.ts'
import { sendOpenLoop } from '../open-loop/send-open-loop.ts'
import { median, quantile } from '../statistics.ts'
import { requestsOf, workloadNamed } from '../workloads.ts'
import type { Door } from '../world/contestant.ts'
import type { World } from '../world/world.ts'
import type { TrialOptions } from './trial.ts'

/** Successful answers under overload (P13). */
export interface GoodputRow {
  readonly workload: string
  readonly contestant: string
  /** Clients that repeat at once, or arrivals in multiples of what 64 such clients get. */
  readonly load: `${number} clients` | `${number}x arrivals` | '64 clients, cold'
  /** Another program takes half of the processors. */
  readonly isBusy: boolean
  readonly perSecond: number
  readonly refusedPerSecond: number
  readonly acceptedP99Ms: number
  readonly refusedP99Ms: number
}

const WORKLOADS = ['item', 'lots', 'receive', 'move']
const CLIENTS = [64, 256, 1_024]
const ARRIVALS = [1, 2, 10]
/** More than this the sender, the gateway and the services cannot even read on the same two processors. */
const MAX_ARRIVALS = 6_000

/** Every load on ours in turn, and the closed loops on the tuned peers. */
export async function measureGoodput(world: World, loader: Loader, options: TrialOptions): Promise<GoodputRow[]> {
  const rows: GoodputRow[] = []
  const add = (row: GoodputRow) => {
    rows.push(row)
    const { workload, contestant, load, isBusy, perSecond, refusedPerSecond, acceptedP99Ms, refusedP99Ms } = row
    const figures = [perSecond, refusedPerSecond, acceptedP99Ms, refusedP99Ms].map(Math.round)
    options.say(`${contestant} ${workload} ${load}${isBusy ? ', busy' : ''}: ${figures.join(', ')}`)
  }
  for (const workload of WORKLOADS) {
    add({ ...(await cold(world, loader, workload, options)), workload, contestant: 'ours', isBusy: false })
    for (const isBusy of [false, true]) {
      using _busy = isBusy ? takeHalf() : undefined
      for (const { name: contestant, stock, variant } of world.contestants) {
        if (variant === 'documented') continue
        const about = { workload, contestant, isBusy }
        const closed = await closedLoops(world, loader, stock, workload, options)
        for (const row of closed) add({ ...about, ...row })
        if (contestant !== 'ours') continue
        for (const row of await openLoops(world, stock, workload, closed[0]?.perSecond ?? 0, options))
          add({ ...about, ...row })
      }
    }
  }
  return rows
}

type Figures = Omit<GoodputRow, 'workload' | 'contestant' | 'isBusy'>

/** In each round every number of clients in turn, so that the rounds can be compared. */
async function closedLoops(world: World, loader: Loader, door: Door, workload: string, options: TrialOptions) {
  const requests = requestsOf(workloadNamed(workload), world.stage, door.lots)
  const samples = new Map(CLIENTS.map((clients) => [clients, [] as Awaited<ReturnType<typeof measure>>[]]))
  for (let round = 0; round < options.rounds; round++)
    for (const [clients, ofClients] of samples)
      ofClients.push(await measure(world, loader, door, { ...options, connections: clients, requests }))
  return [...samples].map(
    ([clients, ofClients]): Figures => ({
      load: `${clients} clients`,
      perSecond: median(ofClients.map(({ requestsPerSecond }) => requestsPerSecond)),
      refusedPerSecond: median(ofClients.map(({ failed }) => sum(Object.values(failed)) / options.seconds)),
      acceptedP99Ms: median(ofClients.map(({ acceptedMs }) => acceptedMs.p99)),
      refusedP99Ms: median(ofClients.map(({ refusedMs }) => refusedMs.p99)),
    }),
  )
}

async function openLoops(world: World, door: Door, workload: string, capacity: number, options: TrialOptions) {
  const requests = requestsOf(workloadNamed(workload), world.stage, door.lots)
  const rows: Figures[] = []
  for (const times of ARRIVALS) {
    const perSecond = times * capacity
    if (perSecond > MAX_ARRIVALS) continue
    const job = { url: door.url, tokens: [door.token], perSecond, requests, seconds: options.rounds * options.seconds }
    const { acceptedMs, refusedMs, seconds } = await sendOpenLoop(job)
    rows.push({
      load: `${times}x arrivals`,
      perSecond: acceptedMs.length / seconds,
      refusedPerSecond: refusedMs.length / seconds,
      acceptedP99Ms: quantile(acceptedMs, 0.99),
      refusedP99Ms: quantile(refusedMs, 0.99),
    })
  }
  return rows
}

/** A gateway that has just been started gets 64 clients at once. */
async function cold(world: World, loader: Loader, workload: string, options: TrialOptions): Promise<Figures> {
  const { process, url } = await world.ours.add('gateway')
  try {
    const requests = requestsOf(workloadNamed(workload), world.stage, world.ours.door.lots)
    const door = { ...world.ours.door, url }
    const run = { ...options, connections: 64, warmUpSeconds: 0, requests }
    const { requestsPerSecond, failed, acceptedMs, refusedMs } = await measure(world, loader, door, run)
    return {
      load: '64 clients, cold',
      perSecond: requestsPerSecond,
      refusedPerSecond: sum(Object.values(failed)) / options.seconds,
      acceptedP99Ms: acceptedMs.p99,
      refusedP99Ms: refusedMs.p99,
    }
  } finally {
    await process.stop()
  }
}

/** Programs that use processors without end, one for every two of them. */
function takeHalf(): Disposable {
  const burner = compiled('test/bench/burner/main.js')
  const children: ChildProcess[] = Array.from({ length: Math.ceil(cpus().length / 2) }, () => fork(burner))
  return {
    [Symbol.dispose]() {
      for (const child of children) child.kill('SIGKILL')
    },
  }
}

const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0)
