import { type Quantity, toQuantity } from '../../../shared/database/quantity.ts'
import { type LevelFigures, levelFigures, sumFigures } from '../levels/level.model.ts'
import { compareLots, isSelected, type LotSelection, type Purpose, totalUnits, whyNot } from '../lots/choose-lots.ts'
import { type Lot, toLot } from '../lots/lot.model.ts'
import type { OrderKind } from '../orders/order-line.model.ts'
import type { StockEffect } from './effect.ts'
import { levelDeltas } from './level-delta.ts'
import type { StockReads } from './stock-reads.ts'

/** The stock of one item as a transaction sees it, with the effects planned so far laid over it. */
export interface StockView {
  readonly now: Date
  byNumber(recNo: number): Promise<Lot | undefined>
  /** The lot that the selection names by its number, if it matches. */
  lot(selection: LotSelection): Promise<Lot | undefined>
  /** Lots that may be taken, in the order of choice: enough for the units, or all there are. */
  candidates(selection: LotSelection, purpose: Purpose, units: Quantity, accept?: (lot: Lot) => boolean): Promise<Lot[]>
  level(wid: number): Promise<LevelFigures>
  /** What an order line still wants, by kind. */
  orderUnits(line: { wid: number; reference: string; line: number }): Promise<Partial<Record<OrderKind, Quantity>>>
  /** Lays an effect over the view, for the plans that follow in the same transaction. */
  apply(effect: StockEffect<unknown>): void
}

/** Reads each thing once. */
export function createStockView(reads: StockReads, partNo: number, now: Date): StockView {
  const changed = new Map<number, Lot>()
  const applied: StockEffect<unknown>[] = []
  const pages = new Map<string, { lots: Lot[]; isComplete: boolean }>()
  let levelRecord: ReturnType<StockReads['level']> | undefined

  const readMore = async (selection: LotSelection, purpose: Purpose) => {
    const key = JSON.stringify([selection, purpose])
    const known = pages.get(key)?.lots ?? []
    const { lots, isLastPage } = await reads.nextLots(toFilter(selection, purpose, now), known.length)
    pages.set(key, { lots: [...known, ...lots.map(toLot)], isComplete: isLastPage })
  }

  const byNumber = async (recNo: number) => {
    const planned = changed.get(recNo)
    if (planned) return planned
    const record = await reads.lot(recNo)
    return record && toLot(record)
  }

  return {
    now,
    byNumber,
    async lot(selection) {
      const named = selection.recno === undefined ? undefined : await byNumber(selection.recno)
      return named && isSelected(named, selection) ? named : undefined
    },

    async candidates(selection, purpose, units, accept = () => true) {
      const key = JSON.stringify([selection, purpose])
      for (;;) {
        const page = pages.get(key)
        const unchanged = page?.lots.filter(({ _id }) => !changed.has(_id)) ?? []
        const usable = [...unchanged, ...changed.values()].filter(
          (lot) =>
            isSelected(lot, selection) && !whyNot(lot, purpose, selection.recno !== undefined, now) && accept(lot),
        )
        if (page && (page.isComplete || totalUnits(usable).gte(units))) return usable.sort(compareLots)
        await readMore(selection, purpose)
      }
    },

    async level(wid) {
      levelRecord ??= reads.level(partNo)
      const figures = { ...sumFigures(await levelRecord, (other) => other === wid) }
      const delta = levelDeltas(applied).get(wid)
      for (const figure of levelFigures) if (delta) figures[figure] = figures[figure].plus(delta[figure])
      return figures
    },

    async orderUnits({ wid, reference, line }) {
      const found = await reads.orderLines({ partNo, wid, reference, line })
      const open: Partial<Record<OrderKind, Quantity>> = {}
      for (const { kind, units } of found) open[kind] = toQuantity(units)
      for (const progress of applied.flatMap(({ orderProgress }) => orderProgress)) {
        const units = open[progress.kind]
        const isSame = progress.wid === wid && progress.reference === reference && progress.line === line
        if (isSame && units) open[progress.kind] = units.minus(progress.units)
      }
      return open
    },

    apply(effect) {
      applied.push(effect)
      for (const { after } of effect.changes) changed.set(after._id, after)
    },
  }
}

/** The part of the choice that the database can make; `isSelected` and `whyNot` decide in the end. */
function toFilter(
  { partNo, wid, recno, receivedFrom, receivedBefore, ...exact }: LotSelection,
  purpose: Purpose,
  now: Date,
) {
  const given = Object.fromEntries(Object.entries(exact).filter(([, value]) => value !== undefined))
  const byNumber = recno !== undefined
  return {
    partNo,
    wid,
    active: true,
    ...(byNumber && { _id: recno }),
    ...(!byNumber && { hold: false }),
    ...(!byNumber && purpose === 'issue' && { expires: { $gt: now } }),
    ...(receivedFrom && receivedBefore && { received: { $gte: receivedFrom, $lt: receivedBefore } }),
    ...given,
  }
}
