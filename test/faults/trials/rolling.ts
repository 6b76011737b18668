import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { SupervisedProcess } from '../../../local/processes/supervised-process.ts'
import type { Random } from '../../support/records/seeded.ts'
import type { RunningProcesses } from '../../support/system/processes.ts'
import { pick } from '../components/fault-plan.ts'
import { durationOf } from '../history/checks.ts'
import type { Finding } from '../history/finding.ts'
import { isFinal, isStillRunning } from '../history/history.ts'
import { loggedErrors } from '../history/logged-errors.ts'
import { createHttpClient } from '../load/http-client.ts'
import { attempt } from '../load/sender.ts'
import { createTraffic, type Workload } from '../load/workload.ts'

export interface RollingReport {
  readonly restarts: number
  readonly requests: number
  /** The longest time from SIGTERM to the end of a process. */
  readonly slowestEndMs: number
  readonly findings: readonly Finding[]
}

/** Restarts one process after the other with SIGTERM while clients send requests (docs/promises.md#R8). */
export async function restartAll(
  system: RunningProcesses,
  workload: Workload,
  options: { readonly rounds: number; readonly workers: number; readonly random: Random },
): Promise<RollingReport> {
  const { rounds, workers, random } = options
  const http = createHttpClient()
  const next = createTraffic(workload, random)
  const findings: Finding[] = []
  let requests = 0
  let isOver = false

  /** Sends to another gateway if one refuses the connection, as a load balancer does. */
  const send = async () => {
    const intent = next()
    const first = pick(system.gateways, random)
    for (const gateway of [first, ...system.gateways.filter((other) => other !== first)]) {
      const made = await attempt(http, gateway, intent)
      if (made.failure !== 'ECONNREFUSED') return made
    }
    return intent.attempts.at(-1)
  }
  const work = async () => {
    while (!isOver) {
      const made = await send()
      requests++
      const isGood = made && (isFinal(made) || isStillRunning(made) || made.status === 400)
      const ms = made && Math.round(durationOf(made))
      if (!isGood)
        findings.push({
          promise: 'R8',
          what: `${made?.status} after ${ms} ms: ${made?.failure ?? ''} ${made?.text ?? ''}`,
        })
    }
  }
  const working = Array.from({ length: workers }, work)

  let restarts = 0
  let slowestEndMs = 0
  for (let round = 0; round < rounds; round++) {
    for (const process of system.processes) {
      const { tookMs, cause } = await restart(process, system.reports)
      slowestEndMs = Math.max(slowestEndMs, tookMs)
      if (!cause.includes('exit code 0')) findings.push({ promise: 'R8', what: cause })
      restarts++
    }
  }
  isOver = true
  await Promise.all(working)
  http.close()
  // A response says nothing of its cause: the log does.
  if (findings.length > 0) findings.push(...loggedErrors(join(system.dataDir, 'logs')))
  return { restarts, requests, slowestEndMs, findings }
}

async function restart(process: SupervisedProcess, reports: readonly string[]) {
  const { pid, name } = process
  if (pid === undefined) throw new Error(`${name} is not running`)
  const told = reports.length
  const startedAt = performance.now()
  globalThis.process.kill(pid, 'SIGTERM')
  while (process.pid === pid) await delay(5)
  const tookMs = performance.now() - startedAt
  await process.whenReady()
  const cause = reports.slice(told).find((line) => line.startsWith(`${name} ended`)) ?? `${name} reported nothing`
  return { tookMs, cause }
}
