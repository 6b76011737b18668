import type { Redis } from 'ioredis'
import { AppError, serviceUnavailable } from '../../shared/contract/core/errors.ts'
import type { Fault } from './fault.ts'

/** As long as answers are kept for repeats (docs/decisions/writes.md#39). */
const KEPT_SECONDS = 48 * 3_600

/** Says of each request with the same owner and Idempotency-Key whether the fault befalls it. */
export type FaultCounter = (fault: Fault, owner: string, key: string | undefined) => Promise<boolean>

/** Counts faults in Redis, for all gateways. */
export const createFaultCounter =
  (redis: Redis, system: string): FaultCounter =>
  async ({ misfortune, times }, owner, key) => {
    if (times === undefined) return true
    if (key === undefined) throw new AppError('bad_request', 'A fault with ;times= needs an Idempotency-Key.')
    const name = `${system}:sandbox:${misfortune}:${owner}/${key}`
    try {
      const count = await redis.incr(name)
      await redis.expire(name, KEPT_SECONDS)
      return count <= times
    } catch (error) {
      throw serviceUnavailable(error)
    }
  }
