import type { TransitLine as LineResult, TransitDetail } from '../../../../shared/contract/documents/transit-records.ts'
import { toNumber } from '../../../../shared/quantity.ts'
import type { ItemRecord } from '../../masters/items/item.model.ts'
import { compareLots } from '../../stock/lots/choose-lots.ts'
import { showExpiry } from '../../stock/lots/expiry.ts'
import type { Lot } from '../../stock/lots/lot.model.ts'
import { byLineNo, type Unversioned } from '../kit/family/family.ts'
import type { TransitRecord } from './transit.model.ts'
import { toTransit } from './transit-family.ts'
import type { TransitLine } from './transit-line.ts'

type Items = ReadonlyMap<number, ItemRecord>

/** A transit with its lines; `lots` are at least those in transit. */
export const toTransitDetail = (
  header: Unversioned<TransitRecord>,
  lines: readonly TransitLine[],
  lots: ReadonlyMap<number, Lot>,
  items: Items,
): TransitDetail => ({
  ...toTransit(header),
  lines: lines.toSorted(byLineNo).map((line) => toLine(line, lots, items)),
})

function toLine(line: TransitLine, lots: ReadonlyMap<number, Lot>, items: Items): LineResult {
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
    lots: inTransit.map(({ _id: recNo, units, serial, ...lot }) => ({
      recNo,
      units: toNumber(units),
      serial,
      ...showExpiry(lot),
    })),
  }
}
