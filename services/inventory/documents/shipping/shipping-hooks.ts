import { AppError } from '../../../../shared/contract/core/errors.ts'
import { NO_EFFECT } from '../../stock/engine/document-hooks.ts'
import type { DocumentHooks, LineMovement } from '../../stock/engine/plan.ts'
import { createFindLine } from '../kit/lines/find-line.ts'
import { backorderShortages } from './backorder.ts'
import { shippingFamily } from './shipping-family.ts'
import { shippingLineId, shippingLines } from './shipping-order.model.ts'
import { isOpen, refuseLine } from './shipping-order-line.ts'

/** How units of an open line move instead. Of a line that is shipped, a customer may return units. */
const WAYS: Readonly<Record<LineMovement, string>> = {
  receive: 'its units leave by POST /ShippingOrder/{soNo}/Ship; receive what a customer returns without line',
  issue: 'its units leave by POST /ShippingOrder/{soNo}/Pack and POST /ShippingOrder/{soNo}/Ship',
}

/** Shipping orders: a shipment is not reversed, and what was reserved and is lost is backordered. */
export const shippingHooks: DocumentHooks = {
  findLine: createFindLine(shippingFamily),

  async refuse(stock, { reference, line: lineNo, partNo, wid }, movement) {
    const line = await stock.records.get(shippingLines, shippingLineId(reference, lineNo))
    if (line?.partNo !== partNo || line.wid !== wid || !isOpen(line)) return
    throw refuseLine(line, WAYS[movement])
  },

  async reverse(stock, { _id }, figures) {
    for (const { reference, line } of figures)
      if (await stock.records.get(shippingLines, shippingLineId(reference, line)))
        throw new AppError('conflict', `Transaction ${_id} is a shipment: receive what comes back.`)
    return NO_EFFECT
  },

  lose: backorderShortages,
}
