import type { FeedChange } from '../../../../services/reporting/history/history.ts'
import { DOCUMENTS_CHANGED, type DocumentPayload } from '../../../../shared/contract/notifications/document-payload.ts'
import { createRandom } from '../../../support/records/seeded.ts'
import { inStock, type Lot, shortIdOf, stepOf, toEntry } from './ledger-entries.ts'

const ITEMS = 1_000
const WAREHOUSES = 3
/** What a feed begins and ends with: three years. */
export const FEED_START = new Date('2023-01-01T00:00:00Z')
export const FEED_END = new Date('2026-01-01T00:00:00Z')
const DAY_MS = 86_400_000
/** Movements from one order to the next one, and orders that are open. */
const ORDER_EVERY = 20
const OPEN_ORDERS = 200
const COUNT_EVERY = 100
/** Units of an item in a warehouse from which on they are only issued. */
const MUCH = 60

/** How many changes the feed of so many movements has. */
export function feedLength(movements: number): number {
  const orders = Math.floor(movements / ORDER_EVERY)
  const closed = Math.max(0, orders - OPEN_ORDERS)
  return ITEMS + movements + orders + closed + Math.floor(movements / COUNT_EVERY)
}

type Told = Pick<FeedChange, 'type' | 'data'>
type OrderPayload = DocumentPayload['orders'][number]

/**
 * A feed that is the same for the same number of movements, which are spread evenly over three years: receipts, issues,
 * moves and reversals of a stock that does not grow, orders of which equally many are open, and counts.
 */
export function* makeFeed(movements: number): Generator<FeedChange> {
  const random = createRandom(movements)
  const stock = createStock(random)
  const orders = createOrders(random)
  let sequence = 0
  const stamp = (told: Told, at: Date): FeedChange => ({ ...told, sequence: ++sequence, at })
  for (let partNo = 1; partNo <= ITEMS; partNo++) yield stamp(reorderOf(partNo), FEED_START)
  const stepMs = (FEED_END.getTime() - FEED_START.getTime()) / movements
  for (let number = 1; number <= movements; number++) {
    const at = new Date(FEED_START.getTime() + Math.floor((number - 1) * stepMs))
    yield stamp(stock.move(number, at), at)
    if (number % ORDER_EVERY === 0) for (const told of orders.advance(number / ORDER_EVERY, at)) yield stamp(told, at)
    if (number % COUNT_EVERY === 0) yield stamp(countOf(number, random), at)
  }
}

const reorderOf = (partNo: number): Told => ({
  type: 'item.reorderChanged',
  data: { partNo, shortID: shortIdOf(partNo), wid: 1 + (partNo % WAREHOUSES), minimum: 20, reorderTo: 50, leadDays: 7 },
})

function createStock(random: () => number) {
  const levels = new Map<string, Lot[]>()
  const lotsAt = (partNo: number, wid: number) => {
    const lots = levels.get(`${partNo}/${wid}`) ?? []
    levels.set(`${partNo}/${wid}`, lots)
    return lots
  }
  let issued: { readonly lot: Lot; readonly units: number; readonly transactionNo: number } | undefined

  const receive = (transactionNo: number, at: Date, lots: Lot[], partNo: number, wid: number): Told => {
    const [received, units] = [at.toISOString(), 5 + Math.floor(random() * 25)]
    const price = random() < 0.05 ? null : 1 + Math.floor(random() * 1_000) / 100
    const expires = random() < 0.3 ? new Date(at.getTime() + random() * 400 * DAY_MS).toISOString() : null
    const lot: Lot = { recNo: transactionNo, partNo, received, expires, price, wid, units: 0, version: 0 }
    lots.push(lot)
    const changes = { levels: [inStock(wid, units)], lots: [stepOf(lot, { wid, units })] }
    const entry = toEntry({ transactionNo, type: 'receive', at: received, partNo, wid, units, price, ...changes })
    return { type: 'inventory.received', data: entry }
  }
  const issue = (transactionNo: number, at: string, lots: Lot[], lot: Lot): Told => {
    const { partNo, wid } = lot
    const units = Math.min(lot.units, 1 + Math.floor(random() * 10))
    const changes = { levels: [inStock(wid, -units)], lots: [stepOf(lot, { wid, units: lot.units - units })] }
    if (lot.units === 0) lots.shift()
    issued = { lot, units, transactionNo }
    const entry = toEntry({ transactionNo, type: 'issue', at, partNo, wid, units, ...changes })
    return { type: 'inventory.issued', data: entry }
  }
  const move = (transactionNo: number, at: string, lots: Lot[], lot: Lot): Told => {
    const { partNo, wid, units } = lot
    const shipToWid = 1 + (wid % WAREHOUSES)
    const levels = [inStock(wid, -units), inStock(shipToWid, units)]
    const changes = { levels, lots: [stepOf(lot, { wid: shipToWid, units })] }
    lots.shift()
    lotsAt(partNo, shipToWid).push(lot)
    const entry = toEntry({ transactionNo, type: 'move', at, partNo, wid, units, shipToWid, ...changes })
    return { type: 'inventory.moved', data: entry }
  }
  const reverse = (transactionNo: number, at: string, { lot, units, ...of }: NonNullable<typeof issued>): Told => {
    const { partNo, wid } = lot
    if (lot.units === 0) lotsAt(partNo, wid).unshift(lot)
    const changes = { levels: [inStock(wid, units)], lots: [stepOf(lot, { wid, units: lot.units + units })] }
    const reversal = { reverses: of.transactionNo, reversedType: 'issue' } as const
    issued = undefined
    const entry = toEntry({ transactionNo, type: 'reverse', at, partNo, wid, units, ...reversal, ...changes })
    return { type: 'inventory.reversed', data: entry }
  }

  return {
    /** The next movement, of an item and warehouse by chance. */
    move(transactionNo: number, at: Date): Told {
      const [partNo, wid, kind] = [1 + Math.floor(random() * ITEMS), 1 + Math.floor(random() * WAREHOUSES), random()]
      const lots = lotsAt(partNo, wid)
      const [oldest] = lots
      const time = at.toISOString()
      if (kind < 0.02 && issued) return reverse(transactionNo, time, issued)
      const isMuch = lots.reduce((sum, { units }) => sum + units, 0) > MUCH
      if (!oldest || (kind > 0.72 && !isMuch)) return receive(transactionNo, at, lots, partNo, wid)
      return kind < 0.08 ? move(transactionNo, time, lots, oldest) : issue(transactionNo, time, lots, oldest)
    },
  }
}

/** Orders of two lines each, purchase and shipping orders in turn. */
function createOrders(random: () => number) {
  const open: DocumentPayload[] = []

  const order = (number: number, at: Date): DocumentPayload => {
    const family = number % 2 === 0 ? ('purchase' as const) : ('shipping' as const)
    const id = { family, number: `${family === 'purchase' ? 'PO' : 'SO'}-${String(number).padStart(9, '0')}` }
    const due = new Date(at.getTime() + (3 + Math.floor(random() * 14)) * DAY_MS).toISOString()
    const facts: OrderPayload = { ...id, version: 1, party: `P-${number % 40}`, ordered: at.toISOString(), due }
    const lines = [1, 2].map((lineNo) => {
      const [partNo, wid] = [1 + Math.floor(random() * ITEMS), 1 + Math.floor(random() * WAREHOUSES)]
      const units = 1 + Math.floor(random() * 20)
      const key = { partNo, shortID: shortIdOf(partNo), wid }
      return { ...id, lineNo, version: 1, ...key, units, done: 0, open: units, price: 2.5 }
    })
    return { orders: [facts], lines, counted: [] }
  }
  const close = ({ lines }: DocumentPayload): DocumentPayload => ({
    orders: [],
    lines: lines.map((line) => ({ ...line, version: 2, done: line.units, open: 0 })),
    counted: [],
  })
  const toTold = (data: DocumentPayload): Told => ({ type: DOCUMENTS_CHANGED, data })

  return {
    /** A new order, and the end of the oldest one that is open. */
    advance(number: number, at: Date): readonly Told[] {
      const made = order(number, at)
      open.push(made)
      const done = open.length > OPEN_ORDERS ? open.shift() : undefined
      return [made, ...(done ? [close(done)] : [])].map(toTold)
    },
  }
}

function countOf(number: number, random: () => number): Told {
  const [partNo, wid] = [1 + Math.floor(random() * ITEMS), 1 + Math.floor(random() * WAREHOUSES)]
  const counted = random() < 0.9 ? 20 : 19
  const line = { number: `C-${number}`, lineNo: 1, partNo, wid, expected: 20, counted, unitCost: 2, reasonCode: null }
  return { type: DOCUMENTS_CHANGED, data: { orders: [], lines: [], counted: [line] } }
}
