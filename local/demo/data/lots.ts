import type { Params } from '../../../shared/contract/core/operation.ts'
import { inventory } from '../../../shared/contract/inventory/inventory.ts'
import { DAY_MS, dayNumber, HOUR_MS } from '../../../shared/day.ts'
import { type DemoItem, demoItems } from './items.ts'
import { jobs, warehouses } from './registries.ts'
import type { Once } from './repetition.ts'
import { createRandom, type Movement, people, TRADE_DAYS } from './trade.ts'

const LOTS = 300
/** Fixed: every run plans the same lots, so that it can repeat an interrupted run under the same operation ids. */
const SEED = 20_260_131

type ReceiveParams = Params<typeof inventory.receive> & { readonly itemID: string; readonly units: number }
type Receipt = { readonly [F in keyof ReceiveParams]: Exclude<ReceiveParams[F], null> } & {
  readonly wid: number
  readonly spot: string
}

/** One lot of the demo, and what follows its receipt. */
export interface DemoLot {
  readonly receipt: Receipt
  /** It has only what an import of the past can tell. */
  readonly isPlain: boolean
  readonly followUp: 'none' | 'issue a part' | 'issue all' | 'move' | 'move to another warehouse' | 'hold'
}

/** The demo's lots: every item in the main warehouse, most items in other warehouses too. */
export function planLots(): DemoLot[] {
  const random = createRandom(SEED)
  const below = (limit: number) => Math.floor(random() * limit)
  const plan: DemoLot[] = []
  for (let number = 0; number < LOTS; number++) {
    const item = demoItems[number % demoItems.length]
    const round = Math.floor(number / demoItems.length)
    const warehouse = warehouses[round % warehouses.length]
    if (!item || !warehouse) throw new Error('The demo has no parts or warehouses')
    const receipt = planReceipt(item, warehouse.wid, number, below)
    const isPlain = item.trait === undefined && receipt.jobid === undefined
    plan.push({ receipt, isPlain, followUp: followUpOf(number, isPlain) })
  }
  return plan
}

function planReceipt(item: DemoItem, wid: number, number: number, below: (limit: number) => number): Receipt {
  const job = number % 12 === 5 ? jobs[below(jobs.length)] : undefined
  const two = (value: number) => String(value).padStart(2, '0')
  return {
    itemID: item.shortID,
    units: item.trait === 'serial' ? 1 : item.units * (2 + below(8)),
    wid,
    reasonCode: number % 40 === 17 ? 11 : 10,
    spot: `${'ABCDEF'[below(6)]}-${two(1 + below(12))}-${1 + below(4)}`,
    reference: `PO-${1001 + Math.floor(number / 10)}`,
    supplier: 100 + below(8),
    price: priceOf(item, 2 + below(2_000) / 100),
    ...(item.trait === 'serial' && { serial: `SN-26-${String(100_000 + number * 37)}` }),
    ...(item.trait === 'expires' && {
      expires: `${2027 + below(3)}-${two(1 + below(12))}-28`,
      serial: `L${6_000 + number}`,
    }),
    ...(item.trait === 'tagged' && {
      rfidTag: `E28011700000020${(number * 7_919 + 0x1000000).toString(16).toUpperCase()}`,
    }),
    ...(job && { jobid: job.id }),
    ...(number % 40 === 17 && { remark: 'Returned unopened' }),
  }
}

/** Of a unit, from that of a package. What has a serial number is worth more. */
function priceOf({ units, trait }: DemoItem, ofPackage: number): number {
  return Number((trait === 'serial' ? ofPackage * 10 : ofPackage / units).toFixed(4))
}

/** The first lots have no follow-up: the contract's examples are tried on them. */
function followUpOf(number: number, isPlain: boolean): DemoLot['followUp'] {
  if (number < 10) return 'none'
  if (number % 45 === 13 && isPlain) return 'issue all'
  if (number % 50 === 21) return 'hold'
  if (number % 9 === 4 && isPlain) return 'issue a part'
  if (number % 17 === 6) return 'move to another warehouse'
  return number % 11 === 3 ? 'move' : 'none'
}

/** Receives a lot now and carries out its follow-up. `number` makes the names of the operations unique. */
export async function createLotHistory(once: Once, { receipt, followUp }: DemoLot, number: number): Promise<void> {
  const { itemID, units, wid } = receipt
  const { recNo: recno } = await once(`receipt-${number}`, inventory.receive, receipt)
  const move = { itemID, units, wid, recno }
  if (followUp === 'move') await once(`move-${number}`, inventory.move, { ...move, toSpot: `G-01-${1 + (number % 4)}` })
  if (followUp === 'hold') await once(`hold-${number}`, inventory.hold, { recno, remark: 'Waiting for inspection' })
  if (followUp !== 'move to another warehouse') return
  const transit = { shipToWid: (wid % warehouses.length) + 1, toSpot: 'DOCK-1', transitSlip: `TS-${300 + number}` }
  await once(`move-${number}`, inventory.move, { ...move, units: Math.ceil(units / 4), ...transit })
}

/** Days in which lots come, one after the other; what follows a receipt does so within as many days. */
const RECEIVING_DAYS = 60
const FOLLOW_UP_DAYS = 25

/** Whether the past of a lot can be imported as a whole. */
export const isPast = ({ isPlain, followUp }: DemoLot) =>
  isPlain && followUp !== 'hold' && followUp !== 'move to another warehouse'

/** The past of lots within the 90 days before the day `end`, oldest first. The same for the same day. */
export function planPastLots(lots: readonly DemoLot[], end: Date): Movement[] {
  const first = (dayNumber(end) - TRADE_DAYS) * DAY_MS
  const movements = lots.flatMap((lot, number) => {
    const receivedAt =
      first + Math.floor((number * RECEIVING_DAYS) / lots.length) * DAY_MS + 8 * HOUR_MS + number * 1_000
    return isPast(lot) ? [...pastOf(lot, number, receivedAt)] : []
  })
  return movements.sort((one, other) => Date.parse(one.at) - Date.parse(other.at))
}

function* pastOf({ receipt, followUp }: DemoLot, number: number, receivedAt: number): Generator<Movement> {
  const { itemID: item, wid, units, spot, reasonCode, reference, supplier, price, remark } = receipt
  const on = (days: number, who: number) => ({
    at: new Date(receivedAt + days * DAY_MS).toISOString(),
    item,
    wid,
    spot,
    actor: people[who],
  })
  yield { ...on(0, number % 2), type: 'receive', units, reasonCode, reference, supplier, price, remark }
  const next = on(1 + (number % FOLLOW_UP_DAYS), 2 + (number % 2))
  if (followUp === 'move') yield { ...next, type: 'move', units, toSpot: `G-01-${1 + (number % 4)}` }
  if (followUp === 'issue a part')
    yield { ...next, type: 'issue', units: Math.ceil(units / 4), reasonCode: 20, reference: `SO-${5_000 + number}` }
  if (followUp === 'issue all') yield { ...next, type: 'issue', units, reasonCode: 21, reference: `WO-${800 + number}` }
}
