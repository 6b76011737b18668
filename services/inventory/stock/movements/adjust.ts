import { type Caller, permissions, requirePermission } from '../../../../shared/contract/core/access.ts'
import { AppError } from '../../../../shared/contract/core/errors.ts'
import type { Adjusted, AdjustInput } from '../../../../shared/contract/inventory/inventory.ts'
import { toNumber, toQuantity } from '../../../../shared/quantity.ts'
import type { Given } from '../../masters/given-units.ts'
import type { ItemRecord } from '../../masters/item.model.ts'
import type { Numbers, PlanEffect, StockView } from '../engine/plan.ts'
import type { LotChange } from '../lots/lot.model.ts'
import { findTakeable, readCell, recordCorrection } from './cell.ts'
import { issueFrom } from './issue.ts'
import { toNewLot } from './receive.ts'

const effects = {
  in: { type: 'receive', permission: permissions.positiveAdjustment },
  out: { type: 'issue', permission: permissions.negativeAdjustment },
} as const
type Direction = keyof typeof effects

/** Whether an adjustment adds or takes off; undefined if nothing differs. */
export function directionOf({ expected, counted }: Pick<AdjustInput, 'expected' | 'counted'>): Direction | undefined {
  if (counted === expected) return undefined
  return counted > expected ? 'in' : 'out'
}

/** Throws 403 if the caller may not do what the adjustment does. */
export function requireAdjustment(direction: Direction | undefined, caller: Caller | undefined): void {
  if (direction) requirePermission(caller, effects[direction].permission)
}

/**
 * Sets the stock of a cell to what was counted, if it is what was expected; what is lost is backordered
 * (docs/decisions/stock.md#57).
 */
export async function planAdjust(
  input: Given<AdjustInput, 'itemID' | 'wid' | 'expected' | 'counted'>,
  { _id: partNo, shortID }: Pick<ItemRecord, '_id' | 'shortID'>,
  stock: StockView,
  numbers: Numbers,
): Promise<PlanEffect<Adjusted>> {
  const { wid, spot = '', reasonCode, reference, remark } = input
  const cell = { partNo, wid, spot }
  const [expected, counted] = [toQuantity(input.expected), toQuantity(input.counted)]
  const { units: found } = await readCell(stock, cell)
  if (!found.eq(expected)) throw new AppError('conflict', `Expected ${expected.toFixed()}, is ${found.toFixed()}.`)
  const direction = directionOf(input)
  const difference = counted.minus(expected)
  const result = (transactionNo: number | null, lots: readonly LotChange[]): Adjusted => ({
    transactionNo,
    partNo,
    shortID,
    wid,
    spot,
    expected: input.expected,
    counted: input.counted,
    units: toNumber(difference),
    lots: lots.map(({ after }) => ({ recNo: after._id, units: toNumber(after.units) })),
    status: 'adjusted',
  })
  if (!direction) return { entries: [], result: result(null, []) }

  const take = async () => {
    const units = difference.times(-1)
    const takeable = await findTakeable(stock, cell)
    if (units.gt(takeable.units)) {
      const most = `Insufficient stock: requested ${units.toFixed()}, available ${takeable.units.toFixed()}.`
      throw new AppError('conflict', `${most} ${takeable.packed}`)
    }
    return takeable.choose(units).map((share) => issueFrom(share, stock.now))
  }
  const add = async (): Promise<LotChange[]> => {
    const attributes = { wid, spot, reference, remark }
    const after = toNewLot(attributes, { _id: partNo, shortID }, await numbers.recNo(), difference, stock.now)
    return [{ before: undefined, after }]
  }
  const lots = direction === 'in' ? await add() : await take()
  const transactionNo = await numbers.transactionNo()
  const attributes = { reasonCode, reference, remark, spot, details: { adjustment: true } } as const
  const { type } = effects[direction]
  return {
    entries: [{ transactionNo, type, partNo, shortID, wid, units: difference.abs(), lots, attributes }],
    records: [await recordCorrection(stock, cell)],
    result: result(transactionNo, lots),
    ...(direction === 'out' && { next: stock.hooks.lose([{ partNo, wid }], 'lost') }),
  }
}
