import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { ServiceName } from '../../local/services.ts'
import { inventory } from '../../shared/contract/inventory/inventory.ts'
import { createRandom } from '../support/records/seeded.ts'
import type { RunningProcesses } from '../support/system/processes.ts'
import { registerBasics } from '../support/system/registries.ts'
import { checkOut } from '../upgrade/check-out.ts'
import { randomFaults } from './components/fault-plan.ts'
import { type Finding, finding } from './history/finding.ts'
import { describeFindings, describeReport } from './history/report.ts'
import type { Workload } from './load/workload.ts'
import { runFaults } from './run-faults.ts'
import { measureAbsence } from './trials/absence.ts'
import { jumpClock } from './trials/clock.ts'
import { countAmongTrade } from './trials/count.ts'
import { tryDisk } from './trials/disk-faults.ts'
import { takeFeedOver } from './trials/feed-takeover.ts'
import { fuzz } from './trials/hostile/fuzz.ts'
import { measureSlowConnections } from './trials/hostile/slow-connections.ts'
import { overload } from './trials/overload.ts'
import { restartAll } from './trials/rolling.ts'
import { killInventories } from './trials/scale-out.ts'
import { earlierPermissions, startEarlierVersion } from './update/two-versions.ts'
import { update } from './update/update.ts'
import { type FaultWorld, prepareWorkload, startWorld } from './world.ts'

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '600' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    /** Arrivals per second. */
    rate: { type: 'string', default: '20' },
    /** Rounds of rolling restarts; each restarts every process. */
    restarts: { type: 'string', default: '3' },
    /** Number of hostile requests. */
    requests: { type: 'string', default: '100000' },
    /** Arrivals per second of the overload. */
    overload: { type: 'string', default: '300' },
    /** Power cuts while the system runs, and as many while it starts. */
    cuts: { type: 'string', default: '5' },
    /** Folder for data and logs; by default a temporary one. */
    data: { type: 'string' },
    /** The version that is updated: a commit, or the folder of a checkout that is built. */
    earlier: { type: 'string', default: '3bd2013' },
    /** Only these trials, separated by commas; all by default. */
    only: { type: 'string' },
  },
})
/** As rolling restarts need them (docs/promises.md#R8). */
const TWO_OF_EACH = { gateway: 2, auth: 2, catalog: 2, inventory: 2, notifications: 2, reporting: 2 }
const FOUR_INVENTORIES = { ...TWO_OF_EACH, inventory: 4 }
/** Trials of one system; the others start their own. */
const worldTrials = ['faults', 'restarts', 'overload', 'fuzz', 'slow', 'absence', 'feed', 'count', 'clock'] as const
const isWanted = (trial: (typeof worldTrials)[number] | 'scale-out' | 'disk' | 'update') =>
  values.only === undefined || values.only.split(',').includes(trial)
/** Longer than RabbitMQ's heartbeat: the other process takes over, and the frozen one continues with events delivered to both. */
const FEED_FREEZE_MS = 14_000
const seed = Number(values.seed)
const random = createRandom(seed)
const findings: Finding[] = []
const skipped: string[] = []
const say = (line: string) => console.error(`${new Date().toISOString().slice(11, 19)} ${line}`)
const runOptions = { seed, seconds: Number(values.seconds), perSecond: Number(values.rate), say }
const conclude = (title: string, lines: readonly string[], found: readonly Finding[]) => {
  findings.push(...found)
  console.log([`\n${title}`, ...lines, ...describeFindings(found)].join('\n'))
}

if (worldTrials.some(isWanted)) await inWorld(TWO_OF_EACH, values.data, tryWorld)
if (isWanted('scale-out')) await inWorld(FOUR_INVENTORIES, values.data && join(values.data, 'scale-out'), tryScaleOut)
if (isWanted('disk')) {
  say('Power cuts and full disk')
  const cuts = Number(values.cuts)
  const found = await tryDisk({ seed, cuts, cutsWhileStarting: cuts, fullSeconds: 20, say })
  conclude('Power cuts (R12) and full disk (R13)', [`${2 * cuts} power cuts`], found)
}
if (isWanted('update')) await tryUpdate()
for (const what of skipped) console.log(`\nSkipped: ${what}`)
console.log(findings.length === 0 ? '\nAll promises that were tried held.' : `\n${findings.length} findings.`)
process.exit(findings.length > 0 ? 1 : 0)

async function inWorld(
  replicas: Partial<Record<ServiceName, number>>,
  dataDir: string | undefined,
  run: (world: FaultWorld, workload: Workload) => Promise<void>,
): Promise<void> {
  say('Starting servers and processes')
  await using world = await startWorld({ dataDir, replicas })
  say('Creating clients and items')
  await registerBasics(world.system.call)
  await run(world, await prepareWorkload(world.system, { clients: 40, items: 24 }))
  say('Stopping')
}

async function tryWorld(world: FaultWorld, workload: Workload): Promise<void> {
  const { system } = world
  const token = workload.clients[0]?.token ?? ''

  if (isWanted('faults')) {
    say('Injecting faults')
    const faults = randomFaults([...world.components.keys()], createRandom(seed))
    const report = await runFaults(world, workload, { ...runOptions, faults })
    findings.push(...report.findings)
    console.log(describeReport(report))
  }
  if (isWanted('restarts')) await tryRestarts(system, workload)
  if (isWanted('overload')) await tryOverload(system, workload)
  if (isWanted('fuzz')) {
    say('Hostile requests')
    const hostile = { gateways: system.gateways, token, requests: Number(values.requests), seed, secrets: [token] }
    const fuzzed = await fuzz(hostile)
    const statuses = [...fuzzed.statuses].map(([status, count]) => `${count} ${status}`).join(', ')
    conclude('Hostile requests (S3)', [`seed ${seed}, ${fuzzed.requests} requests: ${statuses}`], fuzzed.findings)
  }
  if (isWanted('slow')) {
    say('Slow connections')
    const slow = await measureSlowConnections(system.gateways[0] ?? '', token)
    conclude('Slow connections (S6)', slow.lines, slow.findings)
  }
  if (isWanted('count')) {
    say('Count among trade')
    const counted = await countAmongTrade(system, { traders: 20, random })
    conclude('Count of 1,000 lines among trade (R1)', counted.lines, counted.findings)
  }
  if (isWanted('clock')) {
    say('Clock that jumps')
    const jumped = await jumpClock({ servers: world.servers.urls })
    conclude('Clock an hour ahead and an hour back (R20)', jumped.lines, jumped.findings)
  }
  // It stops services for good.
  if (isWanted('absence')) {
    say('Absent services')
    const absent = await measureAbsence(system, token)
    conclude('Absent services (R10)', absent.lines, absent.findings)
  }
  if (isWanted('feed')) {
    say('Feed taken over')
    const found = await takeFeedOver({ kills: 2, freezeMs: FEED_FREEZE_MS, servers: world.servers.urls })
    conclude('Feed taken over', [], found)
  }
}

/** Four inventory processes: one killed every 2 s, then rolling restarts, then an overload. */
async function tryScaleOut(world: FaultWorld, workload: Workload): Promise<void> {
  say('Killing one of four inventory processes every 2 s')
  const { report, lines, findings: found } = await killInventories(world, workload, { ...runOptions, random })
  findings.push(...report.findings)
  console.log(describeReport(report))
  conclude('Four inventory processes', lines, found)
  await tryRestarts(world.system, workload)
  await tryOverload(world.system, workload)
  const { differences } = await world.system.call(inventory.reconcile, {})
  conclude(
    'Reconciled',
    [`${differences.length} differences`],
    differences.map(({ what, expected, found }) => finding('R1', `${what}: expected ${expected}, found ${found}`)),
  )
}

/** Of 1.1.0, unless another one is named: the version before today's. */
async function tryUpdate(): Promise<void> {
  say(`Building ${values.earlier}`)
  const built = existsSync(values.earlier)
  await using checkout = built ? undefined : await checkOut(values.earlier)
  const folder = built ? resolve(values.earlier) : checkout?.folder
  if (folder === undefined) return void skipped.push(`update (R15): the history of this clone lacks ${values.earlier}`)
  say('Starting the earlier version')
  await using world = await startEarlierVersion(folder, values.data && join(values.data, 'update'))
  await registerBasics(world.system.call)
  const workload = await prepareWorkload(world.system, { clients: 16, items: 12, permissions: earlierPermissions })
  const { lines, findings: found } = await update(world, workload, {
    ...runOptions,
    perSecond: runOptions.perSecond / 4,
  })
  conclude(`Update from ${values.earlier} (R15)`, lines, found)
}

async function tryRestarts(system: RunningProcesses, workload: Workload): Promise<void> {
  say('Rolling restarts')
  const rolled = await restartAll(system, workload, { rounds: Number(values.restarts), workers: 6, random })
  const { restarts, requests, slowestEndMs } = rolled
  const ended = `${restarts} restarts, ${requests} requests, slowest end ${Math.round(slowestEndMs)} ms`
  conclude('Rolling restarts (R8)', [ended], rolled.findings)
}

async function tryOverload(system: RunningProcesses, workload: Workload): Promise<void> {
  say('Overload')
  const loaded = await overload(system, workload, { perSecond: Number(values.overload), seconds: 30, random })
  conclude('Overload (R11)', loaded.lines, loaded.findings)
}
