import type { Quantity } from '../../../../shared/quantity.ts'
import { type LedgerAttributes, type StockEntry, settleChanges } from '../../stock/engine/effect.ts'
import type { Numbers, StockView } from '../../stock/engine/plan.ts'
import { type Chosen, compareLots } from '../../stock/lots/choose-lots.ts'
import { changeLot, type Lot, type LotChange, splitLot } from '../../stock/lots/lot.model.ts'
import { toLineEntry } from '../kit/document-effect.ts'
import type { TransitLine } from './transit.model.ts'
import { transitFamily } from './transit-family.ts'

/** The lots that one request touches, as it leaves them. */
export function createLotsInWork(stock: StockView, numbers: Numbers) {
  const current = new Map<number, Lot>()

  return {
    /** Every lot that was touched or read, by recNo. */
    current,

    /** Lots by number, first to expire first. */
    async read(recNos: readonly number[]): Promise<Lot[]> {
      const lots = await Promise.all(recNos.map(async (recNo) => current.get(recNo) ?? (await stock.lot(recNo))))
      for (const lot of lots) if (lot) current.set(lot._id, lot)
      return lots.flatMap((lot) => lot ?? []).sort(compareLots)
    },

    /** Changes chosen units: a whole lot keeps its number, units split off become a child lot that knows its parent. */
    async change(chosen: readonly Chosen[], changes: Partial<Lot>) {
      const made: { readonly recNo: number; readonly fromRecNo: number; readonly units: Quantity }[] = []
      const lots: LotChange[] = []
      for (const { lot: read, units } of chosen) {
        const lot = current.get(read._id) ?? read
        const isWhole = units.eq(lot.units)
        const recNo = isWhole ? lot._id : await numbers.recNo()
        const planned = isWhole ? [changeLot(lot, changes, stock.now)] : splitLot(lot, recNo, units, changes, stock.now)
        // The response says when they expire, too.
        const ofLot = await settleChanges(planned, stock.daysOf)
        for (const { after } of ofLot) current.set(after._id, after)
        made.push({ recNo, fromRecNo: lot._id, units })
        lots.push(...ofLot)
      }
      return { lots, made }
    },
  }
}

export type LotsInWork = ReturnType<typeof createLotsInWork>

/** What leaves a transit is in stock again. */
export const IN_STOCK = { active: true, shipped: null, transit: null } as const

export type TransitAttributes = Pick<LedgerAttributes, 'reasonCode' | 'remark' | 'spot' | 'shipToWid'>

/** The ledger entry of units of a line that enter transit (`ship`) or leave it. */
export function toTransitEntry(
  line: TransitLine,
  entry: Pick<StockEntry, 'wid' | 'units' | 'lots'> & {
    readonly type: 'ship' | 'accept' | 'reject' | 'return' | 'lose'
  },
  own: TransitAttributes,
  numbers: Numbers,
): Promise<StockEntry> {
  const { slip, lineNo, wid: destination } = line
  const units = entry.type === 'ship' ? entry.units : entry.units.times(-1)
  const figures = [{ figure: 'aSN', wid: destination, units, reference: slip, line: lineNo } as const]
  const attributes = { ...own, details: { transitSlip: slip } }
  return toLineEntry(transitFamily, line, { ...entry, figures, attributes }, numbers)
}
