import { type Attributes, context, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import type { Connection } from 'mongoose'

const tracer = trace.getTracer('inventory-service')

/** Records a span for each command that is sent in the context of a span; only if the connection monitors its commands. */
export function traceDatabase(connection: Connection): void {
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
