import { randomUUID } from 'node:crypto'
import { retryWhileUnavailable } from '../../../ctl/connection/retry-while-unavailable.ts'
import { AppError } from '../../../shared/contract/core/errors.ts'
import { inventory } from '../../../shared/contract/inventory/inventory.ts'
import type { Call } from '../../../shared/messaging/rpc/call.ts'
import { planTrade } from './plan-trade.ts'
import { tradedParts } from './traded-parts.ts'

/** So few that a busy machine does them before the deadline of the call: a line cannot be done after later ones. */
const LINES_AT_ONCE = 100

/** Enters the trade of the 90 days before the demo was first made; answers the number of movements. */
export async function enterTrade(call: Call, madeAt: Date): Promise<number> {
  const trade = planTrade(tradedParts, madeAt)
  for (let start = 0; start < trade.length; start += LINES_AT_ONCE) {
    const lines = trade
      .slice(start, start + LINES_AT_ONCE)
      .map((movement, index) => ({ ...movement, key: `demo-trade-${start + index}` }))
    const context = { operationId: randomUUID(), attempt: randomUUID() }
    const { results } = await retryWhileUnavailable(() => call(inventory.importHistory, { lines }, context))
    const refused = results.find(({ error }) => error)?.error
    if (refused) throw AppError.fromBody(refused)
  }
  return trade.length
}
