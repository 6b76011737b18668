import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { Counter, collectDefaultMetrics, Gauge, type Registry } from 'prom-client'
import { VERSION } from '../contract/version.ts'
import { createLog, type Logger, LogOutput } from './log.ts'
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

/** Address of the admin port, for operators and probes, never the port that clients use. Without `port` there is none. */
interface AdminAddress {
  readonly port: number | undefined
  readonly host: string
}

const REQUEST_TIMEOUT_MS = 5_000
const MAX_CONNECTIONS = 50
/** Longest interval of a timer in Node.js. */
const NEVER_MS = 2 ** 31 - 1

/** Serves `/livez`, `/readyz` and `/metrics`, without authentication, until disposed of. */
async function startAdminServer(monitor: Monitor, { port, host }: AdminAddress, log: Logger): Promise<AsyncDisposable> {
  if (port === undefined) return { [Symbol.asyncDispose]: async () => undefined }
  collectMetricsOfNode(monitor.registry)
  const server = createServer({ requestTimeout: REQUEST_TIMEOUT_MS, maxHeaderSize: 8_192 }, (req, res) => {
    respond(monitor, req, res).catch((error: unknown) => {
      log.error({ err: error, path: req.url }, 'The operator could not be answered')
      res.destroy()
    })
  })
  server.maxConnections = MAX_CONNECTIONS
  server.listen(port, host)
  await once(server, 'listening')
  const address = server.address()
  log.info({ adminPort: typeof address === 'object' ? address?.port : port }, 'Health and metrics are served')
  return {
    async [Symbol.asyncDispose]() {
      server.close()
      server.closeAllConnections()
    },
  }
}

/**
 * The metrics of Node.js, but its event loop's utilization in place of delays: prom-client measures these by a timer of
 * 10 ms, which is most of what a process does at rest.
 */
function collectMetricsOfNode(registry: Registry): void {
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: NEVER_MS })
  for (const name of registry.getMetricsAsArray().map((metric) => metric.name))
    if (name.startsWith('nodejs_eventloop_lag')) registry.removeSingleMetric(name)
  let last = performance.eventLoopUtilization()
  new Gauge({
    name: 'nodejs_eventloop_utilization',
    help: 'Share of the time since the last collection in which the event loop was busy',
    registers: [registry],
    collect() {
      const now = performance.eventLoopUtilization()
      this.set(performance.eventLoopUtilization(now, last).utilization)
      last = now
    },
  })
}

async function respond({ health, registry }: Monitor, req: IncomingMessage, res: ServerResponse): Promise<void> {
  const send = (status: number, type: string, body: string) =>
    void res.writeHead(status, { 'Content-Type': type, 'Cache-Control': 'no-store' }).end(body)
  const sendJson = (status: number, body: unknown) => send(status, 'application/json', `${JSON.stringify(body)}\n`)
  const [path] = (req.url ?? '').split('?', 1)

  if (req.method !== 'GET' && req.method !== 'HEAD') return sendJson(405, { message: 'Only GET is answered here.' })
  // A response shows that the event loop runs; a blocked loop is what a restart can repair.
  if (path === '/livez') return sendJson(200, { alive: true })
  if (path === '/readyz') {
    const report = await health.report()
    return sendJson(report.ready ? 200 : 503, { version: VERSION, ...report })
  }
  if (path === '/metrics') return send(200, registry.contentType, await registry.metrics())
  sendJson(404, { message: 'There are /livez, /readyz and /metrics.' })
}

/** Steps of a start usually take less than a second; one that takes longer is logged each time so much has passed. */
export const LONG_STEP_MS = 10_000

/** Carries out the steps of a start one by one, so that the log of a start that hangs says what it waits for. */
type Step = <T>(what: string, work: () => Promise<T>) => Promise<T>

export function createSteps(log: Logger): Step {
  return async (what, work) => {
    const begin = performance.now()
    const say = () => {
      const seconds = Math.round((performance.now() - begin) / 1_000)
      log.warn({ waitsFor: what, seconds }, 'The start waits')
    }
    const reminder = setInterval(say, LONG_STEP_MS)
    try {
      return await work()
    } finally {
      clearInterval(reminder)
    }
  }
}
