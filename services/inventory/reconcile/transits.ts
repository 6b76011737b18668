import type { Connection } from 'mongoose'
import type { Difference } from '../../../shared/contract/core/difference.ts'
import type { LedgerModel } from '../ledger/ledger.model.ts'
import type { LotRecord } from '../lots/lot.model.ts'
import { addLines } from '../orders/order-header.ts'
import { sum, toQuantity } from '../records/quantity.ts'
import { requireConserved, toStatus } from '../transits/line-state.ts'
import { type TransitLineRecord, type TransitRecord, transitFamily } from '../transits/transit.model.ts'
import { compareOrders, compareUnits, compareValues, sumEntries } from './orders.ts'

/** What the ledger's entries of each type add to a figure of a line. */
const entryTypes = {
  shipped: 'ship',
  accepted: 'accept',
  rejected: 'reject',
  returned: 'return',
  lost: 'lose',
} as const
const figures = Object.entries(entryTypes) as [keyof typeof entryTypes, (typeof entryTypes)[keyof typeof entryTypes]][]

/**
 * The slip of a transit must be what its lines imply. Each figure of a line must be what the ledger says, all of them must add up, and
 * what is in transit must be in the line's lots, and in no others.
 */
export const compareTransits = (connection: Connection, ledger: LedgerModel, deadline: number): Promise<Difference[]> =>
  compareOrders(
    connection,
    transitFamily,
    {
      imply: (header, lines) => ({
        ...header,
        ...addLines(
          header,
          lines.map((after) => ({ before: undefined, after })),
        ),
        wids: [header.wid, header.shipToWid].sort((one, other) => one - other),
        status: toStatus(lines),
      }),
      describe: ({ status, totalLines }: Omit<TransitRecord, 'version'>) => `${status}, ${totalLines} lines`,
      readRelated: async (compared, session) => {
        const { numbers, toPresent } = compared
        const entered = []
        for (const [figure, type] of figures)
          entered.push({ figure, units: await sumEntries(ledger, { type, figure: 'aSN', ...compared }, session) })
        const onTheWay = { transit: { $in: [...numbers], $gt: '' } }
        const found = connection.model<LotRecord>('Lot').find(onTheWay).session(session)
        const lots = await found.lean<LotRecord[]>()
        return { entered, lots: lots.map((lot) => ({ ...lot, transit: toPresent(lot.transit ?? '') })) }
      },
      examineLines: (header, lines, { entered, lots }) => {
        const named = new Set(lines.flatMap(({ recNos }) => recNos))
        const ofSlip = lots.filter(({ transit }) => transit === header._id)
        return [
          ...ofSlip
            .filter(({ _id }) => !named.has(_id))
            .flatMap(({ _id }) => compareValues(`transit of lot ${_id}`, 'none', header._id)),
          ...lines.flatMap((line) => {
            const ofLine = ofSlip.filter(({ _id }) => line.recNos.includes(_id))
            const units = sum(ofLine.map((lot) => toQuantity(lot.units)))
            return [
              ...entered.flatMap(({ figure, units: unitsOf }) =>
                compareUnits(`${figure} of ${nameOf(line)}`, unitsOf(line.slip, line.lineNo), line[figure]),
              ),
              ...compareUnits(`in transit of ${nameOf(line)}`, units, line.inTransit),
              ...examineUnits(line),
            ]
          }),
        ]
      },
    },
    deadline,
  )

const nameOf = ({ slip, lineNo }: Pick<TransitLineRecord, 'slip' | 'lineNo'>) => `line ${lineNo} of transit ${slip}`

function examineUnits(line: TransitLineRecord): Difference[] {
  try {
    requireConserved(line)
    return []
  } catch (error) {
    return [{ what: `units of ${nameOf(line)}`, expected: toQuantity(line.shipped).toFixed(), found: String(error) }]
  }
}
