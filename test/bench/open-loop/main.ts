import { setTimeout as delay } from 'node:timers/promises'
import { createRandom } from '../../support/records/seeded.ts'
import { createAsker } from '../world/answers.ts'
import type { OpenLoopJob, OpenLoopResult } from './job.ts'

/** The first part of the time is the warm-up, which is not counted. */
const WARM_UP = 0.2

process.on('message', (job: OpenLoopJob) => {
  void send(job).then((result) => process.send?.(result))
})
process.on('disconnect', () => process.exit(0))

/** Sends at random times with the given rate (a Poisson process). */
async function send({ url, token, perSecond, seconds, requests }: OpenLoopJob): Promise<OpenLoopResult> {
  const random = createRandom(7)
  const asker = createAsker({ url })
  const acceptedMs: number[] = []
  const refusedMs: number[] = []
  const underWay: Promise<void>[] = []
  const begin = performance.now()
  const countsFrom = begin + seconds * 1_000 * WARM_UP
  const end = begin + seconds * 1_000

  const one = async (index: number) => {
    const request = requests[index % requests.length]
    if (!request) return
    const sentAt = performance.now()
    const { status } = await asker.ask(token, request)
    if (sentAt < countsFrom) return
    const latenciesMs = status >= 200 && status < 300 ? acceptedMs : refusedMs
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
  return { seconds: (end - countsFrom) / 1_000, acceptedMs, refusedMs }
}
