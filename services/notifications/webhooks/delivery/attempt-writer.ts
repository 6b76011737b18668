import { createBatchWriter } from '../../../../shared/process/batch-writer.ts'
import type { AttemptModel, AttemptRecord } from './attempt.model.ts'
import type { DeliveryModel, DeliveryRecord } from './delivery.model.ts'

const MAX_BATCH = 100

/** A finished attempt: its entry in the log, and when its delivery is due again; null: the delivery has ended. */
export interface FinishedAttempt {
  readonly logged: AttemptRecord
  readonly delivery: DeliveryRecord
  readonly due: Date | null
}

/** Stores finished attempts in batches. The function that it returns resolves when its attempt is stored. */
export function createAttemptWriter(attempts: AttemptModel, deliveries: DeliveryModel) {
  const write = async (finished: readonly FinishedAttempt[]) => {
    // The log first: if this process dies in between, the delivery is attempted again, and the log has both attempts.
    await attempts.insertMany(finished.map(({ logged }) => logged))
    await deliveries.bulkWrite(finished.map(toUpdate), { ordered: false })
  }
  const writer = createBatchWriter(write, { maxBatch: MAX_BATCH })
  return (finished: FinishedAttempt) => writer.add([finished])
}

/** Applies only while the lease is this process's own: after it ends another process may have attempted the delivery. */
function toUpdate({ delivery: { _id, claim, attempts }, due }: FinishedAttempt) {
  const filter = { _id, claim }
  if (due === null) return { deleteOne: { filter } }
  return { updateOne: { filter, update: { $set: { due, claim: null, attempts: attempts + 1 } } } }
}
