import { AppError } from '../../../../shared/contract/core/errors.ts'
import { sum, toQuantity } from '../../../../shared/quantity.ts'
import { anyOfIndexed } from '../../records/queries.ts'
import type { DocumentHooks } from '../../stock/engine/plan.ts'
import type { LotRecord } from '../../stock/lots/lot.model.ts'
import { type CompareRelated, compareUnits, compareValues } from '../kit/compare.ts'
import {
  type TransitLineRecord,
  type TransitRecord,
  transitLineId,
  transitLines,
  transits,
  UNDER_WAY,
} from './transit.model.ts'

/**
 * Transits: their own operations take units out of the source and into the destination. A receipt beside them would count
 * the same units twice, at either end, and so would an issue at the source (docs/decisions/documents.md#41).
 */
export const transitHooks: DocumentHooks = {
  async refuse({ records }, { reference: slip, line: lineNo, partNo, wid }, movement) {
    const line = await records.get(transitLines, transitLineId(slip, lineNo))
    if (line?.partNo !== partNo) return
    const header = await records.get(transits, slip)
    if (!header?.wids.includes(wid) || (movement === 'issue' && wid !== header.wid)) return
    const isUnderWay = UNDER_WAY.includes(header.status)
    if (movement === 'issue' && !isUnderWay) return
    throw new AppError('conflict', `Transit ${slip} line ${lineNo}: ${isUnderWay ? WAYS[movement] : ENDED}.`)
  },
}

const WAYS = {
  receive: 'its units are received by POST /Transit/{slip}/Receive, and come back by POST /Transit/{slip}/Return',
  issue: 'its units have left the warehouse already; POST /Transit ships more',
} as const
const ENDED = 'the transit has ended; receive what is found later without line'

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
