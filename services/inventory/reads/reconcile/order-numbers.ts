import type { Connection } from 'mongoose'
import type { Difference } from '../../../../shared/contract/core/difference.ts'
import { foreignOrders } from '../../documents/foreign/foreign-orders.ts'
import { type NumberedKind, withArticle } from '../../documents/kit/numbers/order-number.ts'
import { readInBlocks } from '../../records/blocks.ts'

/** Numbers that are compared in one snapshot. */
const NUMBERS_PER_BLOCK = 500

/**
 * A number must belong to one order, transit or count, or to another order system; versions before 1.2 did not see to
 * that over all kinds.
 */
export async function compareOrderNumbers(
  connection: Connection,
  kinds: readonly NumberedKind[],
  deadline: number,
): Promise<Difference[]> {
  const differences: Difference[] = []
  for (const [index, { kind, findAfter }] of kinds.entries()) {
    const others = [...kinds.slice(index + 1), foreignOrders]
    const range = { first: '', maxSize: NUMBERS_PER_BLOCK }
    const blocks = readInBlocks(connection, deadline, range, async (after, size, session) => {
      const numbers = await findAfter(connection, after, size, session)
      const found = []
      for (const other of others)
        for (const number of await other.findTaken(connection, numbers, session))
          found.push({ what: `number ${number}`, expected: `one ${kind}`, found: `${withArticle(other.kind)} too` })
      return { next: numbers.length < size ? undefined : numbers.at(-1), found }
    })
    for await (const { found } of blocks) differences.push(...found)
  }
  return differences
}
