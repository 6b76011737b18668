import { type AdminAddress, startAdminServer } from './admin-server.ts'
import type { Logger } from './log.ts'
import type { Monitor } from './monitor.ts'

/** Longest time that requests under way get after SIGTERM; the supervisor kills a process after 15 s. */
const DRAIN_MS = 12_000

/** How to run a process. */
export interface ProcessOptions {
  readonly log: Logger
  readonly monitor: Monitor
  readonly admin: AdminAddress
  /** It has done its work when it has started. */
  readonly migrateOnly?: boolean
}

/**
 * Runs a process until SIGTERM, SIGINT or the loss of its supervisor: starts it, says `ready` to the supervisor, and disposes of
 * it at the end. Exits with 0 after a clean end, with 1 after a failure that nobody caught.
 */
export async function runProcess(options: ProcessOptions, start: () => Promise<AsyncDisposable>): Promise<void> {
  const { log, monitor, admin, migrateOnly } = options
  const fail = (error: unknown, message: string) => {
    log.fatal({ err: error }, message)
    process.exit(1)
  }
  process.on('uncaughtException', (error) => fail(error, 'An error was not caught'))
  process.on('unhandledRejection', (error) => fail(error, 'A rejection was not handled'))

  let running: AsyncDisposable | undefined
  let adminServer: AsyncDisposable | undefined
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
    await monitor.tracing?.[Symbol.asyncDispose]()
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
    adminServer = await startAdminServer(monitor, admin, log)
    running = await start()
  } catch (error) {
    fail(error, 'Starting failed')
  }
  if (migrateOnly) return stop('migrated')
  monitor.health.enter('started')
  log.info('Ready')
  process.send?.('ready')
}
