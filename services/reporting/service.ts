import { reporting } from '../../shared/contract/reports/reporting.ts'
import { createLease } from '../../shared/database/lease.ts'
import { createTokenVerifier } from '../../shared/identity/token-verifier.ts'
import type { Logger } from '../../shared/process/log.ts'
import { createMonitor } from '../../shared/process/monitor.ts'
import { runProcess } from '../../shared/process/run.ts'
import { readServiceConfig, type ServiceConfig, startService } from '../../shared/service.ts'
import { measureFollower, startFollower } from './follower/follower.ts'
import { createGenerations, isKnownFormat } from './follower/generation.model.ts'
import { createRebuild } from './follower/rebuild.ts'
import { createHandlers } from './handlers.ts'
import { createHistoryOf } from './history-of.ts'
import { createReconcile } from './reconcile.ts'
import { reports } from './reports.ts'
import { createRunReport } from './runs/run-report.ts'
import { createRuns } from './runs/runs.ts'

/** A command may read the history of many items. */
const SOCKET_TIMEOUT_MS = 30_000

/** Starts the service that derives the history of the stock from the feed, and runs reports on it. */
export function createReporting(
  config: ServiceConfig,
  log: Logger,
  monitor = createMonitor('reporting'),
): Promise<AsyncDisposable> {
  const options = { config, log, monitor, socketTimeoutMs: SOCKET_TIMEOUT_MS }
  return startService('reporting', reporting, options, (deps) => {
    const { connection, call, own } = deps
    const generations = createGenerations(connection)
    const historyOf = createHistoryOf(connection)
    const lease = createLease(connection, 'follower')
    const runs = createRuns(connection, log)
    const run = createRunReport({ call, generations, historyOf, runs, timeZone: config.timeZone ?? 'UTC' })
    const reconcile = createReconcile({ call, generations, historyOf })
    const rebuild = createRebuild({ generations, historyOf })
    measureFollower(generations, call, monitor.registry)
    return {
      handlers: createHandlers({ reports, run, reconcile, rebuild }),
      async prepare() {
        if ((await generations.list()).length === 0) await generations.add(1, true)
        const current = await generations.current()
        if (isKnownFormat(current)) await historyOf(current._id).prepare()
        else await rebuild()
        await lease.prepare()
      },
      async identify() {
        own(startFollower({ connection, call, generations, historyOf, lease, log }))
        return own(await createTokenVerifier(deps)).identify
      },
    }
  })
}

export function run(): Promise<void> {
  const config = readServiceConfig(process.env, process.argv)
  return runProcess('reporting', config, (log, monitor) => createReporting(config, log, monitor))
}
