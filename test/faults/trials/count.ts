import { randomUUID } from 'node:crypto'
import { Big } from 'big.js'
import pMap from 'p-map'
import type { Operation, Output, Params } from '../../../shared/contract/core/operation.ts'
import { MAX_COUNT_LINES } from '../../../shared/contract/documents/counts.ts'
import { inventory } from '../../../shared/contract/inventory/inventory.ts'
import { unique } from '../../support/records/factories.ts'
import type { Random } from '../../support/records/seeded.ts'
import type { RunningProcesses } from '../../support/system/processes.ts'
import { pick } from '../components/fault-plan.ts'
import { type Finding, finding } from '../history/finding.ts'
import { type Attempt, type Intent, isFinal, isSuccess } from '../history/history.ts'
import { createHttpClient } from '../load/http-client.ts'
import { attempt } from '../load/sender.ts'
import type { Wanted } from '../load/wanted.ts'
import { prepareWorkload } from '../world.ts'

const WID = 1
const ITEMS = 20
/** Clients that count at the same time, besides those that trade. */
const COUNTERS = 4
/** More than any fault of the trial needs. */
const MAX_ATTEMPTS = 100
const REASONS = { reasonIn: 10, reasonOut: 20 }

export interface CountTrialOptions {
  readonly lines?: number
  readonly traders: number
  readonly random: Random
}

/** An item at a spot of the warehouse, and the units that are there in truth. One client at a time is at a spot, as in a warehouse. */
interface Cell {
  readonly itemID: string
  readonly spot: string
  there: Big
  isTaken: boolean
}

/**
 * Counts a warehouse, at spots whose books are wrong for every third, while clients trade in it, and posts the count while they go on.
 * Afterwards lots and levels must have, spot by spot, what is there (docs/counts.md#posting).
 */
export async function countAmongTrade(
  system: RunningProcesses,
  { lines = MAX_COUNT_LINES, traders, random }: CountTrialOptions,
): Promise<{ readonly lines: readonly string[]; readonly findings: readonly Finding[] }> {
  const { clients, items } = await prepareWorkload(system, { clients: traders + COUNTERS, items: ITEMS })
  const http = createHttpClient()
  /** Sends until there is an outcome. */
  const sent = async <O extends Operation>(index: number, operation: O, input: Params<O> & Wanted['input']) => {
    const client = clients[index % clients.length]
    if (!client) throw new Error('There are no clients')
    const intent: Intent = { operation, client, key: randomUUID(), input, attempts: [] }
    for (let count = 0; count < MAX_ATTEMPTS; count++) {
      const made = await attempt(http, pick(system.gateways, random), intent)
      if (isFinal(made) || made.status === 400) return made
    }
    throw new Error(`${operation.name} has no outcome after ${MAX_ATTEMPTS} attempts`)
  }
  const done = async <O extends Operation>(index: number, operation: O, input: Params<O> & Wanted['input']) => {
    const made = await sent(index, operation, input)
    if (!isSuccess(made)) throw new Error(`${operation.name}: ${made.status} ${made.text}`)
    // The operation's own schema has checked it.
    return operation.output.parse(JSON.parse(made.text)) as Output<O>
  }

  const cells = Array.from({ length: lines }, (_, index): Cell => {
    const itemID = items[index % items.length] ?? ''
    return { itemID, spot: `S-${Math.floor(index / items.length)}`, there: Big(0), isTaken: false }
  })
  const receipts = cells.flatMap(({ itemID, spot }, index) =>
    index % 25 === 0 ? [] : [{ action: 'receive' as const, itemID, spot, units: 10, wid: WID, reasonCode: 10 }],
  )
  for (let begin = 0; begin < receipts.length; begin += 500)
    await done(0, inventory.batch, { mode: 'atomic', lines: receipts.slice(begin, begin + 500) })
  // Every third has fewer or more than the books say, or some at a spot that the books do not know.
  for (const [index, cell] of cells.entries())
    cell.there = Big(index % 25 === 0 ? 3 : index % 3 === 0 ? pick([0, 6.5, 9, 12.25], random) : 10)

  const { countNo } = await done(0, inventory.createCount, {
    countNo: unique('CC'),
    wid: WID,
    items: [...items],
    maxUnits: 1_000,
  })
  let isOver = false
  let trades = 0
  let refused = 0
  const free = () =>
    pick(
      cells.filter(({ isTaken }) => !isTaken),
      random,
    )
  const book = (made: Attempt, changes: readonly (readonly [Cell, Big])[]) => {
    trades++
    if (isSuccess(made)) for (const [cell, by] of changes) cell.there = cell.there.plus(by)
    else refused++
  }
  const trade = async (_: unknown, index: number) => {
    while (!isOver) {
      const [from, to] = [free(), free()]
      const units = Big(1 + Math.floor(random() * 20)).div(10)
      const chance = random()
      from.isTaken = true
      to.isTaken = true
      const { itemID, spot } = from
      const input = { itemID, units: Number(units), wid: WID }
      if (chance < 0.4) book(await sent(index, inventory.receive, { ...input, spot, reasonCode: 10 }), [[from, units]])
      else if (from.there.lt(units)) await new Promise(setImmediate)
      else if (chance < 0.75 || from === to || to.itemID !== itemID)
        book(await sent(index, inventory.issue, { ...input, spot, reasonCode: 20 }), [[from, units.times(-1)]])
      else
        book(await sent(index, inventory.move, { ...input, fromSpot: spot, toSpot: to.spot }), [
          [from, units.times(-1)],
          [to, units],
        ])
      from.isTaken = false
      to.isTaken = false
    }
  }
  const trading = Promise.all(Array.from({ length: traders }, trade))

  const begin = performance.now()
  const count = async (cell: Cell, index: number) => {
    while (cell.isTaken) await new Promise(setImmediate)
    cell.isTaken = true
    const { itemID, spot, there } = cell
    await done(traders + (index % COUNTERS), inventory.countLine, { countNo, itemID, spot, counted: Number(there) })
    cell.isTaken = false
  }
  await pMap(cells, count, { concurrency: COUNTERS })
  const countedMs = performance.now() - begin
  await done(traders, inventory.submitCount, { countNo })
  await done(0, inventory.approveCount, { countNo })
  let posts = 1
  for (; (await done(0, inventory.postCount, { countNo, ...REASONS })).status !== 'Posted'; posts++)
    if (posts === 10) throw new Error(`Count ${countNo} is not posted after ${posts} requests`)
  const postedMs = performance.now() - begin - countedMs
  isOver = true
  await trading
  http.close()

  return {
    lines: [
      `${lines} lines counted by ${COUNTERS} clients in ${Math.round(countedMs / 1_000)} s, posted in ${Math.round(postedMs / 1_000)} s by ${posts} requests`,
      `${trades} trades of ${traders} clients meanwhile, ${refused} of them refused`,
    ],
    findings: await compare(system, cells),
  }
}

async function compare({ call }: RunningProcesses, cells: readonly Cell[]): Promise<Finding[]> {
  const found = new Map<string, Big>()
  const items = [...new Set(cells.map(({ itemID }) => itemID))]
  for (const itemID of items)
    for (let page = 1, hasMore = true; hasMore; page++) {
      const lots = await call(inventory.listLots, { itemID, page, pageSize: 250, sort: 'recNo' })
      for (const { spot, units } of lots.value)
        found.set(`${itemID}/${spot}`, (found.get(`${itemID}/${spot}`) ?? Big(0)).plus(units))
      hasMore = lots.hasMore
    }
  const wrong = cells.filter(({ itemID, spot, there }) => !there.eq(found.get(`${itemID}/${spot}`) ?? 0))
  const { differences } = await call(inventory.reconcile, {})
  const levels = await pMap(
    items,
    async (itemID) => {
      const { level } = await call(inventory.explainLevel, { itemID, wid: WID })
      const there = cells.filter((cell) => cell.itemID === itemID).reduce((sum, cell) => sum.plus(cell.there), Big(0))
      return there.eq(level.inStock)
        ? []
        : [finding('R1', `${itemID}: ${there} are there, the level says ${level.inStock}`)]
    },
    { concurrency: 4 },
  )
  return [
    ...wrong.map(({ itemID, spot, there }) =>
      finding('R1', `${itemID} at ${spot}: ${there} are there, the lots say ${found.get(`${itemID}/${spot}`) ?? 0}`),
    ),
    ...levels.flat(),
    ...differences.map(({ what, expected, found }) => finding('R1', `${what}: expected ${expected}, found ${found}`)),
  ]
}
