import type { ClientSession, Connection } from 'mongoose'
import type { Difference } from '../../../../shared/contract/core/difference.ts'
import type { PageIndex } from '../../../../shared/database/page-index/page-index.ts'
import { toStored, ZERO } from '../../../../shared/quantity.ts'
import type { PartyLookup } from '../../masters/parties.ts'
import type { ReferenceDeps } from '../../masters/references.ts'
import type { DocumentHooks } from '../../stock/engine/plan.ts'
import type { LedgerModel } from '../../stock/ledger/ledger.model.ts'
import type { OpenFigure } from '../../stock/levels/figures.ts'
import type { LotModel } from '../../stock/lots/lot.model.ts'
import type { OperationDeps } from '../../stock/stock-operation.ts'
import { type CompareRelated, compareDocuments } from './compare.ts'
import { numberOf, unitsOf } from './document-effect.ts'
import { toPayloadOf } from './document-events.ts'
import type { Conserved, Family, Header, Line } from './family/family.ts'
import { type NumberedKind, type OrderNumbers, toNumberedKind } from './order-number.ts'

/** Lines of an item, or of a range of them. */
export interface LinesOfItems {
  readonly partNo: number | { readonly $gt: number; readonly $lte: number }
  readonly wid?: { readonly $in: readonly number[] }
}

export type FigureOfItem = OpenFigure & { readonly partNo: number }

/** A family without the types of its records, as the service uses it. */
export interface RegisteredFamily<O = object> {
  /** What a function makes of the declaration, whose types it does not know. */
  apply<R>(use: <H extends Header, L extends Line, T>(family: Family<H, L, T>) => R): R
  /** Parts of the declaration, for checks of stored records. */
  readonly declared: { readonly kind: string; readonly numberField: string; readonly conserved: Conserved | undefined }
  readonly numbered: NumberedKind
  readonly hooks: DocumentHooks
  readonly toPayload: ReturnType<typeof toPayloadOf>
  /** Its operations, by their names in the contract. */
  createOperations(deps: DocumentDeps): O
  compare(connection: Connection, ledger: LedgerModel, deadline: number): Promise<Difference[]>
  /** Quantities of lines that are part of figures, by ascending line id. */
  readFigures(
    connection: Connection,
    lines: LinesOfItems,
    session: ClientSession,
    limit?: number,
  ): Promise<FigureOfItem[]>
}

interface Registration<H extends Header, L extends Line, O> {
  readonly createOperations: (deps: DocumentDeps) => O
  readonly hooks?: DocumentHooks
  /** Further comparisons in reconcile, besides those that the declaration implies. */
  readonly compareRelated?: CompareRelated<H, L>
}

/** Registers a family: documents/families.ts lists the results. */
export const registerFamily = <H extends Header, L extends Line, T, O>(
  family: Family<H, L, T>,
  { createOperations, hooks = {}, compareRelated }: Registration<H, L, O>,
): RegisteredFamily<O> => ({
  apply: (use) => use(family),
  declared: { kind: family.kind, numberField: family.numberField, conserved: family.conserved },
  numbered: toNumberedKind(family),
  hooks,
  toPayload: toPayloadOf(family),
  createOperations,
  compare: (connection, ledger, deadline) => compareDocuments(family, compareRelated, connection, ledger, deadline),
  async readFigures(connection, { partNo, ...key }, session, limit = 0) {
    const { figures } = family
    if (!figures) return []
    const found = family.lines
      .model(connection)
      .find({ partNo, ...key })
      .where(figures.field, { $ne: toStored(ZERO) })
      .sort({ _id: 1 })
      .limit(limit)
    return (await found.session(session).lean<L[]>()).map((line) => ({
      partNo: line.partNo,
      kind: figures.figure,
      reference: numberOf(family, line),
      line: line.lineNo,
      wid: line.wid,
      units: toStored(unitsOf(figures, line)),
    }))
  },
})

/**
 * Largest differences of counted lines that their counter may approve, of the operator for all counts; null for no
 * limit.
 */
export interface CountLimits {
  readonly maxUnits: number | null
  readonly maxPercent: number | null
  readonly maxValue: number | null
}

/** What every kind of numbered document needs: orders, transits and counts. */
export interface DocumentDeps extends OperationDeps, ReferenceDeps {
  readonly connection: Connection
  readonly numbers: OrderNumbers
  readonly vendors: PartyLookup
  readonly customers: PartyLookup
  readonly ledger: LedgerModel
  readonly lots: LotModel
  readonly countLimits: CountLimits
  /** The page index of a list of documents. */
  readonly pageIndexOf: (list: { readonly name: string }) => PageIndex
}
