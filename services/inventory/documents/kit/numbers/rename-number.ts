import type { Connection } from 'mongoose'
import { AppError } from '../../../../../shared/contract/core/errors.ts'
import type { Input } from '../../../../../shared/contract/core/operation.ts'
import { inventory } from '../../../../../shared/contract/inventory/inventory.ts'
import { isReachable } from '../../../../../shared/contract/orders/numbers.ts'
import type { RecordChange } from '../../../records/versioned-records.ts'
import type { StockView } from '../../../stock/engine/plan.ts'
import type { LedgerModel } from '../../../stock/ledger/ledger.model.ts'
import { takenNumbers } from '../../../stock/numbers/taken-number.model.ts'
import { packId, packs } from '../../../stock/reservations/records/pack.model.ts'
import { reservations } from '../../../stock/reservations/records/reservation.model.ts'
import { createStockOperation, type OperationDeps } from '../../../stock/stock-operation.ts'
import { type NumberedKind, type NumberOwner, type OrderNumbers, withArticle } from './order-number.ts'

interface RenameDeps extends OperationDeps {
  readonly connection: Connection
  readonly ledger: LedgerModel
  readonly kinds: readonly NumberedKind[]
  readonly foreignOrders: NumberOwner
  readonly numbers: OrderNumbers
}

/**
 * Gives a document another number. The ledger is never rewritten: the record of the old number says which document its
 * entries mean. Only numbers that no path reaches are looked up there, so a document with another number keeps it if the
 * ledger names it. If the ledger does not, there are no reservations, packs or figures of the document either, as each of
 * these has an entry.
 */
export const createRenameNumber = ({ connection, ledger, kinds, foreignOrders, numbers, ...deps }: RenameDeps) =>
  createStockOperation(deps)(
    inventory.renameNumber,
    async ({ number, newNumber }: Input<typeof inventory.renameNumber>) => {
      const { kind, state, renumber } = await findDocument(connection, kinds, number)
      // After the state: an entry that this does not see yet changes it.
      const isInLedger = (await ledger.exists({ reference: number })) !== null
      if (isInLedger && isReachable(number)) throw isKept(`${kind} ${number}, and paths reach it`)
      const chosen = await numbers.choose({ kind, given: newNumber, next: async () => newNumber })
      const plan = async (stock: StockView) => {
        const taken = await chosen.take(stock)
        const moved = await renumber(stock, { number, state }, newNumber)
        const owners = await ownersOf(stock, [...kinds, foreignOrders], number)
        if (isInLedger && owners.length > 1)
          throw isKept(`${number}, which is ${owners.map((owner) => withArticle(owner)).join(' and ')}`)
        const means = isReachable(number) || owners.length > 1 ? undefined : newNumber
        return {
          entries: [],
          records: [
            taken,
            ...moved,
            ...(await changeRecords(stock, number, newNumber, { kind: `renamed ${kind}`, renamedTo: means })),
            ...(means === undefined ? [] : await moveReservations(stock, number, means)),
          ],
          result: { number: newNumber, kind, status: 'renamed' as const },
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

/** The kinds of documents that have a number: versions before 1.2 looked at one kind only. */
async function ownersOf(stock: StockView, kinds: readonly NumberOwner[], number: string): Promise<string[]> {
  const owners: string[] = []
  for (const { kind, isTaken } of kinds) if (await isTaken(stock, number)) owners.push(kind)
  return owners
}

/**
 * Nothing else gets the old number: operations that are known by it would be taken for done. The numbers that the
 * document had before lead to the new one too.
 */
async function changeRecords(
  { records }: StockView,
  number: string,
  newNumber: string,
  { kind, renamedTo }: { readonly kind: string; readonly renamedTo: string | undefined },
): Promise<RecordChange[]> {
  const before = await records.get(takenNumbers, number)
  const earlier = await records.find(takenNumbers, { renamedTo: number })
  const after = { _id: number, kind, ...(renamedTo !== undefined && { renamedTo }) }
  return [
    takenNumbers.change(before, after),
    ...earlier.map((record) => takenNumbers.change(record, { ...record, renamedTo: newNumber })),
  ]
}

/** Reservations and packs that name a document. */
async function moveReservations({ records, now }: StockView, number: string, to: string): Promise<RecordChange[]> {
  const reserved = await records.find(reservations, { reference: number })
  const packed = await records.find(packs, { soNo: number })
  return [
    ...reserved.map((record) => reservations.change(record, { ...record, reference: to, modified: now })),
    ...packed.flatMap((pack) => {
      const after = { ...pack, soNo: to }
      return [packs.change(pack, undefined), packs.change(undefined, { ...after, _id: packId(after) })]
    }),
  ]
}

const isKept = (what: string) => new AppError('conflict', `The ledger names ${what}: it keeps its number.`)
