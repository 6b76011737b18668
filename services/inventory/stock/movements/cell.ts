import { AppError } from '../../../../shared/contract/core/errors.ts'
import { MAX_CELL_LOTS } from '../../../../shared/contract/inventory/inventory.ts'
import { defineSchema, field, type RecordOf } from '../../../../shared/database/record-fields.ts'
import { groupBy } from '../../../../shared/process/group-by.ts'
import { type Quantity, smaller, sum, toQuantity, ZERO } from '../../../../shared/quantity.ts'
import { defineRecords, type RecordChange } from '../../records/versioned-records.ts'
import type { StockView } from '../engine/plan.ts'
import { type Chosen, chooseLots, totalUnits } from '../lots/choose-lots.ts'
import type { Lot, LotChange } from '../lots/lot.model.ts'
import { findFreeUnits } from '../reservations/records/free-units.ts'

/** The stock of an item at one spot of a warehouse; the spot '' is the stock that has none. */
export interface Cell {
  readonly partNo: number
  readonly wid: number
  readonly spot: string
}

/** More than there can be in a cell: all of it is read. */
const EVERYTHING = toQuantity(Number.MAX_SAFE_INTEGER)

/**
 * The lots of a cell, on hold, expired or not, and their units. Throws 409 if they are too many to be read in a
 * transaction.
 */
export async function readCell(stock: StockView, { partNo, wid, spot }: Cell) {
  const count = await stock.countLots({ partNo, wid, spot })
  if (count > MAX_CELL_LOTS)
    throw new AppError(
      'conflict',
      `Too many lots at the spot: there are ${count}, at most ${MAX_CELL_LOTS} can be counted.`,
    )
  const lots = await stock.candidates({ partNo, wid, spot }, 'count', EVERYTHING)
  return { lots, units: totalUnits(lots) }
}

/**
 * The units of a cell that a correction may take, all that are not packed: first what is not reserved, then what is
 * reserved of a lot, last what is on hold; of each, first to expire first (docs/decisions/stock.md#57).
 */
export async function findTakeable(stock: StockView, { partNo, wid, spot }: Cell) {
  const cell = { partNo, wid, level: await stock.level(partNo, wid), now: stock.now }
  const free = await findFreeUnits(stock.records, cell)
  const unpacked = await findFreeUnits(stock.records, { ...cell, level: { ...cell.level, committed: ZERO } })
  const lots = await stock.candidates({ partNo, wid, spot }, 'count', EVERYTHING)
  const [held, usable] = [lots.filter(({ hold }) => hold), lots.filter(({ hold }) => !hold)]
  const steps = [[usable, free] as const, [usable, unpacked] as const, [held, unpacked] as const]
  const units = totalUnits(lots, unpacked)
  const packed = totalUnits(lots).minus(units)
  return {
    units,
    /** Why more cannot be taken; '' if nothing is packed. */
    packed: packed.gt(ZERO) ? `Packed at the spot: ${packed.toFixed()}. Ship or unpack them first.` : '',
    choose(wanted: Quantity): Chosen[] {
      const taken = new Map<number, Quantity>()
      let missing = wanted
      for (const [ofStep, most] of steps) {
        const left = (lot: Lot) => most(lot).minus(taken.get(lot._id) ?? ZERO)
        for (const chosen of chooseLots(ofStep, smaller(missing, totalUnits(ofStep, left)), left)) {
          taken.set(chosen.lot._id, chosen.units.plus(taken.get(chosen.lot._id) ?? ZERO))
          missing = missing.minus(chosen.units)
        }
      }
      if (missing.gt(ZERO)) throw new Error(`A spot has ${missing.toFixed()} units too few`)
      return lots.map((lot) => ({ lot, units: taken.get(lot._id) ?? ZERO })).filter((part) => part.units.gt(ZERO))
    },
  }
}

/** The last correction of a cell by an adjustment, a count or a reversal; its version is the number of them. */
const correctionFields = { _id: field.text, at: field.date, version: field.number }
export type CorrectionRecord = RecordOf<typeof correctionFields>

export const corrections = defineRecords<CorrectionRecord>('Correction', defineSchema('corrections', correctionFields))

const correctionId = ({ partNo, wid, spot }: Cell) => [wid, partNo, spot].join('/')

/** How often a cell was corrected: what was counted before a correction may be what it has corrected. */
export const countCorrections = async (stock: StockView, cell: Cell): Promise<number> =>
  (await stock.records.get(corrections, correctionId(cell)))?.version ?? 0

export async function recordCorrection(stock: StockView, cell: Cell): Promise<RecordChange> {
  const _id = correctionId(cell)
  return corrections.change(await stock.records.get(corrections, _id), { _id, at: stock.now })
}

/** Records a correction of each cell in which changes of lots leave other units than before. */
export async function recordCorrections(stock: StockView, lots: readonly LotChange[]): Promise<RecordChange[]> {
  const moved = lots.flatMap(({ before, after }) => [
    { cell: after, units: after.units },
    ...(before ? [{ cell: before, units: before.units.times(-1) }] : []),
  ])
  const corrected = [...groupBy(moved, ({ cell }) => correctionId(cell)).values()].filter(
    (ofCell) => !sum(ofCell.map(({ units }) => units)).eq(ZERO),
  )
  return Promise.all(corrected.flatMap(([first]) => (first ? recordCorrection(stock, first.cell) : [])))
}
