import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { collectDefaultMetrics, Gauge, type Registry } from 'prom-client'
import { VERSION } from '../contract/version.ts'
import type { Logger } from './log.ts'
import type { Monitor } from './monitor.ts'

/** Address of the admin port, for operators and probes, never the port that clients use. Without `port` there is none. */
export interface AdminAddress {
  readonly port: number | undefined
  readonly host: string
}

const REQUEST_TIMEOUT_MS = 5_000
const MAX_CONNECTIONS = 50
/** Longest interval of a timer in Node.js. */
const NEVER_MS = 2 ** 31 - 1

/** Serves `/livez`, `/readyz` and `/metrics`, without authentication, until disposed of. */
export async function startAdminServer(
  monitor: Monitor,
  { port, host }: AdminAddress,
  log: Logger,
): Promise<AsyncDisposable> {
  if (port === undefined) return { [Symbol.asyncDispose]: async () => undefined }
  collectMetricsOfNode(monitor.registry)
  const server = createServer({ requestTimeout: REQUEST_TIMEOUT_MS, maxHeaderSize: 8_192 }, (req, res) => {
    answer(monitor, req, res).catch((error: unknown) => {
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

async function answer({ health, registry }: Monitor, req: IncomingMessage, res: ServerResponse): Promise<void> {
  const send = (status: number, type: string, body: string) =>
    void res.writeHead(status, { 'Content-Type': type, 'Cache-Control': 'no-store' }).end(body)
  const sendJson = (status: number, body: unknown) => send(status, 'application/json', `${JSON.stringify(body)}\n`)
  const [path] = (req.url ?? '').split('?', 1)

  if (req.method !== 'GET' && req.method !== 'HEAD') return sendJson(405, { message: 'Only GET is answered here.' })
  // An answer shows that the event loop runs; a blocked loop is what a restart can repair.
  if (path === '/livez') return sendJson(200, { alive: true })
  if (path === '/readyz') {
    const report = await health.report()
    return sendJson(report.ready ? 200 : 503, { version: VERSION, ...report })
  }
  if (path === '/metrics') return send(200, registry.contentType, await registry.metrics())
  sendJson(404, { message: 'There are /livez, /readyz and /metrics.' })
}
