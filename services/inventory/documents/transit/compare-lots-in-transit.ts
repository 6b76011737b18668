import { sum, toQuantity } from '../../../../shared/quantity.ts'
import { anyOfIndexed } from '../../records/any-of-indexed.ts'
import type { LotRecord } from '../../stock/lots/lot.model.ts'
import { type CompareRelated, compareUnits, compareValues } from '../kit/compare.ts'
import type { TransitLineRecord, TransitRecord } from './transit.model.ts'

/** What is in transit must be in the line's lots, and in no others. */
export const compareLotsInTransit: CompareRelated<TransitRecord, TransitLineRecord> = async ({
  connection,
  numbers,
  session,
}) => {
  const onTheWay = { transit: anyOfIndexed(numbers, '') }
  const lots = await connection.model<LotRecord>('Lot').find(onTheWay).session(session).lean<LotRecord[]>()
  return (header, lines) => {
    const named = new Set(lines.flatMap(({ recNos }) => recNos))
    const ofSlip = lots.filter(({ transit }) => transit === header._id)
    return [
      ...ofSlip
        .filter(({ _id }) => !named.has(_id))
        .flatMap(({ _id }) => compareValues(`transit of lot ${_id}`, 'none', header._id)),
      ...lines.flatMap(({ lineNo, recNos, inTransit }) => {
        const ofLine = ofSlip.filter(({ _id }) => recNos.includes(_id))
        const units = sum(ofLine.map((lot) => toQuantity(lot.units)))
        return compareUnits(`in transit of line ${lineNo} of transit ${header._id}`, units, inTransit)
      }),
    ]
  }
}
