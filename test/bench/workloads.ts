import { createRandom, type Random } from '../support/records/seeded.ts'
import { shortIdOf } from './build/items.ts'
import { WAREHOUSES } from './build/lots.ts'
import type { LoadRequest } from './load-job.ts'
import { LOTS_IN_MEMORY } from './lots-in-memory.ts'

/** The records that requests refer to; every contestant has the same. */
export interface Stage {
  readonly items: number
  readonly lots: readonly { readonly recNo: number; readonly shortID: string; readonly wID: number }[]
}

export interface Workload {
  readonly name: string
  readonly title: string
  /** Whether the list from memory or the stock in the database is requested. */
  readonly door: 'memory' | 'stock'
  /** The writes among its requests. */
  readonly writes?: 'receipts' | 'moves' | 'some of both'
  request(stage: Stage, lotsPath: string, random: Random): LoadRequest
}

const below = (random: Random, limit: number) => Math.floor(random() * limit)
const pick = <T>(items: readonly T[], random: Random): T => {
  const item = items[below(random, items.length)]
  if (item === undefined) throw new Error('There are no items')
  return item
}

const item: Workload['request'] = ({ items }, _, random) => ({
  method: 'GET',
  path: `/Item?key=${shortIdOf(1 + below(random, items))}&type=id`,
})

const PAGE_SIZE = 25
/** Lists are read at a random page from 1 to this, or to their last page. */
const MAX_PAGE = 40
const aPage = (path: string, records: number, random: Random): LoadRequest => {
  const page = 1 + below(random, Math.min(MAX_PAGE, Math.ceil(records / PAGE_SIZE)))
  return { method: 'GET', path: `${path}?page=${page}&pageSize=${PAGE_SIZE}` }
}
const levels: Workload['request'] = ({ items }, _, random) => aPage('/Inventory/StockLevels', items, random)
const lots: Workload['request'] = (stage, lotsPath, random) => aPage(lotsPath, stage.lots.length, random)

const receive: Workload['request'] = ({ items }, _, random) => ({
  method: 'POST',
  path: '/Inventory/Receive',
  hasKey: true,
  body: {
    itemID: shortIdOf(1 + below(random, items)),
    units: 1,
    wid: 1 + below(random, WAREHOUSES),
    reasonCode: 10,
    spot: 'B-01',
  },
})
const move: Workload['request'] = (stage, _, random) => {
  const { recNo: recno, shortID: itemID, wID: wid } = pick(stage.lots, random)
  return {
    method: 'POST',
    path: '/Inventory/Move',
    hasKey: true,
    body: { itemID, units: 1, wid, toSpot: 'C-01', recno },
  }
}

/** As clients send writes that cannot repeat them. */
const withoutKey =
  (request: Workload['request']): Workload['request'] =>
  (stage, lotsPath, random) => ({ ...request(stage, lotsPath, random), hasKey: false })

export const workloads: readonly Workload[] = [
  {
    name: 'path',
    title: 'The path alone: 25 lots from memory',
    door: 'memory',
    request: (_stage, lotsPath, random) => aPage(lotsPath, LOTS_IN_MEMORY, random),
  },
  { name: 'item', title: 'An item by its ShortID', door: 'stock', request: item },
  { name: 'lots', title: 'A page of 25 lots', door: 'stock', request: lots },
  { name: 'levels', title: 'A page of 25 stock levels', door: 'stock', request: levels },
  { name: 'receive', title: 'Receive', door: 'stock', writes: 'receipts', request: receive },
  { name: 'move', title: 'Move a part of a lot', door: 'stock', writes: 'moves', request: move },
  {
    name: 'receive-without-key',
    title: 'Receive, without a key and without reports',
    door: 'stock',
    writes: 'receipts',
    request: withoutKey(receive),
  },
  {
    name: 'move-without-key',
    title: 'Move a part of a lot, without a key and without reports',
    door: 'stock',
    writes: 'moves',
    request: withoutKey(move),
  },
  {
    name: 'mix',
    title: 'Four reads to a write',
    door: 'stock',
    writes: 'some of both',
    request(stage, lotsPath, random) {
      const kinds = random() < 0.8 ? [item, lots, levels] : [receive, move]
      return pick(kinds, random)(stage, lotsPath, random)
    },
  },
]

const BARE: readonly string[] = ['receive-without-key', 'move-without-key']
/** Writes as the peers do them: nobody may repeat them, and no report follows them. */
export const bareWorkloads = workloads.filter(({ name }) => BARE.includes(name))
export const usualWorkloads = workloads.filter(({ name }) => !BARE.includes(name))

/** Reads only, for latency at a given rate. */
const reads: Workload = {
  name: 'reads',
  title: 'Reads of all kinds',
  door: 'stock',
  request: (stage, lotsPath, random) => pick([item, lots, levels], random)(stage, lotsPath, random),
}

export function workloadNamed(name: string): Workload {
  const found = [...workloads, reads].find((workload) => workload.name === name)
  if (!found) throw new Error(`There is no workload ${name}`)
  return found
}

/** Many different requests of a workload, the same ones for every contestant. */
export function requestsOf(workload: Workload, stage: Stage, lotsPath: string, count = 10_000): LoadRequest[] {
  const random = createRandom(20_260_131)
  return Array.from({ length: count }, () => workload.request(stage, lotsPath, random))
}
