import { AppError } from '../../../../shared/contract/core/errors.ts'
import { NO_EFFECT } from '../../stock/engine/document-hooks.ts'
import type { DocumentHooks } from '../../stock/engine/plan.ts'
import { createFindLine } from '../kit/lines/find-line.ts'
import { backorderShortages } from './backorder.ts'
import { shippingFamily } from './shipping-family.ts'
import { shippingLineId, shippingLines } from './shipping-order.model.ts'

/** Shipping orders: a shipment is not taken back, and what was promised and is lost is backordered. */
export const shippingHooks: DocumentHooks = {
  findLine: createFindLine(shippingFamily),

  async reverse(stock, { _id }, figures) {
    for (const { reference, line } of figures)
      if (await stock.documents.get(shippingLines, shippingLineId(reference, line)))
        throw new AppError('conflict', `Transaction ${_id} is a shipment: receive what comes back.`)
    return NO_EFFECT
  },

  lose: backorderShortages,
}
