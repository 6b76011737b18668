import { randomUUID } from 'node:crypto'
import { sendLines } from '../../../ctl/connection/send-lines.ts'
import { AppError } from '../../../shared/contract/core/errors.ts'
import { inventory, MAX_BATCH_LINES } from '../../../shared/contract/inventory/inventory.ts'
import type { Call } from '../../../shared/messaging/rpc/call.ts'
import { planTrade } from './plan-trade.ts'
import { tradedParts } from './traded-parts.ts'

/** Enters the trade of the 90 days before the demo was first made; answers the number of movements. */
export async function enterTrade(call: Call, madeAt: Date): Promise<number> {
  const trade = planTrade(tradedParts, madeAt)
  for (let start = 0; start < trade.length; start += MAX_BATCH_LINES) {
    const lines = trade
      .slice(start, start + MAX_BATCH_LINES)
      .map((movement, index) => ({ ...movement, key: `demo-trade-${start + index}` }))
    const context = { operationId: randomUUID(), attempt: randomUUID() }
    const results = await sendLines(() => call(inventory.importHistory, { lines }, context))
    const refused = results.find(({ error }) => error)?.error
    if (refused) throw AppError.fromBody(refused)
  }
  return trade.length
}
