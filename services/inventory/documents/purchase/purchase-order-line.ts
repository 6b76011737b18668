import { AppError } from '../../../../shared/contract/core/errors.ts'
import { type Quantity, type StoredQuantity, toQuantity, toStored, ZERO } from '../../../../shared/quantity.ts'
import type { LineOf } from '../kit/creation.ts'
import type { Unwritten } from '../kit/family/family.ts'
import { type PurchaseLineRecord, purchaseLineId } from './purchase-order.model.ts'

export type PurchaseLine = Unwritten<PurchaseLineRecord>

export const isOpen = ({ open }: Pick<PurchaseLine, 'open'>) => toQuantity(open).gt(ZERO)
export const isReceived = ({ received }: Pick<PurchaseLine, 'received'>) => toQuantity(received).gt(ZERO)
export const lineValue = ({ units, unitPrice }: PurchaseLine) => toQuantity(units).times(toQuantity(unitPrice))

/** What is still expected of a line: ordered and not received, nothing once it is closed. */
export function openUnits({ units, received, closed }: PurchaseLine): Quantity {
  const rest = toQuantity(units).minus(toQuantity(received))
  return closed !== null || rest.lt(ZERO) ? ZERO : rest
}

export const withOpen = <L extends PurchaseLine>(line: L): L => ({ ...line, open: toStored(openUnits(line)) })

/** What a request says of an ordered line. */
interface Ordered {
  readonly units?: number | undefined
  readonly unitPrice?: number | undefined
  readonly overReceipt?: number | undefined
}

/** What is given of a line, as it is stored. */
export const toOrdered = ({ units, unitPrice, overReceipt }: Ordered) => ({
  ...(units !== undefined && { units: stored(units) }),
  ...(unitPrice !== undefined && { unitPrice: stored(unitPrice) }),
  ...(overReceipt !== undefined && { overReceipt: stored(overReceipt) }),
})

const stored = (value: number) => toStored(toQuantity(value))

/** A line of which nothing was received yet. */
export function toNewPurchaseLine(
  {
    number: poNo,
    lineNo,
    partNo,
    shortID,
    wid,
    units,
    unitPrice = 0,
    overReceipt,
  }: LineOf<Ordered & { units: number }>,
  /** Of the vendor, in per cent. */
  tolerance?: StoredQuantity,
): PurchaseLine {
  return withOpen({
    _id: purchaseLineId(poNo, lineNo),
    poNo,
    lineNo,
    partNo,
    shortID,
    wid,
    units: stored(units),
    unitPrice: stored(unitPrice),
    overReceipt: overReceipt === undefined ? (tolerance ?? stored(0)) : stored(overReceipt),
    received: stored(0),
    open: stored(0),
    closed: null,
    reason: null,
  })
}

/** Throws 409 if a receipt would bring the line above what was ordered and its tolerance allow. */
export function requireWithinTolerance(line: PurchaseLineRecord, receiving: Quantity): void {
  const [units, received] = [toQuantity(line.units), toQuantity(line.received)]
  const most = units.times(toQuantity(line.overReceipt).div(100).plus(1))
  if (received.plus(receiving).lte(most)) return
  const figures = `ordered ${units.toFixed()}, received ${received.toFixed()}, receiving ${receiving.toFixed()}`
  throw new AppError('conflict', `Purchase order ${line.poNo} line ${line.lineNo}: ${figures}.`)
}
