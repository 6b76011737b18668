import type { ClientSession, Connection } from 'mongoose'
import { AppError } from '../../../../shared/contract/core/errors.ts'
import { isReachable } from '../../../../shared/contract/core/identifiers.ts'
import { createBatchLoader } from '../../../../shared/database/batch-loader.ts'
import type { Counters } from '../../../../shared/database/counters.ts'
import { defineSchema, field, type RecordOf } from '../../../../shared/database/record-fields.ts'
import { present } from '../../../../shared/process/time/clock.ts'
import { defineRecords, PreparationOutdated, type RecordChange } from '../../records/versioned-records.ts'
import type { StockView } from '../../stock/engine/plan.ts'
import type { Family, Header, Line } from './family/family.ts'

/** What can have a number. */
export interface NumberOwner {
  /** As messages call it. */
  readonly kind: string
  /** Those of the numbers that it has. */
  findTaken(connection: Connection, numbers: readonly string[], session?: ClientSession): Promise<readonly unknown[]>
  isTaken(stock: View, number: string): Promise<boolean>
}

type NumberedFamily<H extends Header, L extends Line> = Pick<Family<H, L>, 'kind' | 'headers'>
/** Documents as a transaction sees them. */
type View = Pick<StockView, 'records'>

/** A kind of documents whose numbers are unique over all kinds (docs/decisions/documents.md#46). */
export interface NumberedKind extends NumberOwner {
  /** The next numbers after one, ascending. */
  findAfter(connection: Connection, after: string, limit: number, session: ClientSession): Promise<string[]>
}

export const toNumberedKind = <H extends Header, L extends Line>(family: NumberedFamily<H, L>): NumberedKind => ({
  kind: family.kind,
  findTaken: (connection, numbers, session) =>
    family.headers
      .model(connection)
      .distinct('_id')
      .where('_id', { $in: [...numbers] })
      .session(session ?? null),
  isTaken: async ({ records }, number) => (await records.get(family.headers, number)) !== undefined,
  async findAfter(connection, after, limit, session) {
    const headers = family.headers.model(connection).find({}, { _id: 1 }).gt('_id', after).sort({ _id: 1 }).limit(limit)
    return (await headers.session(session).lean<{ _id: string }[]>()).map(({ _id }) => _id)
  },
})

/** The number of a document that is being made. */
export interface OrderNumber {
  readonly value: string
  /**
   * The write that takes the number, of which one can succeed. Throws 409 if the number was given and is taken,
   * PreparationOutdated if it was assigned, so that the next one is tried.
   */
  take(stock: View): Promise<RecordChange>
}

/**
 * Checks before the transaction whether a number is taken, in parallel with the other reads. If another request takes it
 * meanwhile, the insert of the number's record fails; the transaction is repeated and checks again in its snapshot.
 */
export function createOrderNumbers(
  connection: Connection,
  counters: Counters,
  ownKinds: readonly NumberedKind[],
  foreignOrders: NumberOwner,
) {
  const kinds = [...ownKinds, foreignOrders]
  const kindBefore = createBatchLoader<string, string | undefined>(async (numbers) => {
    const known = takenNumbers.model(connection).find({ _id: { $in: [...numbers] } })
    const [taken, ...ofKinds] = await Promise.all([
      known.lean<TakenNumberRecord[]>(),
      ...kinds.map(async ({ kind, findTaken }) => ({ kind, numbers: new Set(await findTaken(connection, numbers)) })),
    ])
    const kindsTaken = new Map(taken.map(({ _id, kind }) => [_id, kind]))
    return numbers.map((number) => kindsTaken.get(number) ?? ofKinds.find((ofKind) => ofKind.numbers.has(number))?.kind)
  })
  const kindInSnapshot = async (stock: View, number: string) => {
    const taken = await stock.records.get(takenNumbers, number)
    if (taken) return taken.kind
    for (const { kind, isTaken } of kinds) if (await isTaken(stock, number)) return kind
    return undefined
  }
  const toTaken = (number: string, kind: string) => takenNumbers.change(undefined, { _id: number, kind })

  return {
    /** The number of a document that is being made; none is assigned to a dry run. */
    async choose<H extends Header, L extends Line, T>(
      family: Pick<Family<H, L, T>, 'kind' | 'key' | 'prefix' | 'nextNumber'>,
      given: string | undefined,
      { isDryRun }: { readonly isDryRun: boolean },
    ): Promise<OrderNumber> {
      const assign = family.nextNumber ?? (() => nextOfYear(family, counters))
      const value = given ?? (isDryRun ? '' : await assign(counters))
      const requireFree = (takenBy: string | undefined) => {
        if (takenBy === undefined) return
        throw given === undefined
          ? new PreparationOutdated()
          : numberIsTaken(value, takenBy, takenBy === foreignOrders.kind)
      }
      const before = await kindBefore(value)
      let isRepeated = false
      return {
        value,
        async take(stock) {
          requireFree(isRepeated ? await kindInSnapshot(stock, value) : before)
          isRepeated = true
          return toTaken(value, family.kind)
        },
      }
    },

    /**
     * The writes that take a number for an order of another order system; none if it is one. Throws 409 if a document has
     * it.
     */
    async takeForeign(stock: View, reference: string): Promise<RecordChange[]> {
      const takenBy = await kindInSnapshot(stock, reference)
      if (takenBy === undefined) return [toTaken(reference, foreignOrders.kind)]
      if (takenBy === foreignOrders.kind) return []
      const kind = `${takenBy.charAt(0).toUpperCase()}${takenBy.slice(1)}`
      throw new AppError('conflict', `${kind} ${reference} is kept here, and changed by its own operations.`)
    },
  }
}

export type OrderNumbers = ReturnType<typeof createOrderNumbers>

const numberIsTaken = (number: string, kind: string, isForeign: boolean) =>
  new AppError('conflict', isForeign ? `${number} is ${withArticle(kind)}.` : `There is a ${kind} ${number} already.`)

export const withArticle = (kind: string) => (kind.startsWith('o') ? `an ${kind}` : `a ${kind}`)

/** Numbers such as PO-2026-000042, of a counter of the year; gaps are allowed. */
async function nextOfYear({ key, prefix }: { readonly key: string; readonly prefix: string }, counters: Counters) {
  const year = present().getUTCFullYear()
  const next = await counters.nextOf(`${key}-${year}`)
  return `${prefix}-${year}-${String(next).padStart(6, '0')}`
}

/** A number that is taken, by whatever kind of order, transit or count; those of before this record have none. */
const fields = {
  _id: field.text,
  kind: field.text,
  /** An alias: the number that its document has, in the place of one that no path reached. */
  renamedTo: field.optional(field.text),
  /** Of an alias: the ledger does not have it any more. */
  isSettled: field.optional(field.flag),
  version: field.number,
}
export type TakenNumberRecord = RecordOf<typeof fields>

const schema = defineSchema('orderNumbers', fields)
schema.index({ renamedTo: 1 }, { partialFilterExpression: { renamedTo: { $gt: '' } } })

export const takenNumbers = defineRecords<TakenNumberRecord>('OrderNumber', schema)

/** The number of the document that a number is an alias of. Only numbers that no path reaches are: others cost no read. */
export async function readAlias(connection: Connection, number: string): Promise<string | undefined> {
  if (number === '' || isReachable(number)) return undefined
  return (await takenNumbers.model(connection).findById(number).lean<TakenNumberRecord>())?.renamedTo
}
