import { authorizeWarehouses, type Caller } from '../../../../shared/contract/core/access.ts'
import { validationError } from '../../../../shared/contract/core/errors.ts'
import type { StockView } from '../engine/plan.ts'
import { isSelected, type LotSelection } from '../lots/choose-lots.ts'
import type { Lot } from '../lots/lot.model.ts'

/**
 * The lot that a request names by `recno`; undefined if it names none. Throws 400 if there is no such lot or it does
 * not match.
 */
export async function findNamedLot(selection: LotSelection, stock: StockView): Promise<Lot | undefined> {
  if (selection.recno === undefined) return undefined
  const lot = await stock.lot(selection.recno)
  if (lot && isSelected(lot, selection)) return lot
  throw validationError({ recno: ['The field recno must name a lot that matches the request.'] })
}

/**
 * Throws 403 if the lot is outside the caller's warehouses. It is called before any other check, so that an error reveals
 * nothing about a lot that the caller may not see, and again in the transaction, because the lot may have moved.
 */
export function authorizeLot({ wid }: Pick<Lot, 'wid'>, caller: Caller | undefined): void {
  authorizeWarehouses({ access: 'client', effect: 'write', warehouses: ['wid'] }, { wid }, caller)
}
