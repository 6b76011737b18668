import { createApp } from '../../../gateway/app.ts'
import { startHttpServer } from '../../../gateway/http/server.ts'
import { addressKey } from '../../../gateway/limits/enforce-rate-limit.ts'
import { type Caller, permissions } from '../../../shared/contract/core/access.ts'
import { AppError } from '../../../shared/contract/core/errors.ts'
import type { RpcReply } from '../../../shared/messaging/broker.ts'
import type { WireContext } from '../../../shared/process/call-context.ts'
import { createMonitor } from '../../../shared/process/monitor.ts'
import { createHttpClient, type HttpRequest } from '../../faults/load/http-client.ts'
import { createCapturedLog } from '../checks/captured-log.ts'
import { parsePrometheusText } from '../checks/prometheus-text.ts'
import { keep } from '../keep.ts'

const caller: Caller = {
  kind: 'client',
  id: 'c',
  permissions: Object.values(permissions),
  reports: [],
  warehouses: 'all',
  readOnly: false,
  active: true,
}
const page = { totalCount: 0, page: 1, pageSize: 25 }

export interface StubGatewayOptions {
  /** What is answered to `GET /Inventory`. */
  readonly lots?: Buffer
  readonly maxUntakenMs?: number
}

/** A gateway whose services answer nothing until they are let. It counts what it does for each request. */
export async function startStubGateway({ lots, maxUntakenMs }: StubGatewayOptions = {}) {
  const { log, lines } = createCapturedLog()
  const monitor = createMonitor('gateway')
  const calls: { operation: string; context: WireContext; answer(): void }[] = []
  const work = { tokens: 0, counted: 0 }
  let isOpen = false
  const app = createApp({
    callBytes: ({ name: operation }, _body, context) =>
      new Promise<RpcReply>((resolve) => {
        const denied = new AppError('unauthorized', 'Authentication failed.')
        const refusal: RpcReply = { error: 'unauthorized', body: Buffer.from(JSON.stringify(denied.toBody())) }
        const body = (operation === 'inventory.listLots' && lots) || Buffer.from('{}')
        const answer = () => resolve(operation === 'auth.issueToken' ? refusal : { page, body })
        calls.push({ operation, context, answer })
        if (isOpen) answer()
      }),
    tokenVerifier: {
      identify: () => {
        work.tokens++
        return caller
      },
      confirmedAt: 0,
      [Symbol.asyncDispose]: async () => undefined,
    },
    rateLimit: {
      perMinute: 1_000_000,
      isDegraded: false,
      count: async () => {
        work.counted++
        return { limit: 1_000_000, remaining: 1_000_000, resetMs: 1, exceeded: false }
      },
    },
    exportLimit: { take: async () => undefined },
    trustProxy: undefined,
    storageSecret: Buffer.alloc(32),
    log,
    monitor,
  })
  const options = { port: 0, host: '127.0.0.1', log, addressOf: addressKey }
  const server = keep(await startHttpServer(app, { ...options, ...(maxUntakenMs !== undefined && { maxUntakenMs }) }))
  const http = createHttpClient()
  keep({ [Symbol.asyncDispose]: async () => http.close() })
  const origin = `http://127.0.0.1:${server.port}`
  const send = (method: string, path: string, request: Partial<HttpRequest> = {}) =>
    http.send({ method, origin, path: `/api/v1${path}`, headers: { authorization: 'Bearer x' }, ...request })
  const samples = async () => parsePrometheusText(await monitor.registry.metrics())
  return {
    origin,
    port: server.port,
    calls,
    work,
    lines,
    monitor,
    send,
    samples,
    async figure(name: string, labels: Readonly<Record<string, string>> = {}) {
      const matches = Object.entries(labels)
      return (await samples()).find(
        (sample) => sample.name === name && matches.every(([label, value]) => sample.labels[label] === value),
      )?.value
    },
    /** Answers what has been called, and everything from now on. */
    open() {
      isOpen = true
      for (const { answer } of calls) answer()
    },
  }
}

export type StubGateway = Awaited<ReturnType<typeof startStubGateway>>
