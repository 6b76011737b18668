import type { LoadRequest } from '../load-job.ts'
import type { Loader } from '../loader.ts'
import { measure, type Sample } from '../measure.ts'
import { median } from '../statistics.ts'
import { requestsOf, type Stage, workloadNamed } from '../workloads.ts'
import type { World } from '../world/world.ts'
import type { TrialOptions } from './trial.ts'

/** Compares writers of one lot or item with as many writers of different ones (P7). */
export interface ContentionRow {
  readonly contestant: string
  readonly kind: 'move' | 'receive'
  readonly where: 'spread' | 'hot'
  readonly perSecond: number
  readonly p99Ms: number
  /** Failed writes of all rounds. */
  readonly failures: number
}

/** The same request for all connections. */
function hotRequests(kind: ContentionRow['kind'], { lots: [lot] }: Stage): LoadRequest[] {
  if (!lot) throw new Error('There is no lot')
  const { recNo: recno, shortID: itemID, wID: wid } = lot
  const move = { path: '/Inventory/Move', body: { itemID, units: 1, wid, toSpot: 'C-01', recno } }
  const receive = { path: '/Inventory/Receive', body: { itemID, units: 1, wid, reasonCode: 10, spot: 'B-01' } }
  return [{ method: 'POST', ...(kind === 'move' ? move : receive) }]
}

export async function contend(world: World, loader: Loader, options: TrialOptions): Promise<ContentionRow[]> {
  const contenders = world.contestants.filter(({ variant }) => variant !== 'documented')
  const samples = new Map<string, { row: Omit<ContentionRow, 'perSecond' | 'p99Ms' | 'failures'>; samples: Sample[] }>()
  for (let round = 0; round < options.rounds; round++) {
    for (const kind of ['move', 'receive'] as const) {
      const requests = {
        spread: requestsOf(workloadNamed(kind), world.stage, '/Inventory'),
        hot: hotRequests(kind, world.stage),
      }
      for (const { name: contestant, stock } of contenders) {
        for (const where of ['spread', 'hot'] as const) {
          const sample = await measure(world, loader, stock, { ...options, requests: requests[where] })
          const key = `${contestant}/${kind}/${where}`
          const known = samples.get(key) ?? { row: { contestant, kind, where }, samples: [] }
          known.samples.push(sample)
          samples.set(key, known)
          options.say(`${round + 1} ${key}: ${Math.round(sample.requestsPerSecond)}/s`)
        }
      }
    }
  }
  return [...samples.values()].map(({ row, samples: all }) => ({
    ...row,
    perSecond: median(all.map(({ requestsPerSecond }) => requestsPerSecond)),
    p99Ms: median(all.map(({ latencyMs }) => latencyMs.p99)),
    failures: all.flatMap(({ failed }) => Object.values(failed)).reduce((sum, count) => sum + count, 0),
  }))
}
