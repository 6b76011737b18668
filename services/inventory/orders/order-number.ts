import type { Connection } from 'mongoose'
import { AppError } from '../../../shared/contract/core/errors.ts'
import type { Documents, VersionedRecord } from '../../../shared/database/versioned-documents.ts'
import type { StockView } from '../engine/plan.ts'
import { orderLines } from './order-line.model.ts'
import { PreparationOutdated } from './stock-operation.ts'

/** The number of an order that is being made. */
export interface OrderNumber {
  readonly value: string
  /** Throws 409 if the number was given and is taken, PreparationOutdated if it was assigned, so that the next one is tried. */
  requireFree(stock: StockView): Promise<void>
}

interface Choice {
  /** The number that the request gives. */
  readonly given: string | undefined
  readonly next: () => Promise<string>
  /** The message if an order of the kind has the number. */
  readonly taken: (value: string) => string
}

/**
 * Looks before the transaction whether the number is taken, beside the other reads of the preparation. That no order of the same kind
 * takes it meanwhile, its unique id ensures: only a transaction that is repeated, perhaps because of that, looks again.
 */
export async function chooseOrderNumber<R extends VersionedRecord & { readonly _id: string }>(
  connection: Connection,
  documents: Documents<R>,
  { given, next, taken }: Choice,
): Promise<OrderNumber> {
  const value = given ?? (await next())
  const [own, foreign] = await Promise.all([
    documents.model(connection).exists({ _id: value }),
    orderLines.model(connection).exists({ reference: value }),
  ])
  const requireNone = (isOwn: boolean, isForeign: boolean) => {
    if (!isOwn && !isForeign) return
    if (given === undefined) throw new PreparationOutdated()
    throw new AppError('conflict', isOwn ? taken(value) : `${value} is an order of another order system.`)
  }
  let isRepeated = false
  return {
    value,
    async requireFree(stock) {
      requireNone(own !== null, foreign !== null)
      if (isRepeated) {
        const isOwn = (await stock.documents.get(documents, value)) !== undefined
        requireNone(isOwn, (await stock.documents.find(orderLines, { reference: value })).length > 0)
      }
      isRepeated = true
    },
  }
}
