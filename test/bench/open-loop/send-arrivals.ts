import { setTimeout as delay } from 'node:timers/promises'
import { createRandom } from '../../support/records/seeded.ts'
import { createAsker } from '../world/responses.ts'
import type { OpenLoopJob, OpenLoopResult } from './job.ts'

/** The share of the time that is not counted unless the job says otherwise. */
const WARM_UP = 0.2

/** Sends at random times with the given rate (a Poisson process). */
export async function sendArrivals({
  url,
  tokens,
  perSecond,
  seconds,
  requests,
  ...job
}: OpenLoopJob): Promise<OpenLoopResult> {
  const random = createRandom(7)
  const asker = createAsker({ url })
  const acceptedMs: number[] = []
  const refusedMs: number[] = []
  const failed: Record<number, number> = {}
  const underWay: Promise<void>[] = []
  const begin = performance.now()
  const countsFrom = begin + (job.ignoredSeconds ?? seconds * WARM_UP) * 1_000
  const end = begin + seconds * 1_000

  const one = async (index: number) => {
    const request = requests[index % requests.length]
    if (!request) return
    const sentAt = performance.now()
    const { status } = await asker.ask(tokens[index % tokens.length], request)
    if (sentAt < countsFrom) return
    const isAccepted = status >= 200 && status < 300
    if (!isAccepted) failed[status] = (failed[status] ?? 0) + 1
    const latenciesMs = isAccepted ? acceptedMs : refusedMs
    latenciesMs.push(performance.now() - sentAt)
  }

  let next = begin
  for (let index = 0; next < end; index++) {
    next += (-Math.log(1 - random()) * 1_000) / perSecond
    const wait = next - performance.now()
    if (wait > 1) await delay(wait)
    underWay.push(one(index))
  }
  await Promise.all(underWay)
  asker.close()
  return { seconds: (end - countsFrom) / 1_000, acceptedMs, refusedMs, failed }
}
