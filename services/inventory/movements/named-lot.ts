import { validationError } from '../../../shared/contract/core/errors.ts'
import type { StockView } from '../engine/plan.ts'
import { isSelected, type LotSelection } from '../lots/choose-lots.ts'
import type { Lot } from '../lots/lot.model.ts'

/** The lot that a request names by `recno`; undefined if it names none. Throws 400 if there is no such lot or it does not match. */
export async function findNamedLot(selection: LotSelection, stock: StockView): Promise<Lot | undefined> {
  if (selection.recno === undefined) return undefined
  const lot = await stock.lot(selection.recno)
  if (lot && isSelected(lot, selection)) return lot
  throw validationError({ recno: ['The field recno must name a lot that matches the request.'] })
}
