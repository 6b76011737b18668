import { type Attributes, context, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import type { Connection } from 'mongoose'
import { Counter, Gauge, type Registry } from 'prom-client'
import type { Monitor } from '../process/monitor.ts'
import { TRANSACTION_REPEATED } from './transaction.ts'

/** Monitors a service's database: readiness, connection pool, repeated transactions, and spans of traced commands. */
export function monitorDatabase(connection: Connection, { health, registry }: Monitor): void {
  health.require('database', async () => {
    await connection.getClient().db('admin').command({ ping: 1 })
    return undefined
  })
  countRepeats(connection, registry)
  watchPool(connection, registry)
  traceDatabase(connection)
}

function countRepeats(connection: Connection, registry: Registry): void {
  const repeats = new Counter({
    name: 'inventory_transaction_repeats_total',
    help: 'Transactions run again, by reason: conflict, outdated, unavailable or transient',
    labelNames: ['reason'],
    registers: [registry],
  })
  connection.on(TRANSACTION_REPEATED, (reason: string) => repeats.inc({ reason }))
}

function watchPool(connection: Connection, registry: Registry): void {
  const registers = [registry]
  const client = connection.getClient()
  new Gauge({ name: 'inventory_database_pool_size', help: 'Most connections to the database', registers }).set(
    client.options.maxPoolSize,
  )
  const inUse = new Gauge({ name: 'inventory_database_pool_in_use', help: 'Connections in use', registers })
  const failures = new Counter({
    name: 'inventory_database_pool_failures_total',
    help: 'Times when no connection could be had',
    registers,
  })
  client.on('connectionCheckedOut', () => inUse.inc())
  client.on('connectionCheckedIn', () => inUse.dec())
  client.on('connectionCheckOutFailed', () => failures.inc())
}

const tracer = trace.getTracer('inventory-service')

/** Records a span for each command that is sent in the context of a span; only if the connection monitors its commands. */
function traceDatabase(connection: Connection): void {
  const client = connection.getClient()
  const spans = new Map<number, Span>()
  const end = (requestId: number) => {
    spans.get(requestId)?.end()
    spans.delete(requestId)
  }

  client.on('commandStarted', ({ requestId, commandName, databaseName, command, address }) => {
    const parent = context.active()
    if (!trace.getSpan(parent)) return
    const named: unknown = commandName === 'getMore' ? command.collection : command[commandName]
    const collection = typeof named === 'string' ? named : undefined
    // A bulkWrite is sent to the database admin, and names the collections that it writes.
    const database = commandName === 'bulkWrite' ? String(command.nsInfo[0]?.ns).split('.', 1)[0] : databaseName
    const [host, port] = address.split(/:(?=\d+$)/)
    // Without the command itself, which holds data.
    const attributes: Attributes = {
      'db.system.name': 'mongodb',
      'db.operation.name': commandName,
      'db.collection.name': collection,
      'db.namespace': database,
      'server.address': host,
      'server.port': port === undefined ? undefined : Number(port),
    }
    const name = `${commandName} ${collection ?? database}`
    spans.set(requestId, tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes }, parent))
  })
  client.on('commandSucceeded', ({ requestId }) => end(requestId))
  client.on('commandFailed', ({ requestId, failure }) => {
    const code = 'code' in failure && failure.code !== undefined ? String(failure.code) : undefined
    const span = spans.get(requestId)
    if (code !== undefined) span?.setAttribute('db.response.status_code', code)
    span?.setAttribute('error.type', code ?? failure.name).setStatus({ code: SpanStatusCode.ERROR })
    end(requestId)
  })
}
