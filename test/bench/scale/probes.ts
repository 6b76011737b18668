import { shortIdOf } from '../build/items.ts'
import { WAREHOUSES } from '../build/lots.ts'
import type { LoadRequest } from '../load-job.ts'
import { median, quantile } from '../statistics.ts'
import type { Asker } from '../world/responses.ts'
import { type FilteredList, filteredLists, inWarehouses, type Latency, WIDTHS } from './growth.ts'
import { itemIn } from './special-stock.ts'

/** The long lists. */
const lists = [
  { name: 'lots', path: '/Inventory' },
  { name: 'lots of a warehouse', path: '/Inventory/1' },
  { name: 'items', path: '/Item' },
  { name: 'all items', path: '/Item/All' },
  { name: 'levels', path: '/Inventory/StockLevels' },
  { name: 'levels of a warehouse', path: '/Inventory/StockLevels/1' },
  { name: 'ledger', path: '/Inventory/Transactions' },
] as const

const PAGE_SIZE = 25

interface Probe {
  readonly name: string
  readonly page?: number
  readonly totalCount?: number
  request(): LoadRequest
}

/**
 * The requests to measure: first, middle and last page of every list, lists with filters that few records match, a search,
 * the writes, and writes of items that many warehouses have.
 */
async function probesOf(asker: Asker, token: string, items: number): Promise<Probe[]> {
  const probes: Probe[] = []
  for (const { name, path } of lists) {
    const { totalCount } = await asker.page(token, `${path}?pageSize=1`)
    const last = Math.max(1, Math.ceil(totalCount / PAGE_SIZE))
    for (const page of new Set([1, Math.ceil(last / 2), last])) {
      const request = () => ({ method: 'GET' as const, path: `${path}?page=${page}&pageSize=${PAGE_SIZE}` })
      probes.push({ name, page, totalCount, request })
    }
  }
  const anItem = () => 1 + Math.floor(Math.random() * items)
  const body = (fields: object) => {
    const number = anItem()
    return { itemID: shortIdOf(number), units: 1, wid: 1 + (number % WAREHOUSES), ...fields }
  }
  const post = (name: string, path: string, fields: object): Probe => ({
    name,
    request: () => ({ method: 'POST', path, body: body(fields) }),
  })
  const get = (name: string, path: () => string): Probe => ({ name, request: () => ({ method: 'GET', path: path() }) })
  const filtered: Readonly<Record<FilteredList, () => string>> = {
    'lots of an item': () => `/Inventory?itemID=${shortIdOf(anItem())}`,
    'lots with a serial number': () => `/Inventory?serial=SN-${anItem()}`,
    'lots on hold': () => '/Inventory?hold=true',
    'ledger of an item': () => `/Inventory/Transactions?itemID=${shortIdOf(anItem())}`,
    'ledger of a lot': () => `/Inventory/Transactions?recno=${anItem()}`,
  }
  return [
    ...probes,
    get('item by id', () => `/Item?key=${shortIdOf(anItem())}&type=id`),
    ...filteredLists.map((name) => get(name, filtered[name])),
    get('item search', () => `/Item?search=${shortIdOf(anItem())}&pageSize=${PAGE_SIZE}`),
    post('receive', '/Inventory/Receive', { reasonCode: 10, spot: 'B-01' }),
    post('move', '/Inventory/Move', { toSpot: 'C-01' }),
    post('issue', '/Inventory/Issue', { reasonCode: 20 }),
    ...WIDTHS.flatMap((warehouses) => {
      const one = { itemID: itemIn(warehouses), wid: 1 }
      return [
        post(inWarehouses('receive', warehouses), '/Inventory/Receive', { ...one, reasonCode: 10, spot: 'B-01' }),
        post(inWarehouses('move', warehouses), '/Inventory/Move', { ...one, toSpot: 'C-01' }),
      ]
    }),
  ]
}

/** Sends the requests in turn, round after round, so that other load on the machine affects all of them. */
export async function probe(asker: Asker, token: string, items: number, rounds: number): Promise<Latency[]> {
  const probes = await probesOf(asker, token, items)
  const found = new Map<Probe, number[]>(probes.map((each) => [each, []]))
  for (let round = -WARM_UP_ROUNDS; round < rounds; round++) {
    for (const [each, times] of found) {
      const request = each.request()
      const begin = performance.now()
      const { status, text } = await asker.ask(token, request)
      const ms = performance.now() - begin
      if (status >= 300 || status === 0) throw new Error(`${request.path}: ${status} ${text.slice(0, 300)}`)
      if (round >= 0) times.push(ms)
    }
  }
  return [...found].map(([{ name, page, totalCount }, times]) => ({
    name,
    ...(page !== undefined && { page }),
    medianMs: median(times),
    p99Ms: quantile(times, 0.99),
    ...(totalCount !== undefined && { totalCount }),
  }))
}

const WARM_UP_ROUNDS = 3
