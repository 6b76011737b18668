import type { Logger } from './log.ts'

/** Longest time that requests under way get after SIGTERM; the supervisor kills a process after 15 s. */
const DRAIN_MS = 12_000

/**
 * Runs a process until SIGTERM, SIGINT or the loss of its supervisor: starts it, says `ready` to the supervisor, and disposes of
 * it at the end. Exits with 0 after a clean end, with 1 after a failure that nobody caught.
 */
export async function runProcess(log: Logger, start: () => Promise<AsyncDisposable>): Promise<void> {
  const fail = (error: unknown, message: string) => {
    log.fatal({ err: error }, message)
    process.exit(1)
  }
  process.on('uncaughtException', (error) => fail(error, 'An error was not caught'))
  process.on('unhandledRejection', (error) => fail(error, 'A rejection was not handled'))

  let running: AsyncDisposable | undefined
  let stopping = false
  const stop = async (reason: string) => {
    if (stopping) return
    stopping = true
    log.info({ reason }, 'Stopping')
    setTimeout(() => fail(undefined, 'Requests under way did not end in time'), DRAIN_MS).unref()
    await running?.[Symbol.asyncDispose]()
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
    running = await start()
  } catch (error) {
    fail(error, 'Starting failed')
  }
  log.info('Ready')
  process.send?.('ready')
}
