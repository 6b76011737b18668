import { setTimeout as delay } from 'node:timers/promises'
import { reporting } from '../../../shared/contract/reports/reporting.ts'
import { succeeded } from '../load-job.ts'
import type { Loader } from '../loader.ts'
import { microsBetween, ownMicros, watchedProcesses } from '../measure.ts'
import { sendOpenLoop } from '../open-loop/send-open-loop.ts'
import { median, quantile } from '../statistics.ts'
import { requestsOf, workloadNamed } from '../workloads.ts'
import type { Contestant } from '../world/contestant.ts'
import { readUsage } from '../world/process-cpu.ts'
import type { World } from '../world/world.ts'
import type { TrialOptions } from './trial.ts'

/** What it costs to follow the feed, and how far reports are behind it (R3). */
export interface FollowingResult {
  /** CPU for a receipt: of our processes, and of the database. */
  readonly without: ReceiptMicros
  /** The same while reports follow, with what they do after the last receipt. */
  readonly with: ReceiptMicros
  readonly perSecond: number
  /** Receipts that were not accepted at that rate. */
  readonly failures: number
  readonly lagMs: { readonly p50: number; readonly max: number }
}

interface ReceiptMicros {
  readonly own: number
  readonly database: number
}

const ARRIVALS_PER_SECOND = 300
const LOOK_EVERY_MS = 100
/** So few that receipts do not wait for each other. */
const CONNECTIONS = 8
/** The process that follows is new in each round: before it is measured, it compiles its code. */
const WARM_UP_SECONDS = 15

export async function measureFollowing(world: World, loader: Loader, options: TrialOptions): Promise<FollowingResult> {
  const { ours, stage } = world
  const { door } = ours
  const requests = requestsOf(workloadNamed('receive'), stage, door.lots)
  const lagMs = async () => {
    const { figures } = await ours.call(reporting.status, {})
    return Number(figures.reporting_lag_seconds) * 1_000
  }
  const caughtUp = async () => {
    while ((await lagMs()) > 0) await delay(LOOK_EVERY_MS)
  }
  /** CPU for each receipt of a closed loop, and of what follows it. */
  const measureReceipts = async (processes: Contestant['stock']['processes'], settle: () => Promise<void>) => {
    const job = { url: door.url, token: door.token, connections: CONNECTIONS, requests }
    await loader.load({ ...job, seconds: Math.max(options.warmUpSeconds, WARM_UP_SECONDS) })
    await settle()
    const roots = watchedProcesses(world, { ...door, processes })
    const before = readUsage(roots)
    const done = succeeded(await loader.load({ ...job, seconds: options.seconds }))
    await settle()
    const cpuMicros = microsBetween(before, readUsage(roots), Math.max(done, 1))
    return { own: ownMicros({ cpuMicros }), database: cpuMicros.database ?? 0 }
  }

  const [without, following]: [ReceiptMicros[], ReceiptMicros[]] = [[], []]
  const lags: number[] = []
  let failures = 0
  for (let round = 0; round < options.rounds; round++) {
    without.push(await measureReceipts(door.processes, async () => undefined))
    const { process } = await ours.add('reporting')
    try {
      await caughtUp()
      following.push(await measureReceipts([...door.processes, process], caughtUp))
      const { url, token } = door
      const sent = sendOpenLoop({
        url,
        tokens: [token],
        perSecond: ARRIVALS_PER_SECOND,
        seconds: options.seconds,
        requests,
      })
      let isOver = false
      const finished = sent.finally(() => {
        isOver = true
      })
      while (!isOver) {
        lags.push(await lagMs())
        await delay(LOOK_EVERY_MS)
      }
      failures += (await finished).refusedMs.length
    } finally {
      await process.stop()
    }
  }
  const result = {
    without: medians(without),
    with: medians(following),
    perSecond: ARRIVALS_PER_SECOND,
    failures,
    lagMs: { p50: median(lags), max: quantile(lags, 1) },
  }
  options.say(`following: ${JSON.stringify(result)}`)
  return result
}

const medians = (of: readonly ReceiptMicros[]): ReceiptMicros => ({
  own: median(of.map(({ own }) => own)),
  database: median(of.map(({ database }) => database)),
})
