import { createGradientLimit } from './gradient-limit.ts'

/** Up to this many requests in flight and queued are not an overload, however slow the system is; none is refused. */
export const NO_OVERLOAD = 64
/** Up to this many calls may be in flight without overload, however slow they are: a report takes seconds by itself. */
const MIN_CALLS = 8
/** A refusal is held back until so long after the arrival, so that clients that repeat at once cost little. */
export const REFUSED_AFTER_MS = 800
/** Most requests that are queued or held back; beyond it the oldest is refused at once. */
export const MAX_QUEUED = 4_000
/** A service does not start a call later: counted from its request's arrival under overload, otherwise from its slot. */
export const LATEST_START_MS = { underOverload: 400, otherwise: 600 } as const
/** Requests that start at most this long after arrival, less twice the average service time, usually end within a second. */
const START_BUDGET_MS = 850
const MIN_QUEUE_MS = 100
/** As many requests as the service answers in this time are not an overload either, so that they grow with its processes. */
const MAX_QUEUE_MS = 600
const TICK_MS = 25
const DEFAULT_LONGEST_CALL_MS = 60_000

/** The right to make one call. */
export interface Slot {
  /** Epoch milliseconds after which the service refuses the call instead of starting it. */
  readonly startDeadline: number
  /** Whether a call that was not started by then may be made again without that deadline: no request is refused now. */
  readonly mayStartLate: () => boolean
  /** Makes the call, and measures how long it takes. */
  run<T>(call: () => Promise<T>): Promise<T>
  /** Gives the slot back, once. */
  release(): void
}

interface ConcurrencyLimiterOptions {
  readonly now?: () => number
  /** Milliseconds after which a slot cannot belong to a call any more, since every call has ended at its deadline. */
  readonly longestCallMs?: number
  /** A slot was taken back after that time. */
  readonly onLost?: () => void
}

interface Queued {
  readonly since: number
  settle(slot: Slot | undefined): void
}

/**
 * Limits the calls in flight by a gradient limit and queues the other requests, first in, first out. During an
 * overload, it refuses requests that have been queued too long to be answered within a second. While these refusals are
 * held back, the newest request goes first (adaptive LIFO, as in Maurer, "Fail at Scale", ACM Queue, 2015). See
 * docs/overload.md.
 */
export function createConcurrencyLimiter({
  now = () => performance.now(),
  longestCallMs = DEFAULT_LONGEST_CALL_MS,
  onLost,
}: ConcurrencyLimiterOptions = {}) {
  const limit = createGradientLimit(now)
  /** Oldest first. */
  const queue: Queued[] = []
  /** Refused, not yet answered; oldest first. */
  const heldBack: Queued[] = []
  /** The slots in flight and when they were given, oldest first. */
  const held = new Map<Slot, number>()
  let lost = 0
  let timer: NodeJS.Timeout | undefined

  const isOverload = () => heldBack.length > 0
  const mayBeInFlight = () => (isOverload() ? limit.calls : Math.max(limit.calls, MIN_CALLS))

  const createSlot = ({ since }: Queued): Slot => {
    const mustStartInMs = isOverload() ? since + LATEST_START_MS.underOverload - now() : LATEST_START_MS.otherwise
    const learn = (serviceMs: number) => limit.learn(serviceMs, queue.length > 0 || held.size >= mayBeInFlight())
    const slot: Slot = {
      startDeadline: Date.now() + mustStartInMs,
      mayStartLate: () => !isOverload(),
      async run(call) {
        const startedAt = now()
        try {
          const result = await call()
          learn(now() - startedAt)
          return result
        } catch (error) {
          // A call that failed early says nothing of how long the others take.
          learn(Math.max(now() - startedAt, limit.averageMs))
          throw error
        }
      },
      release() {
        if (held.delete(slot)) startQueued()
      },
    }
    return slot
  }

  const takeBackLost = () => {
    for (const [slot, grantedAt] of held) {
      if (now() - grantedAt <= longestCallMs) return
      lost++
      onLost?.()
      slot.release()
    }
  }

  const startQueued = () => {
    while (held.size < mayBeInFlight()) {
      const next = isOverload() ? queue.pop() : queue.shift()
      if (!next) return
      const slot = createSlot(next)
      held.set(slot, now())
      next.settle(slot)
    }
  }

  const holdBackLate = () => {
    const maxQueueMs = Math.max(MIN_QUEUE_MS, Math.min(MAX_QUEUE_MS, START_BUDGET_MS - 2 * limit.averageMs))
    const isLate = ({ since }: Queued) => now() - since > maxQueueMs
    const noOverload = Math.max(NO_OVERLOAD, limit.answeredIn(MAX_QUEUE_MS))
    while (queue[0] && isLate(queue[0]) && held.size + queue.length + heldBack.length > noOverload)
      heldBack.push(...queue.splice(0, 1))
  }

  const refuse = () => {
    const isDue = ({ since }: Queued) => now() - since >= REFUSED_AFTER_MS
    const isFull = () => queue.length + heldBack.length > MAX_QUEUED
    while (heldBack[0] && (isDue(heldBack[0]) || isFull())) heldBack.shift()?.settle(undefined)
    while (isFull()) queue.shift()?.settle(undefined)
  }

  const tick = () => {
    takeBackLost()
    holdBackLate()
    refuse()
    if (queue.length + heldBack.length > 0) return
    clearInterval(timer)
    timer = undefined
  }

  return {
    get limit(): number {
      return mayBeInFlight()
    },
    get inFlight(): number {
      return held.size
    },
    /** Queued requests, and refused ones that are held back. */
    get queued(): number {
      return queue.length + heldBack.length
    },
    /** Slots that were taken back, because nobody gave them back: each of them is a bug. */
    get lost(): number {
      takeBackLost()
      return lost
    },
    /**
     * Calls `settle` once, now or later: with a slot, or with undefined if the request is refused.
     *
     * @returns a function that removes the request from the queue
     */
    acquire(settle: (slot: Slot | undefined) => void): () => void {
      takeBackLost()
      const request = { since: now(), settle }
      queue.push(request)
      startQueued()
      if (queue.length === 0) return () => undefined
      timer ??= setInterval(tick, TICK_MS)
      refuse()
      return () => {
        for (const list of [queue, heldBack]) {
          const index = list.indexOf(request)
          if (index >= 0) list.splice(index, 1)
        }
      }
    },
  }
}

export type ConcurrencyLimiter = ReturnType<typeof createConcurrencyLimiter>
