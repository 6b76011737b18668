import { parseArgs } from 'node:util'
import { createRandom } from '../support/records/seeded.ts'
import { registerBasics } from '../support/system/registries.ts'
import { randomFaults } from './components/fault-plan.ts'
import type { Finding } from './history/checks.ts'
import { describeFindings, describeReport } from './history/report.ts'
import { runFaults } from './run-faults.ts'
import { measureAbsence } from './trials/absence.ts'
import { fillDisk } from './trials/disk-full.ts'
import { fuzz } from './trials/fuzz.ts'
import { overload } from './trials/overload.ts'
import { losePower } from './trials/power-loss.ts'
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
    /** Arrivals per second of the overload; 0 skips it. */
    overload: { type: 'string', default: '300' },
    /** Power cuts while the system runs, and as many while it starts. */
    cuts: { type: 'string', default: '5' },
    /** Folder for data and logs; by default a temporary one. */
    data: { type: 'string' },
  },
})
const seed = Number(values.seed)
const random = createRandom(seed)
const findings: Finding[] = []
const say = (line: string) => console.error(`${new Date().toISOString().slice(11, 19)} ${line}`)
const conclude = (title: string, lines: readonly string[], found: readonly Finding[]) => {
  findings.push(...found)
  console.log([`\n${title}`, ...lines, ...describeFindings(found)].join('\n'))
}

say('Starting servers and processes')
const world = await startWorld({ dataDir: values.data })
try {
  say('Creating clients and items')
  await registerBasics(world.system.call)
  const workload = await prepareWorkload(world.system, { clients: 140, items: 24 })
  const { system } = world
  const token = workload.clients[0]?.token ?? ''

  say('Injecting faults')
  const faults = randomFaults([...world.components.keys()], createRandom(seed))
  const options = { seed, seconds: Number(values.seconds), faults, perSecond: Number(values.rate), say }
  const report = await runFaults(world, workload, options)
  findings.push(...report.findings)
  console.log(describeReport(report))

  say('Rolling restarts')
  const rolled = await restartAll(system, workload, { rounds: Number(values.restarts), workers: 6, random })
  const { restarts, requests, slowestEndMs } = rolled
  const ended = `${restarts} restarts, ${requests} requests, slowest end ${Math.round(slowestEndMs)} ms`
  conclude('Rolling restarts (R8)', [ended], rolled.findings)

  say('Overload')
  if (Number(values.overload) > 0) {
    const loaded = await overload(system, workload, { perSecond: Number(values.overload), seconds: 30, random })
    conclude('Overload (R11)', loaded.lines, loaded.findings)
  }

  say('Hostile requests')
  const hostile = { gateways: system.gateways, token, requests: Number(values.requests), seed, secrets: [token] }
  const fuzzed = await fuzz(hostile)
  const statuses = [...fuzzed.statuses].map(([status, count]) => `${count} ${status}`).join(', ')
  conclude('Hostile requests (S3)', [`seed ${seed}, ${fuzzed.requests} requests: ${statuses}`], fuzzed.findings)

  say('Absent services')
  const absent = await measureAbsence(system, token)
  conclude('Absent services (R10)', absent.lines, absent.findings)
} finally {
  say('Stopping')
  await world[Symbol.asyncDispose]()
}

say('Power cuts')
const cuts = { seed, cuts: Number(values.cuts), cutsWhileStarting: Number(values.cuts), say }
conclude('Power cuts (R12)', [`${2 * Number(values.cuts)} power cuts`], await losePower(cuts))

say('Full disk')
conclude('Full disk (R13)', [], await fillDisk({ seed, seconds: 20, say }))
console.log(findings.length === 0 ? '\nAll promises held.' : `\n${findings.length} findings.`)
process.exit(findings.length > 0 ? 1 : 0)
