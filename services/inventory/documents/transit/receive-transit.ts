import type { ReceiveTransitInput } from '../../../../shared/contract/documents/transits.ts'
import { toQuantity, ZERO } from '../../../../shared/quantity.ts'
import { namedLines } from '../kit/lines/changed-lines.ts'
import { type Leaving, type OpenTransit, requireInTransit, type TransitChanges, takeOut } from './leave-transit.ts'
import { createLotsInWork, IN_STOCK } from './transit-lots.ts'

/** Receives units at the destination: accepted ones as they were shipped, rejected ones on hold. */
export async function receive(transit: OpenTransit, { remark, lines }: ReceiveTransitInput): Promise<TransitChanges> {
  const wid = transit.header.shipToWid
  const lots = createLotsInWork(transit.stock, transit.numbers)
  const changes = []
  const entries = []
  for (const { line, input, index } of namedLines(transit, lines, 'transit')) {
    const { spot = '', rejectedSpot = spot, reasonCode, recno } = input
    const [accepted, rejected] = [toQuantity(input.accepted), toQuantity(input.rejected ?? 0)]
    await requireInTransit(lots, line, { units: accepted.plus(rejected), recno, index, doing: 'receiving' })
    const ways: readonly Leaving[] = [
      {
        state: 'accepted',
        type: 'accept',
        units: accepted,
        recno,
        wid,
        changes: { ...IN_STOCK, spot, hold: line.held },
        attributes: { remark, spot },
      },
      {
        state: 'rejected',
        type: 'reject',
        units: rejected,
        recno,
        wid,
        changes: { ...IN_STOCK, spot: rejectedSpot, hold: true },
        attributes: { reasonCode, remark, spot: rejectedSpot },
      },
    ]
    let after = line
    for (const way of ways.filter(({ units }) => units.gt(ZERO))) {
      const taken = await takeOut(transit, lots, after, way)
      after = taken.after
      entries.push(taken.entry)
    }
    changes.push({ before: line, after })
  }
  return { lines: changes, entries }
}
