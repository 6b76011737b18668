import { parseArgs } from 'node:util'
import { createRandom } from '../support/records/seeded.ts'
import { registerBasics } from '../support/system/registries.ts'
import { randomFaults } from './components/fault-plan.ts'
import type { Finding } from './history/finding.ts'
import { describeFindings, describeReport } from './history/report.ts'
import { runFaults } from './run-faults.ts'
import { measureAbsence } from './trials/absence.ts'
import { countAmongTrade } from './trials/count.ts'
import { tryDisk } from './trials/disk-faults.ts'
import { takeFeedOver } from './trials/feed-takeover.ts'
import { fuzz } from './trials/fuzz.ts'
import { overload } from './trials/overload.ts'
import { restartAll } from './trials/rolling.ts'
import { prepareWorkload, startWorld } from './world.ts'

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
    /** Only these trials, separated by commas; all by default. */
    only: { type: 'string' },
  },
})
/** As rolling restarts need them (docs/promises.md#R8). */
const TWO_OF_EACH = { gateway: 2, auth: 2, catalog: 2, inventory: 2, notifications: 2 }
/** Trials of one system; the others start their own. */
const worldTrials = ['faults', 'restarts', 'overload', 'fuzz', 'absence', 'feed', 'count'] as const
const isWanted = (trial: (typeof worldTrials)[number] | 'disk') =>
  values.only === undefined || values.only.split(',').includes(trial)
/** Longer than RabbitMQ's heartbeat: the other process takes over, and the frozen one continues with events delivered to both. */
const FEED_FREEZE_MS = 14_000
const seed = Number(values.seed)
const random = createRandom(seed)
const findings: Finding[] = []
const say = (line: string) => console.error(`${new Date().toISOString().slice(11, 19)} ${line}`)
const conclude = (title: string, lines: readonly string[], found: readonly Finding[]) => {
  findings.push(...found)
  console.log([`\n${title}`, ...lines, ...describeFindings(found)].join('\n'))
}

if (worldTrials.some(isWanted)) await tryWorld()
if (isWanted('disk')) {
  say('Power cuts and full disk')
  const cuts = Number(values.cuts)
  const found = await tryDisk({ seed, cuts, cutsWhileStarting: cuts, fullSeconds: 20, say })
  conclude('Power cuts (R12) and full disk (R13)', [`${2 * cuts} power cuts`], found)
}
console.log(findings.length === 0 ? '\nAll promises held.' : `\n${findings.length} findings.`)
process.exit(findings.length > 0 ? 1 : 0)

async function tryWorld(): Promise<void> {
  say('Starting servers and processes')
  await using world = await startWorld({ dataDir: values.data, replicas: TWO_OF_EACH })
  say('Creating clients and items')
  await registerBasics(world.system.call)
  const workload = await prepareWorkload(world.system, { clients: 40, items: 24 })
  const { system } = world
  const token = workload.clients[0]?.token ?? ''

  if (isWanted('faults')) {
    say('Injecting faults')
    const faults = randomFaults([...world.components.keys()], createRandom(seed))
    const options = { seed, seconds: Number(values.seconds), faults, perSecond: Number(values.rate), say }
    const report = await runFaults(world, workload, options)
    findings.push(...report.findings)
    console.log(describeReport(report))
  }
  if (isWanted('restarts')) {
    say('Rolling restarts')
    const rolled = await restartAll(system, workload, { rounds: Number(values.restarts), workers: 6, random })
    const { restarts, requests, slowestEndMs } = rolled
    const ended = `${restarts} restarts, ${requests} requests, slowest end ${Math.round(slowestEndMs)} ms`
    conclude('Rolling restarts (R8)', [ended], rolled.findings)
  }
  if (isWanted('overload')) {
    say('Overload')
    const loaded = await overload(system, workload, { perSecond: Number(values.overload), seconds: 30, random })
    conclude('Overload (R11)', loaded.lines, loaded.findings)
  }
  if (isWanted('fuzz')) {
    say('Hostile requests')
    const hostile = { gateways: system.gateways, token, requests: Number(values.requests), seed, secrets: [token] }
    const fuzzed = await fuzz(hostile)
    const statuses = [...fuzzed.statuses].map(([status, count]) => `${count} ${status}`).join(', ')
    conclude('Hostile requests (S3)', [`seed ${seed}, ${fuzzed.requests} requests: ${statuses}`], fuzzed.findings)
  }
  if (isWanted('absence')) {
    say('Absent services')
    const absent = await measureAbsence(system, token)
    conclude('Absent services (R10)', absent.lines, absent.findings)
  }
  if (isWanted('count')) {
    say('Count among trade')
    const counted = await countAmongTrade(system, { traders: 20, random })
    conclude('Count of 1,000 lines among trade (R1)', counted.lines, counted.findings)
  }
  if (isWanted('feed')) {
    say('Feed taken over')
    const found = await takeFeedOver({ kills: 2, freezeMs: FEED_FREEZE_MS, servers: world.servers.urls })
    conclude('Feed taken over', [], found)
  }
  say('Stopping')
}
