import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { inventory } from '../../shared/contract/inventory/inventory.ts'
import { createRandom } from '../support/seeded.ts'
import { readBooks } from './books.ts'
import { loggedBugs } from './bugs.ts'
import { RECOVERY_MS, recoveryTime, restlessness } from './calm.ts'
import { check, type Finding } from './checks.ts'
import { type Fault, inject } from './components.ts'
import { isFinal } from './history.ts'
import { startLoad } from './load.ts'
import type { FaultReport } from './report.ts'
import { firstIntents, nextIntent, type Stage } from './work.ts'
import type { FaultWorld } from './world.ts'

const FAULT_EVERY_MS = 2_000
/** How long the load goes on after the time in which all must be normal again, to show that it is. */
const SHOW_MS = 7_000

export interface RunOptions {
  readonly seed: number
  readonly faults: Iterable<Fault>
  /** No fault begins later. */
  readonly seconds: number
  readonly perSecond: number
  /** Told what goes on. */
  readonly say: (line: string) => void
}

/** Breaks one component after the other under load, lets all recover, and holds the books against what clients were told. */
export async function runFaults(world: FaultWorld, stage: Stage, options: RunOptions): Promise<FaultReport> {
  const { seed, seconds, perSecond, say } = options
  const random = createRandom(seed)
  const { gateways } = world
  const first = startLoad({ gateways, perSecond: 0, random, next: () => nextIntent(stage, random) })
  await first.settle(firstIntents(stage, random))
  const stalls = monitorEventLoopDelay({ resolution: 20 })
  stalls.enable()
  const begin = performance.now()
  const load = startLoad({ gateways, perSecond, random, next: () => nextIntent(stage, random) })

  const done: Fault[] = []
  for (const fault of options.faults) {
    const component = world.components.get(fault.component)
    if (!component || performance.now() - begin > seconds * 1_000) break
    const atLeast = delay(FAULT_EVERY_MS)
    const startedAt = performance.now()
    await inject(fault, component)
    done.push(fault)
    const [at, took] = [startedAt - begin, performance.now() - startedAt].map((ms) => (ms / 1_000).toFixed(1))
    say(`${at} s: ${fault.kind} ${fault.component}, over after ${took} s`)
    await atLeast
  }
  const lastFault = performance.now()
  say('The last fault is over')
  await delay(RECOVERY_MS + SHOW_MS)
  await load.stop()
  say('The load has ended; asking for what is unknown')
  const recoveryMs = recoveryTime(load.intents, lastFault)
  await load.settle(load.intents.filter(({ key, attempts }) => key !== undefined && !attempts.some(isSettled)))
  stalls.disable()

  say('Reading the books')
  const findings: Finding[] = await restlessness(world)
  const books = await readBooks(world.servers.urls.MONGODB_URI, world.system.system)
  const intents = [...first.intents, ...load.intents]
  findings.push(...loggedBugs(world.logFolder), ...check(intents, books))
  const { differences } = await world.system.call(inventory.reconcile, {})
  for (const { what, expected, found } of differences)
    findings.push({ promise: 'R1', what: `${what}: expected ${expected}, found ${found}` })
  if (recoveryMs === undefined || recoveryMs > RECOVERY_MS)
    findings.push({ promise: 'R6', what: `normal again ${recoveryMs ?? 'never'} ms after the last fault` })
  return {
    seed,
    seconds: (lastFault - begin) / 1_000,
    intents,
    faults: done,
    findings,
    recoveryMs,
    stallMs: stalls.max / 1_000_000,
    transactions: books.ledger.length,
  }
}

const isSettled = (made: Parameters<typeof isFinal>[0]) => isFinal(made) || made.status === 400
