import { randomUUID } from 'node:crypto'
import { inventory } from '../../../shared/contract/inventory/inventory.ts'
import type { Random } from '../../support/records/seeded.ts'
import { pick } from '../components/fault-plan.ts'
import type { TestCaller } from '../history/history.ts'
import type { HttpClient } from '../load/http-client.ts'
import { attempt } from '../load/sender.ts'

/** Receives units of an item; then all clients try to issue one unit each at the same moment (docs/promises.md#R7). */
export async function raceForLastUnits(
  http: HttpClient,
  gateways: readonly string[],
  {
    clients,
    itemID,
    units,
    random,
  }: {
    readonly clients: readonly TestCaller[]
    readonly itemID: string
    readonly units: number
    readonly random: Random
  },
): Promise<{ readonly statuses: readonly number[]; readonly messages: ReadonlySet<string> }> {
  const [first] = clients
  if (!first) throw new Error('There are no clients')
  const receipt = { itemID, units, wid: 1, reasonCode: 10 }
  await attempt(http, pick(gateways, random), {
    operation: inventory.receive,
    client: first,
    key: randomUUID(),
    input: receipt,
    attempts: [],
  })
  const issues = clients.map((client) => {
    const input = { itemID, units: 1, wid: 1, reasonCode: 20 }
    const issue = { operation: inventory.issue, client, key: randomUUID(), input, attempts: [] }
    return attempt(http, pick(gateways, random), issue)
  })
  const answers = await Promise.all(issues)
  const refusals = answers.filter(({ status }) => status === 409).map(({ text }) => text)
  return { statuses: answers.map(({ status }) => status).toSorted(), messages: new Set(refusals) }
}
