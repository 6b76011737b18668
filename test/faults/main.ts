import { parseArgs } from 'node:util'
import { createRandom } from '../support/seeded.ts'
import { measureAbsence } from './absence.ts'
import type { Finding } from './checks.ts'
import { randomFaults } from './fault-plan.ts'
import { fuzz } from './fuzz.ts'
import { overload } from './overload.ts'
import { describeFindings, describeReport } from './report.ts'
import { restartAll } from './rolling.ts'
import { runFaults } from './run-faults.ts'
import { setTheStage, startWorld } from './world.ts'

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '600' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    /** Arrivals per second. */
    rate: { type: 'string', default: '20' },
    /** Rounds of rolling restarts, each of every process. */
    restarts: { type: 'string', default: '3' },
    /** Hostile requests. */
    requests: { type: 'string', default: '100000' },
    /** Arrivals per second of the overload; 0 leaves it out. */
    overload: { type: 'string', default: '300' },
    /** Keeps data and logs in this folder. */
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

say('Starting')
const world = await startWorld({ dataDir: values.data })
try {
  say('Registering')
  const stage = await setTheStage(world.system, { clients: 140, items: 24 })
  const { system } = world
  const token = stage.clients[0]?.token ?? ''

  say('Breaking')
  const faults = randomFaults([...world.components.keys()], createRandom(seed))
  const options = { seed, seconds: Number(values.seconds), faults, perSecond: Number(values.rate), say }
  const report = await runFaults(world, stage, options)
  findings.push(...report.findings)
  console.log(describeReport(report))

  say('Restarting')
  const rolled = await restartAll(system, stage, { rounds: Number(values.restarts), workers: 6, random })
  const { restarts, requests, slowestEndMs } = rolled
  const ended = `${restarts} restarts, ${requests} requests, slowest end ${Math.round(slowestEndMs)} ms`
  conclude('Rolling restarts (R8)', [ended], rolled.findings)

  say('Overloading')
  if (Number(values.overload) > 0) {
    const loaded = await overload(system, stage, { perSecond: Number(values.overload), seconds: 30, random })
    conclude('Overload (R11)', loaded.lines, loaded.findings)
  }

  say('Sending hostile requests')
  const hostile = { gateways: system.gateways, token, requests: Number(values.requests), seed, secrets: [token] }
  const fuzzed = await fuzz(hostile)
  const statuses = [...fuzzed.statuses].map(([status, count]) => `${count} ${status}`).join(', ')
  conclude('Hostile requests (S3)', [`seed ${seed}, ${fuzzed.requests} requests: ${statuses}`], fuzzed.findings)

  say('Leaving')
  const absent = await measureAbsence(system, token)
  conclude('Absent services (R10)', absent.lines, absent.findings)
} finally {
  say('Stopping')
  await world[Symbol.asyncDispose]()
}
console.log(findings.length === 0 ? '\nAll promises held.' : `\n${findings.length} findings.`)
process.exit(findings.length > 0 ? 1 : 0)
