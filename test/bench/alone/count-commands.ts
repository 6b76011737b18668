import { setTimeout as delay } from 'node:timers/promises'
import type { AloneCommands } from '../results.ts'
import { requestsOf, workloadNamed } from '../workloads.ts'
import { createAsker } from '../world/responses.ts'
import type { World } from '../world/world.ts'
import { type CommandCounter, startCommandCounter } from './command-counter.ts'

const WRITES = ['receive', 'move']
/** Different requests; inventory knows their items when they are counted, as it does items that it writes again. */
const DIFFERENT = 10
const TIMES = 4
/** What a request leaves to be done is done before the next one comes. */
const PAUSE_MS = 250
/** By then all is done that writes leave to be done, page indexes are compact again, and nothing but polling is left. */
const SETTLE_MS = 40_000
const REST_MS = 30_000

/** Counts at the sockets what a write that comes alone sends to inventory's database, also after its response. */
export async function countCommands({ ours, servers, stage }: World): Promise<AloneCommands[]> {
  await using counter = await startCommandCounter(servers.urls.MONGODB_URI)
  const former = [...ours.inventories.keys()]
  const { process: counted } = await ours.add('inventory', { urls: { MONGODB_URI: counter.url } })
  for (const process of former) await process.stop()
  const asker = createAsker(ours.door)
  try {
    const found: AloneCommands[] = []
    for (const workload of WRITES) {
      const requests = requestsOf(workloadNamed(workload), stage, ours.door.lots, DIFFERENT)
      const send = async () => {
        for (const request of requests) {
          const { status, text } = await asker.ask(ours.door.token, request)
          if (status >= 300) throw new Error(`${request.path}: ${status} ${text}`)
          await delay(PAUSE_MS)
        }
      }
      await send()
      await delay(SETTLE_MS)
      const atRest = await during(counter, () => delay(REST_MS))
      const withRequests = await during(counter, async () => {
        for (let time = 0; time < TIMES; time++) await send()
        await delay(SETTLE_MS)
      })
      found.push({ workload, ...perRequest(atRest, withRequests, DIFFERENT * TIMES) })
    }
    return found
  } finally {
    asker.close()
    await counted.stop()
  }
}

/** Commands of a period of time. */
export interface Counted {
  readonly seconds: number
  readonly counts: ReadonlyMap<string, number>
  readonly bytes: number
}

async function during(counter: Pick<CommandCounter, 'counts' | 'bytes'>, work: () => Promise<void>): Promise<Counted> {
  const before = new Map(counter.counts)
  const bytesBefore = counter.bytes
  const begin = performance.now()
  await work()
  const seconds = (performance.now() - begin) / 1_000
  const counts = new Map([...counter.counts].map(([name, count]) => [name, count - (before.get(name) ?? 0)]))
  return { seconds, counts, bytes: counter.bytes - bytesBefore }
}

/** Commands for each request, less those that are sent at rest as well. */
export function perRequest(atRest: Counted, withRequests: Counted, requests: number): Omit<AloneCommands, 'workload'> {
  const restOf = (name: string) => (atRest.counts.get(name) ?? 0) / atRest.seconds
  const commands = [...withRequests.counts].map(
    ([name, count]) => [name, (count - restOf(name) * withRequests.seconds) / requests] as const,
  )
  return {
    commands: Object.fromEntries(commands.filter(([, count]) => Math.abs(count) >= 0.05)),
    all: commands.reduce((sum, [, count]) => sum + count, 0),
    bytes: (withRequests.bytes - (atRest.bytes / atRest.seconds) * withRequests.seconds) / requests,
    atRestPerSecond: [...atRest.counts.keys()].reduce((sum, name) => sum + restOf(name), 0),
  }
}
