import type { Connection } from 'mongoose'
import type { Step, Tracing } from '../process/tracing.ts'

/** Makes a step of every command that a step of a request sends; the connection must monitor its commands. */
export function traceDatabase(connection: Connection, tracing: Tracing): void {
  const client = connection.getClient()
  const underWay = new Map<number, Step>()
  const finish = (id: number, error?: string, code?: string) => {
    underWay.get(id)?.end({ error, facts: { 'db.response.status_code': code } })
    underWay.delete(id)
  }

  client.on('commandStarted', ({ requestId, commandName, databaseName, command, address }) => {
    const parent = tracing.current
    if (parent === undefined) return
    const named: unknown = commandName === 'getMore' ? command.collection : command[commandName]
    const collection = typeof named === 'string' ? named : undefined
    const [host, port] = address.split(/:(?=\d+$)/)
    // Not the command itself: it may hold what is nobody else's business.
    const facts = {
      'db.system.name': 'mongodb',
      'db.operation.name': commandName,
      'db.collection.name': collection,
      'db.namespace': databaseName,
      'server.address': host,
      'server.port': port === undefined ? undefined : Number(port),
    }
    const name = `${commandName} ${collection ?? databaseName}`
    underWay.set(requestId, tracing.begin('client', name, parent, facts))
  })
  client.on('commandSucceeded', ({ requestId }) => finish(requestId))
  client.on('commandFailed', ({ requestId, failure }) => {
    const code = 'code' in failure && failure.code !== undefined ? String(failure.code) : undefined
    finish(requestId, code ?? failure.name, code)
  })
}
