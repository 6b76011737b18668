import { isDeepStrictEqual } from 'node:util'
import { requestsOf, type Stage, workloads } from './workloads.ts'
import type { Contestant, Door } from './world/contestant.ts'
import { createAsker } from './world/responses.ts'

/** Requests of each kind of read that are compared. */
const COMPARED = 5

/** Checks that all contestants answer reads alike and refuse requests without a token; throws at the first difference. */
export async function checkReads(
  contestants: readonly Contestant[],
  stage: Stage,
  names: readonly string[] = ['path', 'item', 'lots', 'levels'],
): Promise<void> {
  const [first, ...others] = contestants
  if (!first) return
  const reads = workloads.filter(({ name }) => names.includes(name))
  for (const workload of reads) {
    const expected = await responsesOf(first[workload.door], workload, stage)
    for (const other of others) {
      const found = await responsesOf(other[workload.door], workload, stage)
      if (!isDeepStrictEqual(found, expected)) {
        const told = JSON.stringify({ found: found[0], expected: expected[0] }).slice(0, 3_000)
        throw new Error(`${other.name} answers ${workload.name} differently: ${told}`)
      }
    }
  }
}

async function responsesOf(door: Door, workload: (typeof workloads)[number], stage: Stage): Promise<unknown[]> {
  const asker = createAsker(door)
  try {
    const requests = requestsOf(workload, stage, door.lots, COMPARED)
    const [request] = requests
    const refused = request && (await asker.ask(undefined, request))
    if (refused?.status !== 401) throw new Error(`${door.url}: ${refused?.status} without a token`)
    const answers: unknown[] = []
    for (const each of requests) {
      const { status, text } = await asker.ask(door.token, each)
      answers.push({ status, body: JSON.parse(text) })
    }
    return answers
  } finally {
    asker.close()
  }
}
