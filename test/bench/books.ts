import { setTimeout as delay } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { Sample } from './measure.ts'
import type { Workload } from './workloads.ts'
import { createAsker } from './world/answers.ts'
import type { Contestant, Door } from './world/contestant.ts'

const CALM_MS = 500

/** What stock there is, as the lists tell it. */
interface Count {
  readonly lots: number
  readonly inStock: number
}

/** What clients were told, and how much more may have been done that they did not wait for. */
interface Told {
  receipts: number
  moves: number
  maybeMore: number
}

/** Holds the stock of each contestant against what its clients were told. */
export interface Books {
  note(contestant: Contestant, workload: Workload, sample: Sample, connections: number): void
  /** Throws if a write was lost or made up. */
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
    note(contestant, { name }, { statuses }, connections) {
      const sums = told.get(contestant)
      if (!sums) return
      // 201 is the answer to a receipt alone; 200 that to reads too.
      sums.receipts += statuses[201] ?? 0
      if (name === 'move') sums.moves += statuses[200] ?? 0
      if (name === 'mix') sums.maybeMore += statuses[200] ?? 0
      // At the end of warm-up and of measuring, each connection is dropped with a request under way.
      if (name === 'mix' || name === 'move' || name === 'receive') sums.maybeMore += 2 * connections
    },
    async check() {
      for (const [contestant, count] of before) {
        const sums = told.get(contestant)
        if (sums) compare(contestant.name, count, await countStock(contestant.stock), sums)
      }
    },
  }
}

/** Counts again until nothing changes: writes may be under way that nobody waits for. */
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

/** Each receipt makes a lot and brings a unit, each move makes a lot and brings none. */
function compare(name: string, before: Count, after: Count, { receipts, moves, maybeMore }: Told): void {
  const received = after.inStock - before.inStock
  const moved = after.lots - before.lots - received
  const fits = (found: number, acknowledged: number) => found >= acknowledged && found <= acknowledged + maybeMore
  if (fits(received, receipts) && fits(moved, moves)) return
  throw new Error(
    `${name}: ${receipts} receipts and ${moves} moves were answered, the books have ${received} and ${moved}`,
  )
}
