import { randomUUID } from 'node:crypto'
import { type Connection, Schema } from 'mongoose'
import { createIdempotency } from '../../../shared/database/idempotency/idempotency.ts'
import { toEntry } from '../../../shared/database/idempotency/idempotency-record.ts'
import { migrate } from '../../../shared/database/mongo.ts'
import { inUnitOfWork } from '../../../shared/database/unit-of-work.ts'
import type { CallContext } from '../../../shared/process/call-context.ts'
import { createCapturedLog } from '../../support/checks/captured-log.ts'
import { probe } from '../../support/checks/probe.ts'

const effectSchema = new Schema({ word: String, at: Number }, { collection: 'effects', versionKey: false })

/** The context of a write; its ids are new unless given. */
export function aContext(overrides: Partial<CallContext> = {}): CallContext {
  return {
    requestId: 'r',
    deadline: Date.now() + 8_000,
    operationId: randomUUID(),
    hasClientKey: false,
    attempt: randomUUID(),
    caller: {
      kind: 'client',
      id: 'anna',
      permissions: [],
      reports: [],
      warehouses: 'all',
      readOnly: false,
      active: true,
    },
    log: createCapturedLog().log,
    reply: {},
    ...overrides,
  }
}

/** Writes of one document each, each with an idempotency record: the smallest write that a service makes. */
export async function createCountedWrites(connection: Connection) {
  const effects = connection.model('Effect', effectSchema)
  const idempotency = createIdempotency(connection)
  await migrate(connection)

  return {
    idempotency,
    /** Leases the id, as a request of the version before does. */
    async lease(word: string, context: CallContext) {
      const { id, operation, fingerprint } = toEntry(probe.change, { word }, context)
      const { attempt, deadline } = context
      const leased = { operation, fingerprint, attempt, state: 'running', runsUntil: new Date(deadline) }
      await connection
        .collection('operations')
        .replaceOne({ _id: id as never }, { ...leased, expires: new Date(deadline + 1_000_000) }, { upsert: true })
    },
    /** Words written, once for each time that the write took effect. */
    words: async () => (await effects.find().lean()).map(({ word }) => word),
    /** Writes the word once per operation id; `before` runs first inside the transaction. */
    write: (word: string, context: CallContext, before: () => Promise<void> = async () => undefined) =>
      idempotency.once(probe.change, { word }, context, (entry) =>
        inUnitOfWork(connection, context.deadline, async (unit) => {
          await before()
          const output = { word, n: Math.random() }
          await effects.insertMany([{ word, at: Date.now() }], { session: unit.session })
          idempotency.recordApplied([{ entry, output }], unit)
          return output
        }),
      ),
  }
}
