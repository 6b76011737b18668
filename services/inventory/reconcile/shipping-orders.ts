import type { Connection } from 'mongoose'
import type { Difference } from '../../../shared/contract/core/difference.ts'
import { packs } from '../claims/pack.model.ts'
import { type ReservationRecord, reservations } from '../claims/reservation.model.ts'
import type { LedgerModel } from '../ledger/ledger.model.ts'
import { changeHeader, requireConserved } from '../orders/shipping/line-state.ts'
import {
  type ShippingLineRecord,
  type ShippingOrderRecord,
  shippingFamily,
} from '../orders/shipping/shipping-order.model.ts'
import { type StoredQuantity, sum, toQuantity } from '../records/quantity.ts'
import { compareOrders, compareUnits, sumEntries } from './orders.ts'

/**
 * The header of a shipping order must be what its lines imply. Units of a line must add up, be those of its reservations and packs,
 * and those that the ledger says were issued for it.
 */
export const compareShippingOrders = (
  connection: Connection,
  ledger: LedgerModel,
  deadline: number,
): Promise<Difference[]> =>
  compareOrders(
    connection,
    shippingFamily,
    {
      imply: (header, lines) =>
        changeHeader(
          { ...header, openLines: 0, startedLines: 0 },
          lines.map((after) => ({ before: undefined, after })),
          header.modified,
        ),
      describe,
      readRelated: async (compared, session) => {
        const { numbers } = compared
        const active = { reference: { $in: [...numbers] }, ofOrder: true, state: 'Active' as const }
        return {
          reserved: (
            await reservations.model(connection).find(active).session(session).lean<ReservationRecord[]>()
          ).map(({ reference: soNo, line, remaining: units }) => ({ soNo, lineNo: line ?? 0, units })),
          packed: await packs
            .model(connection)
            .find({ soNo: { $in: [...numbers] } })
            .session(session)
            .lean<OfLine[]>(),
          shipped: await sumEntries(ledger, { type: 'issue', figure: 'packed', ...compared }, session),
        }
      },
      examineLines: (header, lines, { reserved, packed, shipped }) => [
        ...findOrphans('reserved', header, lines, reserved),
        ...findOrphans('packed', header, lines, packed),
        ...lines.flatMap((line) => [
          ...compareUnits(`committed of ${nameOf(line)}`, sumOf(line, reserved), line.committed),
          ...compareUnits(`packed of ${nameOf(line)}`, sumOf(line, packed), line.packed),
          ...compareUnits(`shipped of ${nameOf(line)}`, shipped(line.soNo, line.lineNo), line.shipped),
          ...examineUnits(line),
        ]),
      ],
    },
    deadline,
  )

/** Units that belong to a line. */
interface OfLine {
  readonly soNo: string
  readonly lineNo: number
  readonly units: StoredQuantity
}

const describe = ({ status, openLines, startedLines, totalLines }: Omit<ShippingOrderRecord, 'version'>) =>
  `${status}, ${openLines} open and ${startedLines} started of ${totalLines} lines`

const nameOf = ({ soNo, lineNo }: Omit<OfLine, 'units'>) => `line ${lineNo} of shipping order ${soNo}`

const sumOf = (line: Omit<OfLine, 'units'>, parts: readonly OfLine[]) =>
  sum(
    parts
      .filter(({ soNo, lineNo }) => soNo === line.soNo && lineNo === line.lineNo)
      .map(({ units }) => toQuantity(units)),
  )

/** Units that are reserved or packed for a line that the order does not have. */
function findOrphans(
  place: string,
  { _id }: ShippingOrderRecord,
  lines: readonly ShippingLineRecord[],
  parts: readonly OfLine[],
): Difference[] {
  return parts
    .filter((part) => part.soNo === _id && !lines.some(({ lineNo }) => lineNo === part.lineNo))
    .map((part) => ({
      what: `${place} of ${nameOf(part)}`,
      expected: toQuantity(part.units).toFixed(),
      found: 'nothing',
    }))
}

function examineUnits(line: ShippingLineRecord): Difference[] {
  try {
    requireConserved(line)
    return []
  } catch (error) {
    return [{ what: `units of ${nameOf(line)}`, expected: toQuantity(line.units).toFixed(), found: String(error) }]
  }
}
