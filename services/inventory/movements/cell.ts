import { Schema } from 'mongoose'
import { AppError } from '../../../shared/contract/core/errors.ts'
import { MAX_CELL_LOTS } from '../../../shared/contract/inventory/inventory.ts'
import { type Quantity, toQuantity } from '../../../shared/database/quantity.ts'
import { type DocumentChange, defineDocuments } from '../../../shared/database/versioned-documents.ts'
import { type FreeUnits, findFreeUnits } from '../claims/lot-claims.ts'
import type { StockView } from '../engine/plan.ts'
import { totalUnits } from '../lots/choose-lots.ts'
import type { Lot } from '../lots/lot.model.ts'

/** The stock of an item at one spot of a warehouse; the spot '' is the stock that has none. */
export interface Cell {
  readonly partNo: number
  readonly wid: number
  readonly spot: string
}

/** More than there can be in a cell: all of it is read. */
const EVERYTHING = toQuantity(Number.MAX_SAFE_INTEGER)

/** The lots of a cell, on hold, expired or not, and their units. Throws 409 if they are too many to be read in a transaction. */
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

/** The lots of a cell that a correction may take units from, in the sequence of choice: those that are not on hold. */
export async function findTakeable(
  stock: StockView,
  { partNo, wid, spot }: Cell,
): Promise<{ lots: Lot[]; usable: FreeUnits; units: Quantity }> {
  const level = await stock.level(partNo, wid)
  const usable = await findFreeUnits(stock.documents, { partNo, wid, level, now: stock.now })
  const lots = await stock.candidates({ partNo, wid, spot }, 'move', EVERYTHING, usable)
  return { lots, usable, units: totalUnits(lots, usable) }
}

/** The last correction of a cell by an adjustment or a count; its version is the number of them. */
export interface CorrectionRecord {
  readonly _id: string
  readonly at: Date
  readonly version: number
}

const schema = new Schema<CorrectionRecord>(
  {
    _id: { type: String, required: true },
    at: { type: Date, required: true },
    version: { type: Number, required: true },
  },
  { collection: 'corrections', versionKey: false, strict: 'throw' },
)

export const corrections = defineDocuments<CorrectionRecord>('Correction', schema)

const correctionId = ({ partNo, wid, spot }: Cell) => [wid, partNo, spot].join('/')

/** How often a cell was corrected: what was counted before a correction may be what it has corrected. */
export const countCorrections = async (stock: StockView, cell: Cell): Promise<number> =>
  (await stock.documents.get(corrections, correctionId(cell)))?.version ?? 0

export async function recordCorrection(stock: StockView, cell: Cell): Promise<DocumentChange> {
  const _id = correctionId(cell)
  return corrections.change(await stock.documents.get(corrections, _id), { _id, at: stock.now })
}
