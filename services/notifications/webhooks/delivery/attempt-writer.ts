import type { AttemptModel, AttemptRecord } from './attempt.model.ts'
import type { DeliveryModel, DeliveryRecord } from './delivery.model.ts'

const MAX_BATCH = 100

/** What came of an attempt: its line of the log, and when its delivery is due again; null: it is done with. */
export interface Recorded {
  readonly logged: AttemptRecord
  readonly delivery: DeliveryRecord
  readonly due: Date | null
}

interface Waiting {
  readonly recorded: Recorded
  resolve(): void
  reject(error: unknown): void
}

/**
 * Puts on record what came of attempts. What ends while others are written goes together in the next batch, so that many cost
 * little more than one.
 */
export function createAttemptWriter(attempts: AttemptModel, deliveries: DeliveryModel) {
  const waiting: Waiting[] = []
  let isRunning = false

  const write = async (batch: readonly Recorded[]) => {
    // The log first: if this process dies in between, the receiver hears twice, and the log tells of both.
    await attempts.insertMany(batch.map(({ logged }) => logged))
    await deliveries.bulkWrite(batch.map(settlement), { ordered: false })
  }

  const run = async () => {
    isRunning = true
    while (waiting.length > 0) {
      const batch = waiting.splice(0, MAX_BATCH)
      try {
        await write(batch.map(({ recorded }) => recorded))
        for (const { resolve } of batch) resolve()
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    isRunning = false
  }

  /** Resolves when it is written. */
  return (recorded: Recorded) =>
    new Promise<void>((resolve, reject) => {
      waiting.push({ recorded, resolve, reject })
      if (!isRunning) void run()
    })
}

/** Only as long as the claim is ours: after it somebody else may have tried again. */
function settlement({ delivery: { _id, claim, attempts }, due }: Recorded) {
  const filter = { _id, claim }
  if (due === null) return { deleteOne: { filter } }
  return { updateOne: { filter, update: { $set: { due, claim: null, attempts: attempts + 1 } } } }
}
