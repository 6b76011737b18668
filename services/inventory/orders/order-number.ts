import type { Connection } from 'mongoose'
import { AppError } from '../../../shared/contract/core/errors.ts'
import { createBatchLoader } from '../../../shared/database/batch-loader.ts'
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
export function createChooseOrderNumber<R extends VersionedRecord & { readonly _id: string }>(
  connection: Connection,
  documents: Documents<R>,
) {
  const [own, foreign] = [documents.model(connection), orderLines.model(connection)]
  const isTaken = createBatchLoader<string, Taken>(async (values) => {
    const [ofOwn, ofForeign] = await Promise.all([
      own.distinct('_id', { _id: { $in: values } }),
      foreign.distinct('reference', { reference: { $in: values } }),
    ])
    const [owns, foreigns] = [new Set<unknown>(ofOwn), new Set<unknown>(ofForeign)]
    return values.map((value) => ({ isOwn: owns.has(value), isForeign: foreigns.has(value) }))
  })
  return async ({ given, next, taken }: Choice): Promise<OrderNumber> => {
    const value = given ?? (await next())
    return toOrderNumber(documents, value, await isTaken(value), given === undefined ? undefined : taken(value))
  }
}

interface Taken {
  readonly isOwn: boolean
  readonly isForeign: boolean
}

/** `message` says that an order of the kind has the number; undefined if the number was assigned. */
function toOrderNumber<R extends VersionedRecord & { readonly _id: string }>(
  documents: Documents<R>,
  value: string,
  before: Taken,
  message: string | undefined,
): OrderNumber {
  const requireNone = ({ isOwn, isForeign }: Taken) => {
    if (!isOwn && !isForeign) return
    if (message === undefined) throw new PreparationOutdated()
    throw new AppError('conflict', isOwn ? message : `${value} is an order of another order system.`)
  }
  let isRepeated = false
  return {
    value,
    async requireFree(stock) {
      requireNone(before)
      if (isRepeated) {
        const isOwn = (await stock.documents.get(documents, value)) !== undefined
        const foreign = await stock.documents.find(orderLines, { reference: value })
        requireNone({ isOwn, isForeign: foreign.length > 0 })
      }
      isRepeated = true
    },
  }
}
