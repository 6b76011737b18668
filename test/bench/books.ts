import { setTimeout as delay } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { Sample } from './measure.ts'
import type { Workload } from './workloads.ts'
import type { Contestant, Door } from './world/contestant.ts'
import { createAsker } from './world/responses.ts'

const CALM_MS = 500

/** The stock of a contestant, read from its lists. */
interface Count {
  readonly lots: number
  readonly inStock: number
}

/** Writes that were answered, and writes whose answers the clients did not wait for. */
interface Told {
  receipts: number
  moves: number
  maybeMore: number
}

/** Compares the stock of each contestant with the responses that its clients got. */
export interface Books {
  note(contestant: Contestant, workload: Workload, sample: Sample, connections: number): void
  /** Throws if a write was lost or invented. */
  check(): Promise<void>
}

export async function openBooks(contestants: readonly Contestant[]): Promise<Books> {
  const before = new Map<Contestant, Count>()
  const told = new Map<Contestant, Told>()
  for (const contestant of contestants) {
    before.set(contestant, await countStock(contestant.stock))
    told.set(contestant, { receipts: 0, moves: 0, maybeMore: 0 })
  }
  return {
    note(contestant, { writes }, { statuses }, connections) {
      const sums = told.get(contestant)
      if (!sums) return
      // Only receipts are answered 201; reads are answered 200 too.
      sums.receipts += statuses[201] ?? 0
      if (writes === 'moves') sums.moves += statuses[200] ?? 0
      if (writes === 'some of both') sums.maybeMore += statuses[200] ?? 0
      // Each connection is closed with a request under way, after the warm-up and after the measurement.
      if (writes) sums.maybeMore += 2 * connections
    },
    async check() {
      for (const [contestant, count] of before) {
        const sums = told.get(contestant)
        if (sums) compare(contestant.name, count, await countStock(contestant.stock), sums)
      }
    },
  }
}

/** Counts until the numbers are stable, since writes of closed connections may still be running. */
async function countStock(door: Door): Promise<Count> {
  let count = await countOnce(door)
  for (;;) {
    await delay(CALM_MS)
    const again = await countOnce(door)
    if (isDeepStrictEqual(count, again)) return count
    count = again
  }
}

async function countOnce(door: Door): Promise<Count> {
  const asker = createAsker(door)
  try {
    const { totalCount: lots } = await asker.page(door.token, `${door.lots}?pageSize=1`)
    let inStock = 0
    for await (const level of asker.records(door.token, '/Inventory/StockLevels')) inStock += Number(level.inStock)
    return { lots, inStock }
  } finally {
    asker.close()
  }
}

/** A receipt adds a lot and a unit; a move adds a lot and no unit. */
function compare(name: string, before: Count, after: Count, { receipts, moves, maybeMore }: Told): void {
  const received = after.inStock - before.inStock
  const moved = after.lots - before.lots - received
  const fits = (found: number, acknowledged: number) => found >= acknowledged && found <= acknowledged + maybeMore
  if (fits(received, receipts) && fits(moved, moves)) return
  throw new Error(
    `${name}: ${receipts} receipts and ${moves} moves were answered, the stock has ${received} and ${moved}`,
  )
}
