import { setTimeout as delay } from 'node:timers/promises'
import type { RunningProcesses } from '../../support/system/processes.ts'
import type { Finding } from '../history/finding.ts'
import { createHttpClient } from '../load/http-client.ts'

/** RabbitMQ deletes the queue of a service 2 s after its last consumer has gone; until then calls wait in it. */
const NOTICED_MS = 4_000
const LONGEST_REFUSAL_MS = 50
const REQUESTS = 50
const reads = { catalog: '/Item', inventory: '/Inventory' } as const

/** Stops a service for good and measures how long requests to it take (docs/promises.md#R10). The system cannot be used afterwards. */
export async function measureAbsence(
  { processes, gateways }: RunningProcesses,
  token: string,
): Promise<{ readonly lines: readonly string[]; readonly findings: readonly Finding[] }> {
  const http = createHttpClient()
  const { origin, pathname } = new URL(gateways[0] ?? '')
  const lines: string[] = []
  const findings: Finding[] = []
  for (const [service, path] of Object.entries(reads)) {
    await Promise.all(processes.filter(({ name }) => name.startsWith(service)).map((process) => process.stop()))
    await delay(NOTICED_MS)
    const took: number[] = []
    for (let sent = 0; sent < REQUESTS; sent++) {
      const start = performance.now()
      const headers = { authorization: `Bearer ${token}` }
      const { status } = await http.send({ method: 'GET', origin, path: pathname + path, headers })
      took.push(performance.now() - start)
      if (status !== 503)
        findings.push({ promise: 'R10', what: `${service} is absent and ${path} was answered ${status}` })
    }
    const median = took.toSorted((one, other) => one - other)[REQUESTS / 2] ?? 0
    lines.push(`${service}: 503 after ${median.toFixed(1)} ms, ${Math.max(...took).toFixed(1)} ms at most`)
    if (median > LONGEST_REFUSAL_MS)
      findings.push({ promise: 'R10', what: `503 for ${service} takes ${Math.round(median)} ms` })
  }
  http.close()
  return { lines, findings }
}
