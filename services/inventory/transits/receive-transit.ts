import type { ReceiveTransitInput } from '../../../shared/contract/transits/transit-inputs.ts'
import type { StockEntry } from '../engine/effect.ts'
import { toQuantity, ZERO } from '../records/quantity.ts'
import { type LineChanges, namedLines, type OpenTransit, requireInTransit, takeOut } from './change-transit.ts'
import type { Line } from './line-state.ts'
import { IN_STOCK } from './transit-lots.ts'

/** Receives units at the destination: accepted ones as they were shipped, rejected ones on hold. */
export async function receive(transit: OpenTransit, { remark, lines }: ReceiveTransitInput): Promise<LineChanges[]> {
  const wid = transit.header.shipToWid
  const changes: LineChanges[] = []
  for (const { line, input, index } of namedLines(transit, lines)) {
    const { spot = '', rejectedSpot = spot, reasonCode, recno } = input
    const [accepted, rejected] = [toQuantity(input.accepted), toQuantity(input.rejected ?? 0)]
    await requireInTransit(transit, line, { units: accepted.plus(rejected), recno, index, doing: 'receiving' })
    let after: Line = line
    const entries: StockEntry[] = []
    const take = async (leaving: Parameters<typeof takeOut>[2]) => {
      if (leaving.units.lte(ZERO)) return
      const taken = await takeOut(transit, after, leaving)
      after = taken.after
      entries.push(taken.entry)
    }
    await take({
      ...{ place: 'accepted', type: 'accept', units: accepted, recno, wid },
      ...{ changes: { ...IN_STOCK, spot, hold: line.held }, facts: { remark, spot } },
    })
    await take({
      ...{ place: 'rejected', type: 'reject', units: rejected, recno, wid },
      ...{
        changes: { ...IN_STOCK, spot: rejectedSpot, hold: true },
        facts: { reasonCode, remark, spot: rejectedSpot },
      },
    })
    changes.push({ before: line, after, entries })
  }
  return changes
}
