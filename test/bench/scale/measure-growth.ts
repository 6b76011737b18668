import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { inventory } from '../../../shared/contract/inventory/inventory.ts'
import { createOwner } from '../../../shared/process/disposal.ts'
import { registerBasics } from '../../support/system/registries.ts'
import { buildStock, type StockSize } from '../build/build-stock.ts'
import type { BenchOptions } from '../options.ts'
import { circumstances } from '../results.ts'
import { type OurSystem, startOurs } from '../world/our-system.ts'
import { readUsage } from '../world/process-cpu.ts'
import { type Asker, createAsker } from '../world/responses.ts'
import { ownServers } from '../world/world.ts'
import type { Growth, SizeResult } from './growth.ts'
import { probe } from './probes.ts'
import { addSpecialStock } from './special-stock.ts'

const SYSTEM = 'scale'
/** Requests of each kind at each size. */
const PROBES_PER_ROUND = 10
/** Lots of an item that are received in one transaction, which writes the level once. */
const TOGETHER = 20

/** Builds one stock up to each size and measures it there. */
export async function measureGrowth(options: BenchOptions, say: (line: string) => void): Promise<Growth> {
  await using owner = createOwner()
  const dataDir = options.dataDir ? resolve(options.dataDir) : mkdtempSync(join(tmpdir(), 'inventory-scale-'))
  if (options.dataDir === undefined) owner.defer(async () => rmSync(dataDir, { recursive: true, force: true }))
  const { servers, urls } = await ownServers(dataDir, say)
  owner.defer(() => servers.stop())
  say('Starting the system')
  const ours = owner.own(await startOurs({ system: SYSTEM, urls, dataDir, say }))
  await registerBasics(ours.call)

  const sizes: SizeResult[] = []
  for (const lots of options.sizes) {
    say(`Building ${lots} lots`)
    const items = lots / TOGETHER
    const begin = performance.now()
    const built = { mongoUri: urls.MONGODB_URI, system: SYSTEM, dataDir, together: TOGETHER, say }
    await buildStock({ lots, items }, built)
    const buildSeconds = (performance.now() - begin) / 1_000
    say(`Built in ${Math.round(buildSeconds)} s; measuring`)
    const asker = createAsker(ours.door)
    if (sizes.length === 0) await addSpecialStock(ours.call)
    await checkTotals(asker, ours.door.token, { lots, items })
    const latencies = await probe(asker, ours.door.token, items, options.rounds * PROBES_PER_ROUND)
    asker.close()
    const reconcileSeconds = await timeReconcile(ours)
    const diskBytes = sizeOnDisk(join(dataDir, 'documentdb', 'cluster'))
    const diskBytesPerLot = diskBytes === null ? null : Math.round(diskBytes / lots)
    sizes.push({ lots, items, buildSeconds, latencies, reconcileSeconds, residentMiB: memoryOf(ours), diskBytesPerLot })
  }
  const settings = `one client, ${options.rounds * PROBES_PER_ROUND} requests of each kind in turn, medians`
  return { ...circumstances(settings), sizes }
}

/** Lots that measurements at smaller sizes, or an earlier run on the same data, may have added. */
const MEASURED_LOTS = 1_000

/** Checks the totals of the lists: at least what was built, at most what measurements add to it. */
async function checkTotals(asker: Asker, token: string, { lots, items }: StockSize): Promise<void> {
  for (const [path, expected] of [
    ['/Inventory', lots],
    ['/Item/All', items],
    ['/Inventory/StockLevels', items],
  ] as const) {
    const { totalCount } = await asker.page(token, `${path}?pageSize=1`)
    if (totalCount < expected || totalCount > expected * 1.01 + MEASURED_LOTS)
      throw new Error(`${path} has a totalCount of ${totalCount} instead of ${expected}`)
  }
}

/** Seconds that `ctl reconcile` takes, which must find no difference. */
async function timeReconcile({ call }: OurSystem): Promise<number> {
  const begin = performance.now()
  const { differences } = await call(inventory.reconcile, {})
  if (differences.length > 0) throw new Error(`The stock has differences: ${JSON.stringify(differences[0])}`)
  return (performance.now() - begin) / 1_000
}

function memoryOf({ door }: OurSystem): Record<string, number> {
  const roots = new Map(door.processes.flatMap(({ name, pid }) => (pid === undefined ? [] : [[name, pid] as const])))
  const nameOf = (label: string) => label.replace(`${SYSTEM}-`, '').replace(/-\d+$/, '')
  return Object.fromEntries([...readUsage(roots)].map(([name, usage]) => [nameOf(name), usage.residentBytes / 2 ** 20]))
}

/** Disk space of the database without its write-ahead log; null if its files are not here. */
function sizeOnDisk(folder: string): number | null {
  if (!existsSync(folder)) return null
  return Number(execFileSync('du', ['-sb', '--exclude=pg_wal', folder], { encoding: 'utf8' }).split('\t')[0])
}
