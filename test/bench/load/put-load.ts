import { setTimeout as delay } from 'node:timers/promises'
import type { LoadJob, LoadResult, Quantiles } from '../load-job.ts'
import { ClosedLoop } from './closed-loop.ts'
import { encodeRequests } from './encode-requests.ts'

/** Sends over all connections for the given time, each with one request under way. */
export async function putLoad(job: LoadJob): Promise<LoadResult> {
  const doors = [job.url, ...(job.otherUrls ?? [])].map((url) => {
    const { hostname: host, port } = new URL(url)
    return { host, port: Number(port), requests: encodeRequests({ ...job, url }) }
  })
  const perConnection = Math.ceil(job.requests.length / job.connections)
  const statuses: Record<number, number> = {}
  const acceptedMs: number[] = []
  const refusedMs: number[] = []
  const acceptedPerSecond = Array.from({ length: Math.ceil(job.seconds) }, () => 0)
  let errors = 0

  const begin = performance.now()
  const countsFrom = begin + (job.ignoredSeconds ?? 0) * 1_000
  const loops = Array.from({ length: job.connections }, (_, connection) => {
    // Each connection begins at another request, so that no two send the same one at the same time.
    const first = (connection * perConnection) % job.requests.length
    const door = doors[connection % doors.length]
    if (!door) throw new Error('There is no address')
    return new ClosedLoop({
      ...door,
      first,
      onResponse(status, latencyMs) {
        const now = performance.now()
        const isAccepted = status >= 200 && status < 300
        const second = Math.floor((now - begin) / 1_000)
        if (isAccepted) acceptedPerSecond[second] = (acceptedPerSecond[second] ?? 0) + 1
        if (now < countsFrom) return
        statuses[status] = (statuses[status] ?? 0) + 1
        const latenciesMs = isAccepted ? acceptedMs : refusedMs
        latenciesMs.push(latencyMs)
      },
      onError: () => errors++,
    })
  })
  await delay(job.seconds * 1_000)
  for (const loop of loops) loop.stop()
  return {
    seconds: (performance.now() - countsFrom) / 1_000,
    statuses,
    errors,
    latencyMs: quantiles([...acceptedMs, ...refusedMs]),
    acceptedMs: quantiles(acceptedMs),
    refusedMs: quantiles(refusedMs),
    acceptedPerSecond: acceptedPerSecond.slice(0, Math.floor(job.seconds)),
  }
}

function quantiles(latenciesMs: readonly number[]): Quantiles {
  const sorted = Float64Array.from(latenciesMs).sort()
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
  return { p50: at(0.5), p90: at(0.9), p99: at(0.99), max: at(1) }
}
