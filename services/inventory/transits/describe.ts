import type { Transit, TransitDetail, TransitLine } from '../../../shared/contract/transits/transit-records.ts'
import type { ItemRecord } from '../items/item.model.ts'
import { compareLots } from '../lots/choose-lots.ts'
import { type Lot, NEVER } from '../lots/lot.model.ts'
import { byLineNo } from '../orders/describe-line.ts'
import { toNumber } from '../records/quantity.ts'
import type { Line } from './line-state.ts'
import type { TransitRecord } from './transit.model.ts'

type Header = Omit<TransitRecord, 'version'>
type Items = ReadonlyMap<number, ItemRecord>

/** A transit as it is answered, without lines. */
export function toTransit(header: Header): Transit {
  const { _id: slip, wid, warehouse, shipToWid, shipToWarehouse, status, shipped, ...rest } = header
  const { reference, remark, totalLines } = rest
  return {
    ...{ slip, wid, warehouse, shipToWid, shipToWarehouse, status, shipped: shipped.toISOString() },
    ...{ reference, remark, totalLines },
  }
}

/** With its lines; `lots` are at least those in transit. */
export const toDetail = (
  header: Header,
  lines: readonly Line[],
  lots: ReadonlyMap<number, Lot>,
  items: Items,
): TransitDetail => ({
  ...toTransit(header),
  lines: lines.toSorted(byLineNo).map((line) => toLine(line, lots, items)),
})

function toLine(line: Line, lots: ReadonlyMap<number, Lot>, items: Items): TransitLine {
  const { lineNo, shortID, partNo, recNos } = line
  const inTransit = recNos.flatMap((recNo) => lots.get(recNo) ?? []).sort(compareLots)
  return {
    lineNo,
    shortID,
    description: items.get(partNo)?.description ?? '',
    shipped: toNumber(line.shipped),
    accepted: toNumber(line.accepted),
    rejected: toNumber(line.rejected),
    returned: toNumber(line.returned),
    lost: toNumber(line.lost),
    inTransit: toNumber(line.inTransit),
    lots: inTransit.map(({ _id: recNo, units, serial, expires }) => ({
      recNo,
      units: toNumber(units),
      serial,
      expires: expires.getTime() === NEVER.getTime() ? null : expires.toISOString(),
    })),
  }
}
