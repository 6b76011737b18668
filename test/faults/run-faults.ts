import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { inventory } from '../../shared/contract/inventory/inventory.ts'
import { createRandom } from '../support/records/seeded.ts'
import { type Fault, inject } from './components/components.ts'
import { pick } from './components/fault-plan.ts'
import { readBooks } from './history/books.ts'
import { check, type TimeSpan } from './history/checks.ts'
import type { Finding } from './history/finding.ts'
import { isFinal } from './history/history.ts'
import { loggedErrors } from './history/logged-errors.ts'
import { askAll, compareOutcomes, startAsking } from './history/outcomes.ts'
import type { FaultReport } from './history/report.ts'
import { startWitness } from './history/witness.ts'
import { type Load, settle, startLoad } from './load/load.ts'
import { createTraffic, firstIntents, type Workload } from './load/workload.ts'
import { RECOVERY_MS, recoveryTime, unfinishedWork, untilFilled } from './trials/recovery.ts'
import { COMMIT_FROZEN_MS, type LoadedWorld } from './world.ts'

const FAULT_EVERY_MS = 2_000
/** How long the load continues after the recovery, to be sure of it. */
const SHOW_MS = 5_000
const LOOK_EVERY_MS = 500

export interface RunOptions {
  readonly seed: number
  /** Each of them one fault, or several at once. */
  readonly faults: Iterable<readonly Fault[]> | AsyncIterable<readonly Fault[]>
  /** Faults begin every 2 s, even while components of earlier ones start again; otherwise after that. */
  readonly isOverlapping?: boolean
  /** The time in which faults begin. */
  readonly seconds: number
  readonly perSecond: number
  /** Prints progress. */
  readonly say: (line: string) => void
}

/** Injects one fault after the other under load, waits for recovery, and compares the stored state with the responses. */
export async function runFaults(world: LoadedWorld, workload: Workload, options: RunOptions): Promise<FaultReport> {
  const { seed, seconds, perSecond, say } = options
  const random = createRandom(seed)
  const { gateways } = world
  const first = firstIntents(workload, random)
  await settle(first, { gateways, random })
  const stalls = monitorEventLoopDelay({ resolution: 20 })
  stalls.enable()
  const begin = performance.now()
  const load = startLoad({ gateways, perSecond, random, next: createTraffic(workload, random) })
  const asking = startAsking(load.intents, { gateways, random })
  const witness = await startWitness({
    gateways,
    call: world.system.call,
    client: pick(workload.clients, random),
    random,
  })

  const done: Fault[] = []
  const pairs: TimeSpan[] = []
  let commitsFrozenUntil = 0
  const injectAll = async (faults: readonly Fault[]) => {
    const start = performance.now()
    await Promise.all(faults.map((fault) => injectInto(world, fault)))
    const end = performance.now()
    if (faults.some(({ kind }) => kind === 'frozen commit')) commitsFrozenUntil = end + COMMIT_FROZEN_MS
    done.push(...faults)
    if (faults.length > 1) pairs.push({ start, end: end + RECOVERY_MS })
    if (faults.length === 0) return
    const [at, took] = [start - begin, end - start].map((ms) => (ms / 1_000).toFixed(1))
    say(`${at} s: ${faults.map(({ kind, component }) => `${kind} ${component}`).join(' and ')}, ${took} s`)
  }
  const injecting: Promise<void>[] = []
  for await (const faults of options.faults) {
    if (performance.now() - begin > seconds * 1_000) break
    const injected = injectAll(faults)
    injecting.push(injected)
    await Promise.all([delay(FAULT_EVERY_MS), options.isOverlapping ? undefined : injected])
  }
  await Promise.all(injecting)
  // A commit stays frozen after its fault has been made.
  const lastFault = Math.max(performance.now(), commitsFrozenUntil)
  say('Waiting for recovery')
  await recovered(load, lastFault)
  await load.stop()
  const sampled = await asking.stop()
  const witnessed = await witness.stop()
  const recoveryMs = recoveryTime(load.intents, lastFault)
  say('Repeating half of the requests with an open outcome, and asking for the outcomes of all')
  const open = load.intents.filter(({ key, attempts }) => key !== undefined && !attempts.some(isSettled))
  await settle(
    open.filter(() => random() < 0.5),
    { gateways, random },
  )
  const outcomes = [...sampled, ...(await askAll(load.intents, { gateways, random }))]
  stalls.disable()

  say('Comparing the stored state with the answers')
  const read = () => readBooks(world.servers.urls.MONGODB_URI, world.system.system)
  await untilFilled(read)
  const findings: Finding[] = await unfinishedWork(world, Math.max(performance.now(), lastFault))
  const books = await read()
  const intents = [...first, ...load.intents]
  findings.push(
    ...loggedErrors(world.logFolder),
    ...check(intents, books, { aside: [witness.item], unlimited: pairs }),
    ...compareOutcomes(intents, books.ledger, outcomes),
    ...witnessed.findings,
  )
  if (witnessed.reads === 0) findings.push({ promise: 'R14', what: 'no read was compared' })
  const { differences } = await world.system.call(inventory.reconcile, {})
  for (const { what, expected, found } of differences)
    findings.push({ promise: 'R1', what: `${what}: expected ${expected}, found ${found}` })
  if (recoveryMs === undefined || recoveryMs > RECOVERY_MS)
    findings.push({
      promise: 'R6',
      what: recoveryMs === undefined ? 'no recovery' : `recovered ${recoveryMs} ms after the last fault`,
    })
  return {
    seed,
    seconds: (lastFault - begin) / 1_000,
    intents,
    faults: done,
    findings,
    recoveryMs,
    stallMs: stalls.max / 1_000_000,
    transactions: books.ledger.length,
    outcomes: outcomes.length,
    reads: witnessed.reads,
  }
}

/** Waits until the load has been answered normally for some time; at most as long as the recovery may take, and that time. */
async function recovered({ intents }: Load, lastFault: number): Promise<void> {
  for (let took = 0; took < RECOVERY_MS + SHOW_MS; took = performance.now() - lastFault) {
    await delay(LOOK_EVERY_MS)
    if (took - (recoveryTime(intents, lastFault) ?? took) > SHOW_MS) return
  }
}

const isSettled = (made: Parameters<typeof isFinal>[0]) => isFinal(made) || made.status === 400

async function injectInto(world: LoadedWorld, fault: Fault): Promise<void> {
  const component = world.components.get(fault.component)
  if (!component) throw new Error(`There is no component ${fault.component}`)
  await inject(fault, component)
}
