import { onTestFinished } from 'vitest'
import { stockHooks } from '../../../../../services/inventory/documents/stock-hooks.ts'
import type { ItemRecord } from '../../../../../services/inventory/masters/item.model.ts'
import { createModels } from '../../../../../services/inventory/models.ts'
import { createStockEngine } from '../../../../../services/inventory/stock/engine/stock-engine.ts'
import { createCounters } from '../../../../../shared/database/counters.ts'
import { createIdempotency } from '../../../../../shared/database/idempotency/idempotency.ts'
import { migrate } from '../../../../../shared/database/mongo.ts'
import { createOutbox } from '../../../../../shared/messaging/events/outbox.ts'
import { createCapturedLog } from '../../../../support/checks/captured-log.ts'
import { aDatabase, connectDatabase } from '../../../../support/servers/database.ts'
import { createMemoryBroker } from '../../../../support/servers/memory-broker.ts'

/** The stock engine, without a service around it, on an empty database unless one is given. */
export async function anEngine({ database = aDatabase(), broker = createMemoryBroker() } = {}) {
  const connection = await connectDatabase(database, { monitorCommands: true })
  const models = createModels(connection)
  const outbox = createOutbox(connection, broker, createCapturedLog().log)
  onTestFinished(() => outbox[Symbol.asyncDispose]())
  const idempotency = createIdempotency(connection)
  await migrate(connection)
  const counters = createCounters(connection, 50)
  const stock = createStockEngine({ connection, models, counters, idempotency, outbox, hooks: stockHooks })
  return { connection, models, counters, stock, broker, idempotency }
}

export function anItemRecord(partNo: number): ItemRecord {
  const names = { shortID: `P${partNo}`, aliases: [], description: '' }
  return { _id: partNo, version: 1, ...names, dfltOwner: 0, discontinued: false }
}
