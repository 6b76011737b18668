import type { Difference } from '../../../../shared/contract/core/difference.ts'
import { AppError } from '../../../../shared/contract/core/errors.ts'
import { type StoredQuantity, sum, toQuantity } from '../../../../shared/quantity.ts'
import { NO_EFFECT } from '../../stock/engine/document-hooks.ts'
import type { DocumentHooks, LineMovement } from '../../stock/engine/plan.ts'
import { type PackRecord, packs } from '../../stock/reservations/records/pack.model.ts'
import { type ReservationRecord, reservations } from '../../stock/reservations/records/reservation.model.ts'
import { type CompareRelated, compareUnits } from '../kit/compare.ts'
import { createFindLine } from '../kit/find-document.ts'
import { backorderShortages } from './backorder.ts'
import { shippingFamily } from './shipping-family.ts'
import {
  type ShippingLineRecord,
  type ShippingOrderRecord,
  shippingLineId,
  shippingLines,
} from './shipping-order.model.ts'
import { isOpen, refuseLine } from './shipping-order-line.ts'

/** How units of an open line move instead. Of a line that is shipped, a customer may return units. */
const WAYS: Readonly<Record<LineMovement, string>> = {
  receive: 'its units leave by POST /ShippingOrder/{soNo}/Ship; receive what a customer returns without line',
  issue: 'its units leave by POST /ShippingOrder/{soNo}/Pack and POST /ShippingOrder/{soNo}/Ship',
}

/** Shipping orders: a shipment is not reversed, and what was reserved and is lost is backordered. */
export const shippingHooks: DocumentHooks = {
  findLine: createFindLine(shippingFamily),

  async refuse(stock, { reference, line: lineNo, partNo, wid }, movement) {
    const line = await stock.records.get(shippingLines, shippingLineId(reference, lineNo))
    if (line?.partNo !== partNo || line.wid !== wid || !isOpen(line)) return
    throw refuseLine(line, WAYS[movement])
  },

  async reverse(stock, { _id }, figures) {
    for (const { reference, line } of figures)
      if (await stock.records.get(shippingLines, shippingLineId(reference, line)))
        throw new AppError('conflict', `Transaction ${_id} is a shipment: receive what comes back.`)
    return NO_EFFECT
  },

  lose: backorderShortages,
}

/** Units that belong to a line. */
interface OfLine {
  readonly soNo: string
  readonly lineNo: number
  readonly units: StoredQuantity
}

/** What is committed of a line must be in its reservations, what is packed in its packs; and there are no others. */
export const compareReservations: CompareRelated<ShippingOrderRecord, ShippingLineRecord> = async ({
  connection,
  numbers,
  session,
}) => {
  const active = { reference: { $in: [...numbers] }, ofOrder: true, state: 'Active' as const }
  const found = await reservations.model(connection).find(active).session(session).lean<ReservationRecord[]>()
  const reserved = found.map(({ reference, line, remaining }) => ({
    soNo: reference,
    lineNo: line ?? 0,
    units: remaining,
  }))
  const ofOrders = packs.model(connection).find({ soNo: { $in: [...numbers] } })
  const packed = await ofOrders.session(session).lean<PackRecord[]>()
  return (header, lines) => [
    ...findOrphans('reserved', header, lines, reserved),
    ...findOrphans('packed', header, lines, packed),
    ...lines.flatMap((line) => [
      ...compareUnits(`committed of ${nameOf(line)}`, sumOf(line, reserved), line.committed),
      ...compareUnits(`packed of ${nameOf(line)}`, sumOf(line, packed), line.packed),
    ]),
  ]
}

const nameOf = ({ soNo, lineNo }: Omit<OfLine, 'units'>) => `line ${lineNo} of shipping order ${soNo}`

function sumOf(line: Omit<OfLine, 'units'>, all: readonly OfLine[]) {
  const ofLine = all.filter(({ soNo, lineNo }) => soNo === line.soNo && lineNo === line.lineNo)
  return sum(ofLine.map(({ units }) => toQuantity(units)))
}

/** Units that are reserved or packed for a line that the order does not have. */
const findOrphans = (
  key: string,
  { _id }: ShippingOrderRecord,
  lines: readonly ShippingLineRecord[],
  all: readonly OfLine[],
): Difference[] =>
  all
    .filter((reservation) => reservation.soNo === _id && !lines.some(({ lineNo }) => lineNo === reservation.lineNo))
    .map((reservation) => ({
      what: `${key} of ${nameOf(reservation)}`,
      expected: toQuantity(reservation.units).toFixed(),
      found: 'nothing',
    }))
