import type { LedgerEntry } from '../../../../shared/contract/inventory/inventory.ts'
import { groupBy } from '../../../../shared/process/group-by.ts'
import { type Decimal, ZERO } from '../../decimal.ts'
import { stockParts } from './stock-parts.ts'

/** Units of a lot that came into the stock of a warehouse by a transaction; negative if it was reversed. */
export interface Arrival {
  readonly wid: number
  readonly recNo: number
  readonly transactionNo: number
  readonly units: Decimal
}

/**
 * What an entry brings into warehouses from outside of them, or, as a reversal, takes back of it. Units that an issue took and that
 * its reversal brings back had come before.
 */
export function arrivalsOf(entry: LedgerEntry): readonly Arrival[] {
  const isReversal = entry.type === 'reverse'
  const transactionNo = isReversal ? (entry.reverses ?? entry.transactionNo) : entry.transactionNo
  return [...groupBy(stockParts(entry), ({ wid }) => wid).values()].flatMap((parts) => {
    const byLot = groupBy(parts, ({ recNo }) => recNo)
    const nets = [...byLot].map(([recNo, ofLot]) => ({ recNo, units: totalOf(ofLot) }))
    const total = totalOf(nets)
    if (isReversal ? total.gte(ZERO) : total.lte(ZERO)) return []
    const wid = parts[0]?.wid ?? entry.wid
    return nets.filter(({ units }) => !units.eq(ZERO)).map(({ recNo, units }) => ({ wid, recNo, transactionNo, units }))
  })
}

const totalOf = (parts: readonly { readonly units: Decimal }[]): Decimal =>
  parts.reduce((total, { units }) => total.plus(units), ZERO)
