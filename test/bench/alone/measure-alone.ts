import pMap from 'p-map'
import { checkReads } from '../check-responses.ts'
import { startLoader } from '../loader.ts'
import type { BenchOptions } from '../options.ts'
import { type Alone, type AloneLoad, circumstances } from '../results.ts'
import { runRounds } from '../rounds.ts'
import { toRow } from '../summarize.ts'
import { bareWorkloads, workloads } from '../workloads.ts'
import { createToken } from '../world/our-system.ts'
import { peers } from '../world/peer.ts'
import { startWorld } from '../world/world.ts'
import { measureArrivals } from './arrivals.ts'
import { measureAtRest, withoutOurRest } from './at-rest.ts'
import { countCommands } from './count-commands.ts'

const WORKLOADS: readonly string[] = ['item', 'lots', 'receive', 'move']
const BARE = bareWorkloads.map(({ name }) => name)
/** Before the first measurement of a request; later ones find its code compiled. */
const WARM_SECONDS = 15
const LATER_SECONDS = 3
const COLD_SECONDS = 1
/** Clients of the open loops. With 100 requests a second each has what the rate limit lets it have: 100 a minute. */
const CLIENTS = 60
const ARRIVALS = [20, 100]
/** Open loops take this many times as long, for as many responses above the 99th percentile. */
const LONGER = 3

/**
 * Measures one client, a few clients, and requests that arrive at the rate of a usual day. The contestants take turns; the
 * documented peers are left out.
 */
export async function measureAlone(options: BenchOptions, say: (line: string) => void): Promise<Alone> {
  const { only, lots, items, rounds, seconds, isQuick } = options
  const isNamed = ({ name }: { readonly name: string }) => only.includes(name)
  const everybody = peers.filter(({ variant }) => variant !== 'documented')
  const named = everybody.filter(isNamed)
  const chosen = workloads.filter((workload) => [...WORKLOADS, ...BARE].includes(workload.name) && isNamed(workload))
  const among = (names: readonly string[]) =>
    (chosen.length > 0 ? chosen : workloads).filter(({ name }) => names.includes(name))
  const [warm, later] = isQuick ? [COLD_SECONDS, COLD_SECONDS] : [WARM_SECONDS, LATER_SECONDS]

  const size = { lots, items }
  await using world = await startWorld({ size, peers: named.length > 0 ? named : everybody, withMemory: false, say })
  await using loader = await startLoader()
  await checkReads(world.contestants, world.stage, ['item', 'lots', 'levels'])
  const loads: AloneLoad[] = []
  const closed = async (
    clients: number,
    warmUpSeconds: number,
    timing: { rounds: number; first: number },
    { measured = among(WORKLOADS), how = '' } = {},
  ) => {
    if (measured.length === 0) return
    const title = `${clients === 1 ? 'One client' : `${clients} clients`}, after ${warmUpSeconds} s${how}`
    say(title)
    const run = { rounds: timing.rounds, seconds, connections: clients, warmUpSeconds: timing.first, only, say }
    const series = await runRounds(world, loader, {
      ...run,
      laterWarmUpSeconds: later,
      workloads: measured,
    })
    loads.push({ title, kind: 'closed', clients, warmUpSeconds, rows: series.map(toRow) })
  }
  // First, and once: later the contestants have been in use for minutes.
  if (!isQuick) await closed(1, COLD_SECONDS, { rounds: 1, first: COLD_SECONDS })
  await closed(1, warm, { rounds, first: warm })
  await closed(8, warm, { rounds, first: later })
  const names = Array.from({ length: CLIENTS }, (_, index) => `day-${Date.now()}-${index}`)
  const tokens = await pMap(names, (clientId) => createToken(world.ours.call, clientId), { concurrency: 2 })
  for (const perSecond of chosen.length > 0 ? [] : ARRIVALS) {
    const title = `${perSecond} requests a second of ${CLIENTS} clients`
    say(title)
    const run = { perSecond, tokens, rounds, seconds: LONGER * seconds, warmUpSeconds: later, say }
    const rows = (await measureArrivals(world, run)).map(toRow)
    loads.push({ title, kind: 'open', clients: CLIENTS, perSecond, warmUpSeconds: warm, rows })
  }
  say('At rest')
  const atRest = await measureAtRest(world)
  await world.ours.stop('reporting')
  await closed(1, warm, { rounds, first: later }, { measured: among(BARE), how: ', without keys and reports' })
  say('Commands to the database of inventory')
  const commands = await countCommands(world)
  return {
    ...circumstances(`${lots} lots, ${rounds} rounds of ${seconds} s, medians; after 1 s of one round`),
    contestants: world.contestants.map(({ name, title, family, variant }) => ({ name, title, family, variant })),
    loads: loads.map((load) => withoutOurRest(load, atRest)),
    atRest,
    commands,
  }
}
