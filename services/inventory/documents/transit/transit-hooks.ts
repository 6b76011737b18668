import { AppError } from '../../../../shared/contract/core/errors.ts'
import type { DocumentHooks } from '../../stock/engine/plan.ts'
import { transitLineId, transitLines, transits } from './transit.model.ts'
import { UNDER_WAY } from './transit-line.ts'

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
