import { randomUUID } from 'node:crypto'
import { sendLines } from '../../../ctl/connection/send-lines.ts'
import { inventory, MAX_BATCH_LINES } from '../../../shared/contract/inventory/inventory.ts'
import type { Call } from '../../../shared/messaging/rpc/call.ts'
import type { Movement } from './plan-trade.ts'

/** Enters movements of the past, each under its place and the name of all. */
export async function enterMovements(call: Call, name: string, movements: readonly Movement[]): Promise<void> {
  for (let start = 0; start < movements.length; start += MAX_BATCH_LINES) {
    const lines = movements
      .slice(start, start + MAX_BATCH_LINES)
      .map((movement, index) => ({ ...movement, key: `demo-${name}-${start + index}` }))
    const context = { operationId: randomUUID(), attempt: randomUUID() }
    const results = await sendLines(() => call(inventory.importHistory, { lines }, context))
    const refused = results.findIndex(({ error }) => error)
    if (refused >= 0) {
      const [line, { error }] = [lines[refused], results[refused] ?? {}]
      throw new Error(`The demo's ${name} were refused: ${JSON.stringify(error)} for ${JSON.stringify(line)}`)
    }
  }
}
