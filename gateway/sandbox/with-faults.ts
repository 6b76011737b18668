import { setTimeout as delay } from 'node:timers/promises'
import type { Request } from 'express'
import { outcomeUnknown, serviceUnavailable } from '../../shared/contract/core/errors.ts'
import type { Answer } from '../http/handler.ts'
import { rateLimited } from '../limits/enforce-rate-limit.ts'
import type { Slot } from '../overload/concurrency-limiter.ts'
import type { Forward } from '../routes/forward.ts'
import { readIdempotencyKey } from '../routes/idempotency-key.ts'
import { type Misfortune, readFault, SANDBOX_FAULT } from './fault.ts'
import type { FaultCounter } from './fault-counter.ts'

type Send = Awaited<ReturnType<Forward>>

type Befall = (work: () => Promise<Send>, res: Answer, lateMs: number, slot: Slot) => Promise<Send>

/** How each misfortune befalls a request, which `work` does. */
const befall: Record<Misfortune, Befall> = {
  '503': async () => {
    throw serviceUnavailable()
  },
  '429': async (_work, res) => {
    res.setHeader('Retry-After', 1)
    // The request was counted, and its answer has the limit.
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
export const withFaults =
  (countFault: FaultCounter | undefined) =>
  (forward: Forward): Forward => {
    const meet = async (req: Request, res: Answer, slot: Slot, header: string, isMet: FaultCounter) => {
      const fault = readFault(header)
      const key = readIdempotencyKey(req.headers['idempotency-key'])
      const work = () => forward(req, res, slot)
      const isDue = await isMet(fault, res.locals.caller?.id ?? '', key)
      return isDue ? befall[fault.misfortune](work, res, fault.lateMs, slot) : work()
    }
    return (req, res, slot) => {
      const header = req.headers['x-sandbox-fault']
      if (header === undefined) return forward(req, res, slot)
      if (countFault) return meet(req, res, slot, String(header), countFault)
      res.setHeader('X-Ignored-Headers', SANDBOX_FAULT)
      return forward(req, res, slot)
    }
  }
