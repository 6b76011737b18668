import autocannon from 'autocannon'
import type { LoadJob, LoadResult } from '../load-job.ts'

/** Each connection begins elsewhere in the list, so that no two send the same at the same time. */
function rotated<T>(items: readonly T[], by: number): T[] {
  const start = by % items.length
  return [...items.slice(start), ...items.slice(0, start)]
}

async function run({ url, token, connections, seconds, requests }: LoadJob): Promise<LoadResult> {
  let connection = 0
  const { origin, pathname } = new URL(url)
  const headers = { authorization: `Bearer ${token}` }
  const prepared = requests.map(({ method, path, body }) => ({
    method,
    path: pathname + path,
    headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }))
  const perConnection = Math.ceil(prepared.length / connections)
  const result = await autocannon({
    url: origin,
    connections,
    duration: seconds,
    timeout: 20,
    setupClient: (client) => client.setRequests(rotated(prepared, perConnection * connection++).slice(0, 400)),
  })
  const { latency, statusCodeStats = {}, errors, start, finish } = result
  const statuses = Object.entries(statusCodeStats).map(([status, { count = 0 }]) => [Number(status), count] as const)
  return {
    seconds: (finish.getTime() - start.getTime()) / 1_000,
    statuses: Object.fromEntries(statuses),
    errors,
    latencyMs: { p50: latency.p50, p90: latency.p90, p99: latency.p99, max: latency.max },
  }
}

process.on('message', (job: LoadJob) => {
  run(job).then(
    (result) => process.send?.({ result }),
    (error: unknown) => process.send?.({ failure: String(error) }),
  )
})
process.on('disconnect', () => process.exit(0))
process.send?.('ready')
