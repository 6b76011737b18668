import { randomUUID } from 'node:crypto'
import type { Connection } from 'mongoose'
import { presentMs } from '../process/time/clock.ts'
import { isDuplicateKey } from './database-errors.ts'
import { defineSchema, field } from './record-fields.ts'

const LEASE_MS = 10_000
const schema = defineSchema('leases', { _id: field.text, holder: field.text, until: field.date })

/** A right that one process has at a time. It saves work: that nothing is done twice does not rest on it. */
export interface Lease {
  prepare(): Promise<void>
  /** Takes the lease, or renews it; false while another process has it. */
  hold(): Promise<boolean>
  /** Lets another process have it at once. */
  release(): Promise<void>
}

export function createLease(connection: Connection, name: string): Lease {
  const records = connection.model('Lease', schema)
  const holder = randomUUID()
  /** By `performance.now()`. */
  let renewAt = 0
  return {
    async prepare() {
      await records.create([{ _id: name, holder, until: new Date(0) }]).catch((error: unknown) => {
        if (!isDuplicateKey(error)) throw error
      })
    },
    async hold() {
      if (performance.now() < renewAt) return true
      const [now, begun] = [presentMs(), performance.now()]
      const until = new Date(now + LEASE_MS)
      const isFree = { _id: name, $or: [{ holder }, ...hasEnded('until', LEASE_MS, now)] }
      const { matchedCount } = await records.updateOne(isFree, { $set: { holder, until } })
      renewAt = matchedCount === 1 ? begun + LEASE_MS / 2 : 0
      return matchedCount === 1
    },
    async release() {
      renewAt = 0
      await records.updateOne({ _id: name, holder }, { $set: { until: new Date(0) } })
    },
  }
}

/**
 * Alternatives of a filter: what was taken for `lastsMs` has ended. A time that is further away was written before a clock
 * was set back, and holds nothing; the clocks of two machines may differ by `lastsMs`.
 */
export const hasEnded = <N extends string>(name: N, lastsMs: number, nowMs: number) => [
  { [name]: { $lte: new Date(nowMs) } },
  { [name]: { $gt: new Date(nowMs + 2 * lastsMs) } },
]
