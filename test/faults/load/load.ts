import { setTimeout as delay } from 'node:timers/promises'
import pMap from 'p-map'
import type { Random } from '../../support/records/seeded.ts'
import { pick } from '../components/fault-plan.ts'
import { type Intent, isFinal, isStillRunning, isUnknown } from '../history/history.ts'
import { createHttpClient } from './http-client.ts'
import { attempt } from './sender.ts'

const MAX_REPEATS = 2

export interface Load {
  readonly intents: readonly Intent[]
  /** Stops new arrivals; resolves when all requests have been answered. */
  stop(): Promise<void>
}

export interface LoadOptions {
  readonly gateways: readonly string[]
  readonly perSecond: number
  readonly random: Random
  readonly next: () => Intent
}

/** Open-loop load: requests arrive at a fixed rate, independent of responses. */
export function startLoad({ gateways, perSecond, random, next }: LoadOptions): Load {
  const http = createHttpClient()
  const intents: Intent[] = []
  const underWay = new Set<Promise<unknown>>()
  const ending = new AbortController()

  const track = (work: Promise<unknown>) => {
    const tracked = work.finally(() => underWay.delete(tracked))
    underWay.add(tracked)
  }
  const send = (intent: Intent) => attempt(http, pick(gateways, random), intent)

  /** Sends an intent. Most clients with a key repeat it while its outcome is open; the others give up. */
  const sendAndRepeat = async (intent: Intent) => {
    const mayRepeat = intent.key !== undefined && random() < 0.7
    for (let repeats = 0; ; repeats++) {
      const made = await send(intent)
      const unsettled = isUnknown(made) || made.status === 503 || isStillRunning(made)
      if (!unsettled || !mayRepeat || repeats >= MAX_REPEATS || ending.signal.aborted) return
      await delay((200 + random() * 1_800) * 2 ** repeats)
    }
  }

  const arrive = () => {
    const intent = next()
    intents.push(intent)
    const copies = intent.key !== undefined && random() < 0.1 ? 3 : 1
    for (let copy = 0; copy < copies; copy++) track(sendAndRepeat(intent))
  }

  const arrivals = async () => {
    const begin = performance.now()
    for (let count = 0; !ending.signal.aborted; count++) {
      const wait = begin + (count * 1_000) / perSecond - performance.now()
      if (wait > 0) await delay(wait, undefined, { signal: ending.signal }).catch(() => undefined)
      if (!ending.signal.aborted) arrive()
    }
  }
  const arriving = arrivals()

  return {
    intents,
    async stop() {
      ending.abort()
      await arriving
      await Promise.all(underWay)
      http.close()
    },
  }
}

const SETTLED_AT_ONCE = 16
const MOST_TRIES = 60

/** Sends intents, each again until its outcome is known. */
export async function settle(
  intents: readonly Intent[],
  { gateways, random }: Pick<LoadOptions, 'gateways' | 'random'>,
): Promise<void> {
  const http = createHttpClient()
  const settleOne = async (intent: Intent) => {
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      const made = await attempt(http, pick(gateways, random), intent)
      if (isFinal(made) || made.status === 400) return
      await delay(1_000)
    }
  }
  await pMap(intents, settleOne, { concurrency: SETTLED_AT_ONCE })
  http.close()
}
