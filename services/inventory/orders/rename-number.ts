import type { Connection } from 'mongoose'
import { AppError } from '../../../shared/contract/core/errors.ts'
import type { Input } from '../../../shared/contract/core/operation.ts'
import { inventory } from '../../../shared/contract/inventory/inventory.ts'
import type { StockView } from '../engine/plan.ts'
import type { LedgerModel } from '../ledger/ledger.model.ts'
import { type NumberedKind, type OrderNumbers, takenNumbers } from './order-number.ts'
import { createStockOperation, type OperationParts } from './stock-operation.ts'

interface RenameParts extends OperationParts {
  readonly connection: Connection
  readonly ledger: LedgerModel
  readonly kinds: readonly NumberedKind[]
  readonly numbers: OrderNumbers
}

/**
 * Gives a document another number. The ledger is never rewritten, and names the document in each entry of its stock: a document that it
 * names keeps its number. Nor are there reservations, packs or figures of one that it does not name, as each of these has an entry.
 */
export const createRenameNumber = ({ connection, ledger, kinds, numbers, ...parts }: RenameParts) =>
  createStockOperation(parts)(
    inventory.renameNumber,
    async ({ number, newNumber }: Input<typeof inventory.renameNumber>) => {
      const { kind, state, renumber } = await findDocument(connection, kinds, number)
      // After the state: an entry that this does not see yet changes it.
      if (await ledger.exists({ reference: number })) throw isInLedger(kind, number)
      const chosen = await numbers.choose({ kind, given: newNumber, next: async () => newNumber })
      const plan = async (stock: StockView) => {
        const taken = await chosen.take(stock)
        const before = await stock.documents.get(takenNumbers, number)
        const moved = await renumber(stock, { number, state }, newNumber)
        // Nothing else gets the number: operations that are known by it would be taken for done.
        const kept = takenNumbers.change(before, { _id: number, kind: `renamed ${kind}` })
        return {
          entries: [],
          documents: [taken, kept, ...moved],
          answer: { number: newNumber, kind, status: 'renamed' as const },
        }
      }
      return { partNos: [], plan }
    },
  )

async function findDocument(connection: Connection, kinds: readonly NumberedKind[], number: string) {
  for (const { kind, readState, renumber } of kinds) {
    const state = await readState(connection, number)
    if (state !== undefined) return { kind, state, renumber }
  }
  throw new AppError('not_found', `There is no order, transit or count ${number}.`)
}

const isInLedger = (kind: string, number: string) =>
  new AppError(
    'conflict',
    `The ledger names ${kind} ${number}, so it keeps its number: end it by its commands of ctl, and make it anew.`,
  )
