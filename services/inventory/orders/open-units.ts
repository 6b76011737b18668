import type { FigureChange } from '../engine/effect.ts'
import type { StockView } from '../engine/plan.ts'
import type { LedgerRecord } from '../ledger/ledger.model.ts'
import type { OrderFigure } from '../levels/level.model.ts'
import { type Quantity, smaller, toQuantity, toStored, ZERO } from '../records/quantity.ts'
import type { DocumentChange } from '../records/versioned-documents.ts'
import { type OrderLineRecord, orderLineId, orderLines } from './order-line.model.ts'

/** An order line that a receipt or an issue names by `reference` and `line`, in a warehouse. */
export interface NamedLine {
  readonly wid: number
  readonly reference?: string | undefined
  readonly line?: number | undefined
}

/** Units of an order line that are still open in one figure. */
export interface OpenUnits {
  readonly record: OrderLineRecord
  readonly units: Quantity
}

/** What the named order line still wants of an item, in the sequence of `kinds`; nothing if the request names no line. */
export async function findOpenUnits(
  stock: StockView,
  partNo: number,
  { wid, reference, line }: NamedLine,
  kinds: readonly OrderFigure[],
): Promise<OpenUnits[]> {
  if (!reference || line === undefined) return []
  const ids = kinds.map((kind) => orderLineId(kind, { partNo, wid, reference, line }))
  const records = await Promise.all(ids.map((id) => stock.documents.get(orderLines, id)))
  return records.flatMap((record) => (record ? [{ record, units: toQuantity(record.units) }] : []))
}

/** Takes units off open ones, at most what is open: the changes of the order line, and of the level figure that it counts in. */
export function closeUnits({ record, units: open }: OpenUnits, units: Quantity): OrderProgress {
  const closed = smaller(open, units)
  return closed.lte(ZERO) ? { figures: [], documents: [] } : addUnits(record, closed.times(-1))
}

export interface OrderProgress {
  readonly figures: readonly FigureChange[]
  readonly documents: readonly DocumentChange[]
}

/** Adds units to the open ones of an order line; negative ones are taken off. */
export function addUnits(record: OrderLineRecord, units: Quantity): OrderProgress {
  const { kind: figure, wid, reference, line } = record
  const after = { ...record, units: toStored(toQuantity(record.units).plus(units)) }
  return {
    figures: [{ figure, wid, units, reference, line }],
    documents: [orderLines.change(record, after)],
  }
}

/** Takes changes of order lines back, as the ledger has them. */
export async function reopenUnits(
  stock: StockView,
  partNo: number,
  changes: LedgerRecord['figures'],
): Promise<OrderProgress[]> {
  return Promise.all(
    changes.map(async ({ figure, units, ...line }) => {
      const record = await stock.documents.get(orderLines, orderLineId(figure, { partNo, ...line }))
      if (!record) throw new Error(`Order line ${line.reference}/${line.line} is gone`)
      return addUnits(record, toQuantity(units).times(-1))
    }),
  )
}

export const sumProgress = (parts: readonly OrderProgress[]): OrderProgress => ({
  figures: parts.flatMap(({ figures }) => figures),
  documents: parts.flatMap(({ documents }) => documents),
})
