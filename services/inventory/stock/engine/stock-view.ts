import { levelFigures } from '../../../../shared/contract/inventory/inventory.ts'
import { sum, toQuantity, ZERO } from '../../../../shared/quantity.ts'
import { type LevelDeltas, levelDeltas } from '../levels/figures.ts'
import { type ReorderLevels, sumFigures } from '../levels/level.model.ts'
import { compareLots, isSelected, type LotSelection, type Purpose, totalUnits, whyNot } from '../lots/choose-lots.ts'
import { type DaysOf, daysInUtc } from '../lots/expiry.ts'
import { type Lot, toLot } from '../lots/lot.model.ts'
import { hasLapsed, type ReservationRecord, reservations } from '../reservations/records/reservation.model.ts'
import type { StockEffect } from './effect.ts'
import type { Lapsed, StockHooks, StockView } from './plan.ts'
import type { StockReads } from './stock-reads.ts'

/** A view that the engine lays planned effects over, for the plans that follow in the same transaction. */
export interface PlannedStock extends StockView {
  /**
   * Returns false, and changes nothing, if the effect rests on a document that another plan has changed meanwhile: plan
   * again.
   */
  apply(effect: StockEffect<unknown>): boolean
}

/** Reads each lot page and level row once. */
export function createStockView(
  reads: StockReads,
  now: Date,
  hooks: StockHooks,
  daysOf: DaysOf = daysInUtc,
): PlannedStock {
  const changed = new Map<number, Lot>()
  const deltas = new Map<number, LevelDeltas[]>()
  const pages = new Map<string, { lots: Lot[]; isComplete: boolean }>()
  const last = new Map<string, number>()
  const reordered = new Map<string, ReorderLevels | undefined>()
  const happened = new Map<number, Date>()
  const lastEntries = new Map<number, ReturnType<StockReads['lastEntryAt']>>()
  const lotsRead = new Map<number, ReturnType<StockReads['lot']>>()
  const levelRows = new Map<number, ReturnType<StockReads['level']>>()

  const readMore = async (key: string, selection: LotSelection, purpose: Purpose, at: Date) => {
    const known = pages.get(key)?.lots ?? []
    const { lots, isLastPage } = await reads.nextLots(toFilter(selection, purpose, at), known.length)
    pages.set(key, { lots: [...known, ...lots.map(toLot)], isComplete: isLastPage })
  }

  const findLot = async (recNo: number): Promise<Lot | undefined> => {
    const reading = lotsRead.get(recNo) ?? reads.lot(recNo)
    lotsRead.set(recNo, reading)
    const record = await reading
    return changed.get(recNo) ?? (record && toLot(record))
  }

  const readLevel = (partNo: number) => {
    const row = levelRows.get(partNo) ?? reads.level(partNo)
    levelRows.set(partNo, row)
    return row
  }

  /** No query unless the earliest end in the level row has passed. */
  const findLapsed = async (partNo: number): Promise<Lapsed> => {
    const row = await readLevel(partNo)
    if (!row?.expires || row.expires > now) return NOTHING_LAPSED
    const ending: ReservationRecord[] = []
    let next: Date | null = null
    for (let skip = 0; ; ) {
      const { page, isLastPage } = await reads.ending(partNo, skip)
      skip += page.length
      const records = await Promise.all(page.map(({ _id }) => reads.records.get(reservations, _id)))
      ending.push(...records.flatMap((record) => (record?.state === 'Active' ? record : [])))
      // As it is stored: what plans change of it they add to the row themselves, and too early an end does no harm.
      next = page.find((end) => !hasLapsed(end, now))?.expires ?? null
      if (isLastPage || next) break
    }
    return { lapsed: ending.filter((record) => hasLapsed(record, now)), next, isDue: true }
  }

  const lookAheadAt =
    (at: Date): StockView['lookAhead'] =>
    async (selection, purpose) => {
      const { partNo, recno } = selection
      if (levelRows.has(partNo)) return
      const wanted = recno === undefined ? { filter: toFilter(selection, purpose, at) } : { recNo: recno }
      const ahead = await reads.ahead({ partNo, wanted })
      if (!ahead) return
      levelRows.set(partNo, Promise.resolve(ahead.level))
      if (recno !== undefined) lotsRead.set(recno, Promise.resolve(ahead.lots[0]))
      else pages.set(keyOf(selection, purpose, at), { lots: ahead.lots.map(toLot), isComplete: ahead.isLastPage })
    }

  const candidatesAt =
    (at: Date): StockView['candidates'] =>
    async (selection, purpose, units, usableUnits = ({ units: all }) => all) => {
      const isUsable = (lot: Lot) =>
        isSelected(lot, selection) &&
        !whyNot(lot, purpose, selection.recno !== undefined, at) &&
        usableUnits(lot).gt(ZERO)
      if (selection.recno !== undefined) {
        const named = await findLot(selection.recno)
        return named && isUsable(named) ? [named] : []
      }
      const key = keyOf(selection, purpose, at)
      for (;;) {
        const page = pages.get(key)
        const unchanged = page?.lots.filter(({ _id }) => !changed.has(_id)) ?? []
        const usable = [...unchanged, ...changed.values()].filter(isUsable)
        if (page && (page.isComplete || totalUnits(usable, usableUnits).gte(units))) return usable.sort(compareLots)
        await readMore(key, selection, purpose, at)
      }
    }

  const view: PlannedStock = {
    now,
    hooks,
    daysOf,
    records: reads.records,

    lot: findLot,

    lookAhead: lookAheadAt(now),

    candidates: candidatesAt(now),

    async level(partNo, wid) {
      const { lapsed } = await findLapsed(partNo)
      const figures = { ...sumFigures(await readLevel(partNo), (other) => other === wid) }
      for (const delta of deltas.get(partNo) ?? [])
        for (const figure of levelFigures) figures[figure] = figures[figure].plus(delta.get(wid)?.[figure] ?? ZERO)
      const reserved = sum(lapsed.filter((record) => record.wid === wid).map(({ remaining }) => toQuantity(remaining)))
      return { ...figures, committed: figures.committed.minus(reserved) }
    },

    async reorderLevels(partNo, wid) {
      const key = `${partNo}/${wid}`
      return reordered.has(key) ? reordered.get(key) : (await readLevel(partNo))?.reorder?.[wid]
    },

    async lastTransactionNo(partNo, wid) {
      return last.get(`${partNo}/${wid}`) ?? (await readLevel(partNo))?.stock[wid]?.transactionNo ?? 0
    },

    asOf: (past) => ({ ...view, now: past, lookAhead: lookAheadAt(past), candidates: candidatesAt(past) }),

    async lastEntryAt(partNo) {
      const stored = lastEntries.get(partNo) ?? reads.lastEntryAt(partNo)
      lastEntries.set(partNo, stored)
      return happened.get(partNo) ?? (await stored)
    },

    lapsed: findLapsed,

    countLots: ({ partNo, wid, spot }) => reads.countLots({ partNo, wid, spot, active: true }),

    async lotWithSerial(partNo, serial) {
      const planned = [...changed.values()].filter((lot) => lot.partNo === partNo && lot.serial === serial)
      const others = { _id: { $nin: planned.map(({ _id }) => _id) } }
      return planned.find(({ active }) => active)?._id ?? reads.anyLot({ serial, partNo, active: true, ...others })
    },

    async expiredLots(partNo, wid) {
      const stored = await reads.expiredLots(partNo, wid)
      const unchanged = stored.filter(({ _id }) => !changed.has(_id)).map(toLot)
      const isExpired = (lot: Lot) => lot.active && !lot.hold && lot.expires <= now
      const planned = [...changed.values()].filter((lot) => lot.partNo === partNo && lot.wid === wid && isExpired(lot))
      return [...unchanged, ...planned]
    },

    apply({ entries, records = [], reorder = [] }) {
      if (!reads.records.apply(records)) return false
      for (const { after } of entries.flatMap(({ lots }) => lots)) changed.set(after._id, after)
      for (const { partNo, wid, levels } of reorder) reordered.set(`${partNo}/${wid}`, levels)
      for (const entry of entries) {
        const { partNo, transactionNo, importedAt = now } = entry
        happened.set(partNo, importedAt)
        const delta = levelDeltas([entry])
        deltas.set(partNo, [...(deltas.get(partNo) ?? []), delta])
        for (const wid of delta.keys()) last.set(`${partNo}/${wid}`, transactionNo)
      }
      return true
    },
  }
  return view
}

const keyOf = (...page: readonly [LotSelection, Purpose, Date]) => JSON.stringify(page)

const NOTHING_LAPSED: Lapsed = { lapsed: [], next: null, isDue: false }

/** The part of the choice that the database can make, if no lot is named; `isSelected` and `whyNot` decide in the end. */
function toFilter(
  { partNo, wid, recno: _, receivedFrom, receivedBefore, ...exact }: LotSelection,
  purpose: Purpose,
  now: Date,
) {
  const given = Object.fromEntries(Object.entries(exact).filter(([, value]) => value !== undefined))
  return {
    partNo,
    wid,
    active: true,
    ...(purpose !== 'count' && { hold: false }),
    ...(purpose === 'issue' && { expires: { $gt: now } }),
    ...(receivedFrom && receivedBefore && { received: { $gte: receivedFrom, $lt: receivedBefore } }),
    ...given,
  }
}
