import { expect, test } from 'vitest'
import { createRandom } from '../support/records/seeded.ts'
import { registerBasics } from '../support/system/registries.ts'
import { oneFaultEach } from './components/fault-plan.ts'
import { describeFindings, describeReport } from './history/report.ts'
import { runFaults } from './run-faults.ts'
import { prepareWorkload, startWorld } from './world.ts'

const LIMIT_MS = 360_000
/** Those that hold what is promised; `npm run faults` breaks the others too. */
const BROKEN = /^(gateway-1|inventory-1|notifications-1|rabbitmq|postgres|documentdb-gateway|mongodb)$/

test(
  'under load, no killed, frozen or disconnected component loses a unit, response or acknowledgement, and reads are true (R1 to R6, R14)',
  async () => {
    const seed = Number(process.env.FAULTS_SEED ?? Date.now() % 1_000_000)
    await using world = await startWorld()
    await registerBasics(world.system.call)
    const workload = await prepareWorkload(world.system, { clients: 16, items: 12 })
    const components = [...world.components.keys()].filter((name) => BROKEN.test(name))
    const faults = oneFaultEach(components, createRandom(seed)).map((fault) => [fault])
    const report = await runFaults(world, workload, { seed, faults, seconds: 150, perSecond: 12, say: () => undefined })
    console.log(describeReport(report))
    expect(describeFindings(report.findings)).toEqual([])
    expect(report.faults).toHaveLength(faults.length)
  },
  LIMIT_MS,
)
