import type { Connection } from 'mongoose'
import { Counter, Gauge, type Registry } from 'prom-client'
import type { Monitor } from '../../process/monitor.ts'
import { TRANSACTION_REPEATED } from '../transaction.ts'
import { traceDatabase } from './traced-database.ts'

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
