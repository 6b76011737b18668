import type { Connection } from 'mongoose'
import type { Registry } from 'prom-client'
import { addGauges } from '../process/monitor.ts'
import { defineSchema, field } from './record-fields.ts'

const fields = {
  _id: field.text,
  at: field.date,
  differences: field.number,
}

const schema = defineSchema('reconcile_results', fields)

const _id = 'last'
const READ_TIMEOUT_MS = 1_000

/**
 * Keeps the result of the last reconcile in the service's database, where every process reads it for its metrics. Returns
 * a wrapper that makes a reconcile keep its result.
 */
export function createReconcileResult(connection: Connection, registry: Registry) {
  const results = connection.model('ReconcileResult', schema)
  const readLast = () => results.findById(_id).maxTimeMS(READ_TIMEOUT_MS).lean()
  addGauges(registry, readLast, [
    {
      name: 'inventory_reconcile_differences',
      help: 'Differences that the last reconcile found',
      of: (last) => last?.differences,
    },
    {
      name: 'inventory_reconcile_age_seconds',
      help: 'Time since the last reconcile',
      of: (last) => last?.at && Math.max(0, Date.now() - last.at.getTime()) / 1_000,
    },
  ])

  return <Args extends readonly unknown[], Result extends { readonly differences: readonly unknown[] }>(
    reconcile: (...args: Args) => Promise<Result>,
  ) =>
    async (...args: Args): Promise<Result> => {
      const result = await reconcile(...args)
      const found = { at: new Date(), differences: result.differences.length }
      await results.updateOne({ _id }, { $set: found }, { upsert: true })
      return result
    }
}
