import { setTimeout as delay } from 'node:timers/promises'
import { serviceNames } from '../../../local/services.ts'
import { auth } from '../../../shared/contract/auth.ts'
import { unique } from '../../support/records/factories.ts'
import { createRandom } from '../../support/records/seeded.ts'
import type { Fault } from '../components/components.ts'
import { type Finding, finding } from '../history/finding.ts'
import { describeIntent, type Intent, isFinal, isStillRunning } from '../history/history.ts'
import { describeReport, type FaultReport } from '../history/report.ts'
import { settle } from '../load/load.ts'
import type { Workload } from '../load/workload.ts'
import { type RunOptions, runFaults } from '../run-faults.ts'
import { readHidden, readOpenOrders } from './told-orders.ts'
import { earlierPermissions, type TwoVersions } from './two-versions.ts'
import { followFeed, visitAll } from './visits.ts'

/** Longer than every wait of a process for company, retry or caching of another one. */
const SIDE_BY_SIDE_MS = 5_000

interface Options extends Omit<RunOptions, 'faults' | 'seconds'> {
  /** Time with both versions of a service, and with the new one alone. */
  readonly sideBySideMs?: number
}

/**
 * Replaces the processes of an earlier version in the sequence of deploy/update under load, with a gateway of today
 * from the beginning, so that each version calls the other. Every request must be answered as if nothing happened
 * (docs/promises.md#R15).
 */
export async function update(
  world: TwoVersions,
  workload: Workload,
  { sideBySideMs = SIDE_BY_SIDE_MS, ...options }: Options,
): Promise<{ readonly lines: readonly string[]; readonly findings: readonly Finding[] }> {
  const { say, seed } = options
  const { gateways } = world
  const { call } = world.system
  const phases: { readonly name: string; readonly start: number }[] = []
  const findings: Finding[] = []
  const found = (what: string) => findings.push(finding('R15', `${phases.at(-1)?.name}: ${what}`))
  const group = unique('visitor').toLowerCase()
  await call(auth.createGroup, { name: group, permissions: earlierPermissions })
  const visitor = await call(auth.createClient, { clientId: group, group, warehouses: 'all' })
  const feed = followFeed(gateways, workload.clients[0]?.token ?? '', createRandom(seed), found)

  /** Orders that were open before inventory was migrated. */
  let openBefore: readonly string[] = []

  async function* replacements(): AsyncGenerator<readonly Fault[]> {
    const phase = async (name: string) => {
      say(name)
      phases.push({ name, start: performance.now() })
      await visitAll(gateways, visitor, found)
      await delay(sideBySideMs)
    }
    await phase('the earlier version alone')
    yield []
    await world.start('gateway')
    await phase('a gateway of today beside that of the earlier version')
    yield []
    for (const service of serviceNames) {
      if (service !== 'gateway') {
        if (service === 'inventory') openBefore = await readOpenOrders(world)
        await world.migrate(service)
        await world.start(service)
        await phase(`${service} of both versions`)
        yield []
      }
      const wrong = await world.stopEarlier(service)
      if (wrong) found(wrong)
      if (service !== 'gateway') await world.migrate(service, '--after-update')
      if (service === 'inventory') await world.operateByToday()
      await phase(`${service} of today`)
      yield []
    }
    await feed.pause()
  }
  const seconds = Number.POSITIVE_INFINITY
  const report = await runFaults(world, workload, { ...options, seconds, faults: replacements() })
  const { last: changes, missing } = await feed.stop()
  const hidden = await readHidden(world)
  const numbers = new Set(hidden.map(({ _id }) => _id))
  for (const number of missing.filter((one) => !numbers.has(one))) found(`the feed does not have change ${number}`)
  const told = new Set(hidden.flatMap(({ data }) => data.orders.map(({ number }) => number)))
  const stillOpen = new Set(await readOpenOrders(world))
  const untold = openBefore.filter((number) => stillOpen.has(number) && !told.has(number))
  if (untold.length > 0) found(`reports were not told of ${untold.length} open orders, such as ${untold[0]}`)

  say('Repeating what was acknowledged')
  const keyed = report.intents.filter(({ key, attempts }) => key !== undefined && attempts.some(isFinal))
  const before = new Map(keyed.map((intent) => [intent, intent.attempts.find(isFinal)]))
  await settle(keyed, { gateways, random: createRandom(seed) })
  for (const [intent, then] of before) {
    const now = intent.attempts.at(-1)
    if (now && (now.status !== then?.status || now.text !== then.text))
      found(`${describeIntent(intent)}: ${then?.status} ${then?.text}, repeated ${now.status} ${now.text}`)
  }
  return {
    lines: [
      describe(report),
      `${openBefore.length} orders were open, ${untold.length} of them are unknown to reports`,
      `${changes} changes in the feed, ${keyed.length} requests repeated at the end`,
    ],
    findings: [...report.findings, ...findings, ...notAnswered(report.intents, phases)],
  }
}

const describe = (report: FaultReport) => describeReport({ ...report, findings: [] })

/** Responses that no client should notice an update by. */
function notAnswered(intents: readonly Intent[], phases: readonly { name: string; start: number }[]): Finding[] {
  return intents.flatMap((intent) =>
    intent.attempts
      .filter((made) => !(isFinal(made) || isStillRunning(made) || made.status === 400))
      .map(({ start, status, text, failure }) => {
        const phase = phases.findLast((one) => one.start <= start)?.name ?? 'before'
        return finding('R15', `${phase}: ${describeIntent(intent)}: ${status} ${failure ?? ''} ${text}`)
      }),
  )
}
