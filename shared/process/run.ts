import { setTimeout as sleep } from 'node:timers/promises'
import { Counter } from 'prom-client'
import { type AdminAddress, startAdminServer } from './admin-server.ts'
import { createLog, type Logger } from './log.ts'
import { LogOutput } from './log-output.ts'
import { createMonitor, type Monitor } from './monitor.ts'
import { keepSteadyTime } from './time/clock.ts'

const STDOUT = 1
/** Longest time for requests under way after SIGTERM; the supervisor kills a process after 15 s. */
const DRAIN_MS = 12_000
const READY_PAUSE_MS = 50
/** A dependency that is lost at the start holds `ready` back no longer; the supervisor would start the process again. */
const LONGEST_READY_WAIT_MS = 30_000

/** Configuration that every process needs to be run and observed. */
export interface ProcessConfig {
  readonly logLevel: string
  readonly admin: AdminAddress
  /** OpenTelemetry collector (OTLP over HTTP); without it no spans are recorded. */
  readonly otlpEndpoint?: string | undefined
  /** The process ends when `start` has resolved. */
  readonly migrateOnly?: boolean
}

/**
 * Runs a process until SIGTERM, SIGINT or the loss of its supervisor: starts it, sends `ready` to the supervisor when its
 * checks pass, and disposes of it at the end. Exits with 0 after a clean end, with 1 after an error that was not caught.
 */
export async function runProcess(
  name: string,
  { logLevel, admin, otlpEndpoint, migrateOnly }: ProcessConfig,
  start: (log: Logger, monitor: Monitor) => Promise<AsyncDisposable>,
): Promise<void> {
  const output = new LogOutput(STDOUT)
  const log = createLog(name, logLevel, output)
  keepSteadyTime(log)
  const monitor = createMonitor(name)
  countDroppedLines(output, monitor)
  const fail = (error: unknown, message: string) => {
    log.fatal({ err: error }, message)
    process.exit(1)
  }
  process.on('uncaughtException', (error) => fail(error, 'An error was not caught'))
  process.on('unhandledRejection', (error) => fail(error, 'A rejection was not handled'))

  let running: AsyncDisposable | undefined
  let adminServer: AsyncDisposable | undefined
  let tracing: AsyncDisposable | undefined
  let stopping = false
  const stop = async (reason: string) => {
    if (stopping) return
    stopping = true
    log.info({ reason }, 'Stopping')
    monitor.health.enter('stopping')
    const tooLate = setTimeout(() => fail(undefined, 'Requests under way did not end in time'), DRAIN_MS).unref()
    await running?.[Symbol.asyncDispose]()
    await adminServer?.[Symbol.asyncDispose]()
    clearTimeout(tooLate)
    await tracing?.[Symbol.asyncDispose]()
    log.info('Stopped')
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => void stop(signal).catch((error: unknown) => fail(error, 'Stopping failed')))
  }
  process.on(
    'disconnect',
    () => void stop('supervisor is gone').catch((error: unknown) => fail(error, 'Stopping failed')),
  )

  try {
    if (otlpEndpoint !== undefined) {
      const { startTracing } = await import('./tracing.ts')
      tracing = startTracing(name, otlpEndpoint, log)
    }
    adminServer = await startAdminServer(monitor, admin, log)
    running = await start(log, monitor)
  } catch (error) {
    fail(error, 'Starting failed')
  }
  if (migrateOnly) return stop('migrated')
  monitor.health.enter('started')
  const giveUpAt = performance.now() + LONGEST_READY_WAIT_MS
  while (!stopping && performance.now() < giveUpAt && !(await monitor.health.report()).ready)
    await sleep(READY_PAUSE_MS)
  if (stopping) return
  log.info('Ready')
  process.send?.('ready')
}

function countDroppedLines(output: LogOutput, { registry }: Monitor): void {
  new Counter({
    name: 'inventory_log_dropped_total',
    help: 'Log lines that could not be written',
    registers: [registry],
    collect() {
      this.reset()
      this.inc(output.dropped)
    },
  })
}
