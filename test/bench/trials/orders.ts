import mongoose from 'mongoose'
import { purchaseFamily } from '../../../services/inventory/documents/purchase/purchase-family.ts'
import type { PurchaseOrderRecord } from '../../../services/inventory/documents/purchase/purchase-order.model.ts'
import { purchaseOrders } from '../../../services/inventory/documents/purchase/purchase-order.model.ts'
import { inventory } from '../../../shared/contract/inventory/inventory.ts'
import { compactOnce } from '../../../shared/database/page-index/compaction.ts'
import { createIndexedList } from '../../../shared/database/page-index/indexed-list.ts'
import { createPageIndex } from '../../../shared/database/page-index/page-index.ts'
import { shortIdOf } from '../build/items.ts'
import { openWorkshop } from '../build/workshop.ts'
import type { Loader } from '../loader.ts'
import { measure, ownMicros } from '../measure.ts'
import { median } from '../statistics.ts'
import { type Asker, createAsker } from '../world/responses.ts'
import type { World } from '../world/world.ts'
import type { TrialOptions } from './trial.ts'

/** Receipts against lines, new orders, and long lists of orders (P16 to P18). */
export interface OrdersResult {
  /** CPU of our processes for a receipt that names an order's line, and for one that does not. */
  readonly withLineMicros: number
  readonly withoutLineMicros: number
  /** Median until a new order of 50 lines is answered, one at a time. */
  readonly createMs: number
  readonly pages: readonly OrderPage[]
}

/** Median until a page is answered, one at a time. */
export interface OrderPage {
  readonly list: string
  readonly page: number
  readonly totalCount: number
  readonly medianMs: number
}

const LINES = 50
/** Orders whose lines are received. */
const RECEIVED_ORDERS = 10
const ORDERS = 100_000
const VENDORS = 50
const PAGE_SIZE = 50
const PER_ROUND = 10
const VENDOR = 'BENCH'
/** So many that no receipt completes a line. */
const ENDLESS = 900_000_000

export async function measureOrders(world: World, loader: Loader, options: TrialOptions): Promise<OrdersResult> {
  const { door, call } = world.ours
  await call(inventory.createVendor, { shortID: VENDOR, name: VENDOR })
  const asker = createAsker(door)
  try {
    const receipts = await measureReceipts(world, loader, asker, options)
    const createMs = await measureCreation(world, asker, options)
    options.say(`an order of ${LINES} lines: ${createMs.toFixed(1)} ms`)
    await buildOrders(world)
    return { ...receipts, createMs, pages: await measurePages(world, asker, options) }
  } finally {
    asker.close()
  }
}

/** A new order of lines of many items; its number. */
async function create({ ours, stage }: World, asker: Asker, units: number, firstItem = 0): Promise<string> {
  const lines = Array.from({ length: LINES }, (_, index) => ({
    shortID: shortIdOf(1 + ((firstItem + index) % stage.items)),
    units,
    warehouse: 1,
  }))
  const body = { vendor: VENDOR, lines }
  const { status, text } = await asker.ask(ours.door.token, { method: 'POST', path: '/PurchaseOrder', body })
  if (status !== 201) throw new Error(`POST /PurchaseOrder: ${status} ${text.slice(0, 300)}`)
  return JSON.parse(text).poNo
}

async function measureReceipts(world: World, loader: Loader, asker: Asker, options: TrialOptions) {
  const { door } = world.ours
  const orders: string[] = []
  for (let order = 0; order < RECEIVED_ORDERS; order++) orders.push(await create(world, asker, ENDLESS, order * LINES))
  const requestsWith = (named: (line: number) => object) =>
    orders.flatMap((reference, order) =>
      Array.from({ length: LINES }, (_, index) => {
        const itemID = shortIdOf(1 + ((order * LINES + index) % world.stage.items))
        const body = { itemID, units: 1, wid: 1, reasonCode: 10, spot: 'B-01', reference, ...named(index + 1) }
        return { method: 'POST' as const, path: '/Inventory/Receive', body }
      }),
    )
  const kinds = { withLine: requestsWith((line) => ({ line })), without: requestsWith(() => ({})) }
  // The first receipt of each line changes the order's header too; those that follow are measured.
  for (const { path, body, method } of kinds.withLine) {
    const { status } = await asker.ask(door.token, { method, path, body })
    if (status !== 201) throw new Error(`${path}: ${status}`)
  }
  const micros = { withLine: [] as number[], without: [] as number[] }
  // The first round warms up: the code of its first kind is being compiled.
  for (let round = -1; round < options.rounds; round++)
    for (const kind of ['withLine', 'without'] as const) {
      const sample = await measure(world, loader, door, { ...options, requests: kinds[kind] })
      if (round >= 0) micros[kind].push(ownMicros(sample))
      options.say(`receipts ${kind}: ${Math.round(ownMicros(sample))} µs, ${Math.round(sample.requestsPerSecond)}/s`)
    }
  return { withLineMicros: median(micros.withLine), withoutLineMicros: median(micros.without) }
}

async function measureCreation(world: World, asker: Asker, { rounds }: TrialOptions): Promise<number> {
  const times: number[] = []
  for (let number = -PER_ROUND; number < rounds * PER_ROUND; number++) {
    const begin = performance.now()
    await create(world, asker, 1)
    if (number >= 0) times.push(performance.now() - begin)
  }
  return median(times)
}

/** Writes headers of closed orders, and a few open ones, into the database, and counts them in the page index. */
async function buildOrders({ servers, system }: World): Promise<void> {
  await using workshop = await openWorkshop(servers.urls.MONGODB_URI, system)
  const { connection } = workshop.inventory
  const none = mongoose.Types.Decimal128.fromString('0')
  const now = Date.now()
  const header = (number: number): PurchaseOrderRecord => ({
    _id: `BENCH-${number}`,
    vendorNo: 1_000_000 + (number % VENDORS),
    vendor: `Vendor ${number % VENDORS}`,
    orderDate: new Date(now - number * 60_000),
    expectedDate: null,
    status: number % 25 === 0 ? 'Open' : 'Closed',
    totalLines: 0,
    totalValue: none,
    openLines: 0,
    receivedLines: 0,
    wids: [1 + (number % 3)],
    partNos: [],
    modified: new Date(now),
    version: 1,
  })
  const CHUNK = 2_000
  for (let first = 0; first < ORDERS; first += CHUNK)
    await purchaseOrders
      .model(connection)
      .insertMany(Array.from({ length: CHUNK }, (_, index) => header(first + index)))
  const list = createIndexedList(connection, purchaseFamily.list)
  await list.pageIndex.deleteMany({})
  for (let isMore = true; isMore; ) isMore = await compactOnce(createPageIndex(connection, list), 1)
}

async function measurePages({ ours }: World, asker: Asker, { rounds, say }: TrialOptions): Promise<OrderPage[]> {
  const { token } = ours.door
  const lists = { all: '/PurchaseOrder/All?', closed: '/PurchaseOrder/All?status=Closed&', open: '/PurchaseOrder?' }
  const probes = []
  for (const [list, path] of Object.entries(lists)) {
    const { totalCount } = await asker.page(token, `${path}pageSize=1`)
    const last = Math.ceil(totalCount / PAGE_SIZE)
    for (const page of [1, Math.ceil(last / 2), last])
      probes.push({ list, page, totalCount, path: `${path}page=${page}&pageSize=${PAGE_SIZE}`, times: [] as number[] })
  }
  for (let round = -1; round < rounds * PER_ROUND; round++)
    for (const { path, times } of probes) {
      const begin = performance.now()
      await asker.page(token, path)
      if (round >= 0) times.push(performance.now() - begin)
    }
  return probes.map(({ list, page, totalCount, times }) => {
    say(`${list} orders, page ${page}: ${median(times).toFixed(1)} ms`)
    return { list, page, totalCount, medianMs: median(times) }
  })
}
