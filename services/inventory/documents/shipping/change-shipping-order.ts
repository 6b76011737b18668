import { AppError } from '../../../../shared/contract/core/errors.ts'
import type {
  AllocateInput,
  ShippingOrderChanges,
  ShippingOrderInput,
} from '../../../../shared/contract/orders/shipping-inputs.ts'
import { type Quantity, smaller, toQuantity, ZERO } from '../../../../shared/quantity.ts'
import type { RecordChange } from '../../records/versioned-records.ts'
import type { StockEntry } from '../../stock/engine/effect.ts'
import type { Numbers, StockView } from '../../stock/engine/plan.ts'
import { matchLines, namedLines } from '../kit/changed-lines.ts'
import { type Changes, toLineEntry } from '../kit/document-effect.ts'
import type { LineChange } from '../kit/family/family.ts'
import type { Opened } from '../kit/steps.ts'
import { createAllocation, reservationsOf, takeOff } from './allocate.ts'
import { shippingFamily } from './shipping-family.ts'
import type { ShippingLineRecord, ShippingOrderRecord } from './shipping-order.model.ts'
import { moveUnits, refuseLine, type ShippingLine, toNewShippingLine } from './shipping-order-line.ts'

export type Order = Omit<Opened<ShippingOrderRecord, ShippingLineRecord>, 'caller'>
export type OrderChanges = Changes<ShippingOrderRecord, ShippingLineRecord, { readonly tracking?: string | undefined }>

/** What is done to single lines. */
export interface LineChanges {
  readonly lines: readonly LineChange<ShippingLineRecord>[]
  readonly entries: readonly StockEntry[]
  /** Changes of reservations and packs. */
  readonly records: readonly RecordChange[]
}

export const sumChanges = (decided: readonly LineChanges[]): LineChanges => ({
  lines: decided.flatMap(({ lines }) => lines),
  entries: decided.flatMap(({ entries }) => entries),
  records: decided.flatMap(({ records }) => records),
})

type AllocateLine = ReturnType<typeof createAllocation>

/** Allocates stock to the lines of a new order; what is short is backordered, canceled, or refuses the order. */
export async function decideNewOrder(
  lines: readonly ShippingLine[],
  { allocate: how = 'soft', shortage = 'backorder', priority = 0 }: ShippingOrderInput,
  stock: StockView,
  numbers: Numbers,
) {
  const allocateLine = createAllocation(stock, numbers, priority)
  const decided: LineChanges[] = []
  for (const line of lines) {
    const wanted = toQuantity(line.units)
    const { units, figures, records } = await allocateLine(line, wanted)
    // Without allocation nothing is missing yet.
    const missing = how === 'none' ? ZERO : wanted.minus(units)
    if (shortage === 'reject' && missing.gt(ZERO))
      throw refuseLine(line, `ordered ${wanted.toFixed()}, available ${units.toFixed()}`)
    const canceled = shortage === 'partial' ? missing : ZERO
    const after = moveUnits(line, { committed: units, canceled, backordered: units.plus(canceled).times(-1) })
    const entry = { type: 'reserve', units, figures } as const
    const entries = units.gt(ZERO) ? [await toLineEntry(shippingFamily, line, entry, numbers)] : []
    decided.push({ lines: [{ before: undefined, after }], entries, records })
  }
  const { lines: changes, ...rest } = sumChanges(decided)
  return { ...rest, lines: changes.map(({ after }) => after) }
}

/** Allocates available stock to backordered units. Lines that waited for `Allocate` are allocated from now on. */
export async function allocate(order: Order, { lines }: Pick<AllocateInput, 'lines'>): Promise<LineChanges> {
  const { header, stock, numbers } = order
  const wanted = lines ? namedLines(order, lines, 'order').map(({ line }) => line) : order.lines
  const allocateLine = createAllocation(stock, numbers, header.priority)
  const changes: LineChanges[] = []
  for (const before of wanted) {
    if (toQuantity(before.backordered).lte(ZERO)) continue
    const line = { ...before, allocate: before.allocate === 'none' ? ('soft' as const) : before.allocate }
    changes.push(await commit(numbers, before, line, allocateLine))
  }
  return sumChanges(changes)
}

async function commit(
  numbers: Numbers,
  before: ShippingLineRecord | undefined,
  line: ShippingLine,
  allocateLine: AllocateLine,
): Promise<LineChanges> {
  const { units, figures, records } = await allocateLine(line, toQuantity(line.backordered))
  const after = moveUnits(line, { committed: units, backordered: units.times(-1) })
  const isChanged =
    !before || after.allocate !== before.allocate || !toQuantity(after.units).eq(toQuantity(before.units))
  if (units.lte(ZERO)) return { lines: isChanged ? [{ before, after }] : [], entries: [], records: [] }
  const entries = [await toLineEntry(shippingFamily, line, { type: 'reserve', units, figures }, numbers)]
  return { lines: [{ before, after }], entries, records }
}

/**
 * Changes date, priority and quantities, and adds lines, allocated as the order's others are. Less is taken from what
 * is backordered first, then from what is committed.
 */
export async function update(
  order: Order,
  { shipDate, priority, lines = [] }: ShippingOrderChanges,
): Promise<OrderChanges> {
  const { header, stock, numbers } = order
  const allocateLine = createAllocation(stock, numbers, priority ?? header.priority)
  const allocation = order.lines.find((line) => line.allocate !== 'none')?.allocate ?? 'none'
  const changes: LineChanges[] = []
  for (const { input, ...matched } of matchLines(order, lines)) {
    if (matched.before) {
      if (input.units === undefined) continue
      changes.push(await changeUnits(order, matched.before, toQuantity(input.units), allocateLine))
    } else {
      const line = toNewShippingLine({ ...matched.added, number: header._id, lineNo: input.lineNo }, allocation)
      changes.push(await commit(numbers, undefined, line, allocateLine))
    }
  }
  const fields = {
    ...(shipDate !== undefined && { shipDate: new Date(shipDate) }),
    ...(priority !== undefined && { priority }),
  }
  return { ...sumChanges(changes), fields }
}

async function changeUnits(order: Order, line: ShippingLineRecord, units: Quantity, allocateLine: AllocateLine) {
  const added = units.minus(toQuantity(line.units))
  if (added.eq(ZERO)) return sumChanges([])
  if (added.lt(ZERO)) return giveUp(order, line, added.times(-1), 'units')
  return commit(order.numbers, line, moveUnits(line, { units: added, backordered: added }), allocateLine)
}

/** Gives units of a line up, backordered ones first: they are no longer ordered, or are kept as canceled. */
async function giveUp(
  { stock, numbers }: Order,
  line: ShippingLineRecord,
  units: Quantity,
  as: 'units' | 'canceled',
): Promise<LineChanges> {
  const ofBackorder = smaller(toQuantity(line.backordered), units)
  const ofCommitted = units.minus(ofBackorder)
  const fixed = toQuantity(line.units).minus(toQuantity(line.backordered)).minus(toQuantity(line.committed))
  if (ofCommitted.gt(toQuantity(line.committed)))
    throw refuseLine(line, `${fixed.toFixed()} units are shipped, packed or canceled`)
  const after = moveUnits(line, {
    backordered: ofBackorder.times(-1),
    committed: ofCommitted.times(-1),
    [as]: as === 'units' ? units.times(-1) : units,
  })
  if (ofCommitted.eq(ZERO)) return { lines: [{ before: line, after }], entries: [], records: [] }
  const { figures, records } = takeOff(await reservationsOf(line, stock), ofCommitted, stock.now, 'Released')
  const entry = { type: 'unreserve', units: ofCommitted, figures } as const
  const entries = [await toLineEntry(shippingFamily, line, entry, numbers)]
  return { lines: [{ before: line, after }], entries, records }
}

export async function cancel(order: Order): Promise<LineChanges> {
  const { header, lines } = order
  if (lines.some(({ packed }) => toQuantity(packed).gt(ZERO)))
    throw new AppError('conflict', `Shipping order ${header._id} has packed units.`)
  const changes: LineChanges[] = []
  for (const line of lines) {
    const open = toQuantity(line.backordered).plus(toQuantity(line.committed))
    if (open.gt(ZERO)) changes.push(await giveUp(order, line, open, 'canceled'))
  }
  return sumChanges(changes)
}
