import type { Difference } from '../../../../shared/contract/core/difference.ts'
import { type StoredQuantity, sum, toQuantity } from '../../../../shared/quantity.ts'
import { type PackRecord, packs } from '../../stock/reservations/records/pack.model.ts'
import { type ReservationRecord, reservations } from '../../stock/reservations/records/reservation.model.ts'
import { type CompareRelated, compareUnits } from '../kit/compare.ts'
import type { ShippingLineRecord, ShippingOrderRecord } from './shipping-order.model.ts'

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
