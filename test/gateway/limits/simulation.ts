import { vi } from 'vitest'
import { createConcurrencyLimiter, type Slot } from '../../../gateway/limits/concurrency-limiter.ts'
import { createRandom } from '../../support/records/seeded.ts'

/** How a service works: in transactions, two at once, each of which takes a time and some more for each call in it. */
export interface ServiceModel {
  readonly transactionMs: number
  readonly callMs: number
  /** Each on a machine of its own; 1 by default. */
  readonly processes?: number
  /** The time that everything takes, relative to a quiet machine. */
  readonly slowness?: (atMs: number) => number
}

interface LoadModel {
  /** Each sends its next request when the last one is answered. */
  readonly clients?: number
  /** Arrivals that do not wait for responses. */
  readonly perSecond?: number
  readonly seconds: number
  /** Answers before this time are not counted. */
  readonly warmUpSeconds?: number
}

interface Outcome {
  readonly acceptedPerSecond: number
  readonly refused: number
  readonly acceptedP99Ms: number
  readonly refusedMaxMs: number
  readonly mostQueued: number
  readonly limit: number
}

interface Transaction {
  workMs: number
  readonly calls: (() => void)[]
}

const MAX_IN_TRANSACTION = 64
const TRANSACTIONS = 2

/** Runs a load against a service behind a concurrency limiter on a clock of its own, in steps of a millisecond. */
export async function simulate(service: ServiceModel, load: LoadModel): Promise<Outcome> {
  const { seconds, clients = 0, perSecond = 0, warmUpSeconds = 0 } = load
  const random = createRandom(7)
  const limiter = createConcurrencyLimiter()
  const queue: (() => void)[] = []
  const machines = Array.from({ length: service.processes ?? 1 }, (): Transaction[] => [])
  const accepted: number[] = []
  const refused: number[] = []
  const begin = Date.now()
  const elapsed = () => Date.now() - begin
  let mostQueued = 0

  const serve = () => new Promise<void>((answer) => queue.push(answer))
  const send = (onEnd: () => void) => {
    const at = elapsed()
    const counts = at >= warmUpSeconds * 1_000
    limiter.acquire((slot: Slot | undefined) => {
      if (!slot) {
        if (counts) refused.push(elapsed() - at)
        onEnd()
        return
      }
      void slot.run(serve).then(() => {
        if (counts) accepted.push(elapsed() - at)
        slot.release()
        onEnd()
      })
    })
  }
  const repeat = () => {
    if (elapsed() < seconds * 1_000) send(repeat)
  }
  const step = async () => {
    for (const running of machines) {
      // Those that run share the machine.
      const slowness = running.length * (service.slowness?.(elapsed()) ?? 1)
      for (const transaction of running) transaction.workMs -= 1 / slowness
      for (const { workMs, calls } of running) if (workMs <= 0) for (const answer of calls) answer()
      running.splice(0, running.length, ...running.filter(({ workMs }) => workMs > 0))
    }
    const idle = () => machines.find(({ length }) => length < TRANSACTIONS)
    const share = Math.min(MAX_IN_TRANSACTION, Math.ceil(queue.length / machines.length))
    for (let next = idle(); next && queue.length > 0; next = idle()) {
      const calls = queue.splice(0, share)
      next.push({ workMs: service.transactionMs + calls.length * service.callMs, calls })
    }
    await vi.advanceTimersByTimeAsync(1)
    mostQueued = Math.max(mostQueued, limiter.queued)
  }

  for (let client = 0; client < clients; client++) repeat()
  let nextArrival = 0
  while (elapsed() < seconds * 1_000) {
    while (perSecond > 0 && nextArrival <= elapsed()) {
      send(() => undefined)
      nextArrival += (-Math.log(1 - random()) * 1_000) / perSecond
    }
    await step()
  }
  const { limit } = limiter
  while (limiter.inFlight + limiter.queued > 0) await step()
  const sorted = accepted.toSorted((one, other) => one - other)
  return {
    acceptedPerSecond: accepted.length / (seconds - warmUpSeconds),
    refused: refused.length,
    acceptedP99Ms: sorted[Math.floor(sorted.length * 0.99)] ?? 0,
    refusedMaxMs: refused.reduce((longest, ms) => Math.max(longest, ms), 0),
    mostQueued,
    limit,
  }
}
