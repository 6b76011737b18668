import { setTimeout as delay } from 'node:timers/promises'
import type { Redis } from 'ioredis'
import { AppError, outcomeUnknown, serviceUnavailable } from '../../shared/contract/core/errors.ts'
import type { Response } from '../http/handler.ts'
import type { Slot } from '../limits/concurrency-limiter.ts'
import { rateLimited } from '../limits/enforce-rate-limit.ts'
import type { Forward } from './forward.ts'
import { readIdempotencyKey } from './write-headers.ts'

type Send = Awaited<ReturnType<Forward>>

type Befall = (work: () => Promise<Send>, res: Response, lateMs: number, slot: Slot) => Promise<Send>

/** How each misfortune befalls a request, which `work` does. */
const befall: Record<Misfortune, Befall> = {
  '503': async () => {
    throw serviceUnavailable()
  },
  '429': async (_work, res) => {
    res.setHeader('Retry-After', 1)
    // The request was counted, and its response has the limit.
    throw rateLimited(String(res.getHeader('X-RateLimit-Limit')))
  },
  '504-done': async (work) => {
    await work()
    throw outcomeUnknown()
  },
  '504-lost': async () => {
    throw outcomeUnknown()
  },
  async cut(work, res) {
    await work()
    return () => void res.destroy()
  },
  async slow(work, _res, lateMs, slot) {
    const send = await work()
    // Others are served meanwhile.
    slot.release()
    await delay(lateMs)
    return send
  },
}

/**
 * Lets a request meet the fault that it asks for in `X-Sandbox-Fault`, after it was admitted and before its input is read.
 * Without a counter there is no sandbox: the header is ignored, and named in `X-Ignored-Headers`.
 */
export function withFaults(countFault: FaultCounter | undefined, forward: Forward): Forward {
  return async (req, res, slot) => {
    const header = req.headers['x-sandbox-fault']
    const work = () => forward(req, res, slot)
    if (header === undefined) return work()
    if (!countFault) {
      res.setHeader('X-Ignored-Headers', SANDBOX_FAULT)
      return work()
    }
    const fault = readFault(String(header))
    const key = readIdempotencyKey(req.headers['idempotency-key'])
    const isDue = await countFault(fault, res.locals.caller?.id ?? '', key)
    return isDue ? befall[fault.misfortune](work, res, fault.lateMs, slot) : work()
  }
}

const SANDBOX_FAULT = 'X-Sandbox-Fault'

/**
 * What can befall a request in the sandbox. Nothing is done: `503`, `429` (as if it were one too many), `504-lost`. It is
 * done: `504-done`; `cut`, the connection ends without a response; `slow`, asked for as `slow=1s` to `slow=30s`.
 */
type Misfortune = '503' | '429' | '504-done' | '504-lost' | 'cut' | 'slow'

interface Fault {
  readonly misfortune: Misfortune
  /** By how much a slow response is late. */
  readonly lateMs: number
  /** How many requests with the same Idempotency-Key it befalls; absent: each. */
  readonly times?: number
}

const MAX_SECONDS = 30
const FAULT = /^(?:(503|429|504-done|504-lost|cut)|slow=(\d{1,2})s)(?:\s*;\s*times=([1-9]))?$/

/** Takes `X-Sandbox-Fault` apart. Throws 400 for what it does not know. */
function readFault(header: string): Fault {
  const [isKnown, misfortune, seconds, times] = FAULT.exec(header) ?? []
  const lateMs = Number(seconds ?? 0) * 1_000
  const isLate = lateMs > 0 && lateMs <= MAX_SECONDS * 1_000
  if (isKnown === undefined || (misfortune === undefined && !isLate)) {
    throw new AppError(
      'bad_request',
      `The ${SANDBOX_FAULT} must be 503, 429, 504-done, 504-lost, cut, or slow=1s to slow=${MAX_SECONDS}s, ` +
        'alone or with ;times=1 to ;times=9.',
    )
  }
  // The pattern names them.
  return {
    misfortune: (misfortune ?? 'slow') as Misfortune,
    lateMs,
    ...(times !== undefined && { times: Number(times) }),
  }
}

/** As long as responses are kept for repeats (docs/decisions/writes.md#39). */
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
