import { setTimeout as delay } from 'node:timers/promises'
import { type Loader, startLoader } from '../loader.ts'
import { measure, type Sample } from '../measure.ts'
import type { BenchOptions } from '../options.ts'
import { circumstances } from '../results.ts'
import { toRow } from '../summarize.ts'
import { requestsOf, workloadNamed } from '../workloads.ts'
import type { OurSystem } from '../world/our-system.ts'
import { startWorld, type World } from '../world/world.ts'
import type { Cluster, ClusterRow, NewProcess } from './cluster.ts'
import { measureNewProcess } from './new-process.ts'
import { openQuotas, type Quotas } from './quotas.ts'

type Added = Awaited<ReturnType<OurSystem['add']>>
type RowKey = Pick<ClusterRow, 'several' | 'quota' | 'processes' | 'clients'> & { readonly workload: string }
type Note = (key: RowKey, sample: Sample) => void

/** For each process, and in all where it says so. */
const CLIENTS = 64
const INVENTORIES = 4
const GATEWAYS = 3
const WRITES = ['receive', 'move']
const WARM_SECONDS = 30
/** After a process has left. */
const SETTLE_SECONDS = 2

interface Bench {
  readonly world: World
  readonly loader: Loader
  readonly quotas: Quotas
  readonly seconds: number
  readonly warmSeconds: number
  readonly most: { readonly inventories: number; readonly gateways: number }
  readonly note: Note
  readonly say: (line: string) => void
}

/** Measures several processes with equal quotas, most of them first: all are warm when the first row is measured. */
export async function measureCluster(options: BenchOptions, say: (line: string) => void): Promise<Cluster> {
  const { lots, items, rounds, seconds, isQuick, only } = options
  const isWanted = (name: string) => only.length === 0 || only.includes(name)
  const quotas = openQuotas()
  say(`Quotas by ${quotas.kind}`)
  const samples = new Map<string, { key: RowKey; samples: Sample[] }>()
  const note: Note = (key, sample) => {
    const { several, quota, processes, clients, workload } = key
    const known = samples.get(JSON.stringify(key)) ?? { key, samples: [] }
    known.samples.push(sample)
    samples.set(JSON.stringify(key), known)
    const figures = `${Math.round(sample.requestsPerSecond)}/s, idle ${Math.round(sample.idle * 100)} %`
    say(
      `${quota} ${several} x ${processes}, ${clients} clients, ${workload}: ${figures} ${JSON.stringify(sample.failed)}`,
    )
  }
  try {
    await using world = await startWorld({
      size: { lots, items },
      peers: [],
      withMemory: false,
      leftOut: ['inventory', 'reporting'],
      say,
    })
    await using loader = await startLoader()
    const bench: Bench = {
      ...{ world, loader, quotas, seconds, note, say },
      warmSeconds: isQuick ? 4 : WARM_SECONDS,
      most: isQuick ? { inventories: 2, gateways: 2 } : { inventories: INVENTORIES, gateways: GATEWAYS },
    }
    const newProcesses: NewProcess[] = []
    for (let round = 0; round < rounds; round++)
      for (const quota of options.quotas)
        if (WRITES.some(isWanted))
          newProcesses.push(...(await measureInventories(bench, quota, round === 0 && isWanted('new'))))
    const [catalog] = world.ours.door.processes.filter(({ name }) => name.includes('-catalog-'))
    // Reads of items need an inventory process for nothing; the catalog without a quota would take them.
    await catalog?.stop()
    for (let round = 0; round < rounds; round++)
      for (const quota of options.quotas) if (isWanted('item')) await measureGateways(bench, quota)
    return {
      ...circumstances(
        `${lots} lots, ${rounds} rounds of ${seconds} s, medians; ${quotas.kind}, ${bench.warmSeconds} s warm`,
      ),
      rows: [...samples.values()].map(({ key: { workload, ...key }, samples: all }) => ({
        ...key,
        row: toRow({ workload, contestant: `ours x ${key.processes}`, samples: all }),
      })),
      newProcesses,
    }
  } finally {
    quotas.remove()
  }
}

async function measureInventories(bench: Bench, quota: number, withNew: boolean): Promise<NewProcess[]> {
  const { world, loader, most, say } = bench
  const start = () => addLimited(bench, 'inventory', quota)
  const running = await Promise.all(Array.from({ length: most.inventories }, start))
  const key = (workload: string, clients: number) =>
    ({ several: 'inventory', quota, processes: running.length, clients, workload }) as const
  say(`Warming ${running.length} inventory processes up`)
  for (const workload of WRITES)
    await load(bench, { ...key(workload, CLIENTS * running.length), seconds: bench.warmSeconds / WRITES.length })
  for (; ; await delay(SETTLE_SECONDS * 1_000)) {
    for (const clients of running.length === 2 ? [CLIENTS, 2 * CLIENTS] : [CLIENTS * running.length])
      for (const workload of WRITES) bench.note(...(await sampleOf(bench, key(workload, clients), running)))
    if (running.length === 1) break
    await stop(bench, running.pop())
  }
  const found: NewProcess[] = []
  for (const workload of withNew ? WRITES : []) {
    const launched = await measureNewProcess(world, loader, { workload, quota, clients: CLIENTS, start })
    say(`${quota} new process, ${workload}: ${JSON.stringify(launched)}`)
    found.push(launched)
  }
  await stop(bench, running.pop())
  return found
}

async function measureGateways(bench: Bench, quota: number): Promise<void> {
  const { most, say } = bench
  const counts = Array.from({ length: most.gateways })
  const catalogs = await Promise.all(counts.map(() => addLimited(bench, 'catalog', quota)))
  const gateways = await Promise.all(counts.map(() => addLimited(bench, 'gateway', quota)))
  const key = () => {
    const processes = gateways.length
    return { several: 'gateway and catalog', quota, processes, clients: CLIENTS * processes, workload: 'item' } as const
  }
  say(`Warming ${gateways.length} gateways and catalogs up`)
  await load(bench, { ...key(), seconds: bench.warmSeconds, gateways })
  for (; gateways.length > 0; await delay(SETTLE_SECONDS * 1_000)) {
    bench.note(...(await sampleOf(bench, key(), [...gateways, ...catalogs], gateways)))
    await stop(bench, gateways.pop())
    await stop(bench, catalogs.pop())
  }
}

const addLimited = (
  { world, quotas }: Bench,
  name: 'inventory' | 'catalog' | 'gateway',
  quota: number,
): Promise<Added> => world.ours.add(name, { launched: (pid) => quotas.limit(pid, quota) })

async function stop({ world }: Bench, added: Added | undefined): Promise<void> {
  if (!added) return
  await added.process.stop()
  world.ours.inventories.delete(added.process)
}

interface Load extends RowKey {
  readonly seconds: number
  readonly gateways?: readonly Added[]
}

function load({ world, loader }: Bench, { workload, clients, seconds, gateways = [] }: Load) {
  const { door } = world.ours
  const [url = door.url, ...otherUrls] = gateways.map((gateway) => gateway.url)
  const requests = requestsOf(workloadNamed(workload), world.stage, door.lots)
  return loader.load({ url, otherUrls, token: door.token, connections: clients, requests, seconds })
}

async function sampleOf(
  { world, loader, seconds }: Bench,
  key: RowKey,
  added: readonly Added[],
  gateways: readonly Added[] = [],
): Promise<[RowKey, Sample]> {
  const { door } = world.ours
  const [url = door.url, ...otherUrls] = gateways.map((gateway) => gateway.url)
  const processes = [...door.processes, ...added.map(({ process }) => process)]
  const requests = requestsOf(workloadNamed(key.workload), world.stage, door.lots)
  const run = { connections: key.clients, seconds, warmUpSeconds: SETTLE_SECONDS, requests, otherUrls }
  return [key, await measure(world, loader, { ...door, url, processes }, run)]
}
