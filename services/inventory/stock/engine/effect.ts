import type { TransactionType } from '../../../../shared/contract/inventory/inventory.ts'
import type { OutgoingEvent } from '../../../../shared/messaging/events/outbox.ts'
import { groupBy } from '../../../../shared/process/group-by.ts'
import { type Quantity, sum, ZERO } from '../../../../shared/quantity.ts'
import { type FindItems, isFraction, requireWholeUnits } from '../../masters/given-units.ts'
import type { RecordChange } from '../../records/versioned-records.ts'
import type { LedgerRecord } from '../ledger/ledger.model.ts'
import type { OrderFigure, ReorderLevels } from '../levels/level.model.ts'
import { type DaysOf, settleExpiry } from '../lots/expiry.ts'
import { asEarlierLot, type LotChange } from '../lots/lot.model.ts'

/**
 * Everything that a plan changes, decided before anything is written. The engine writes it in one transaction together
 * with the operation's idempotency record, the levels that follow from lots and figures, the page indexes, and one
 * event for each entry.
 */
export interface StockEffect<A> {
  /** What the ledger records, in this sequence. Without an entry, only the idempotency record makes a repeat safe. */
  readonly entries: readonly StockEntry[]
  /** Changes of other records, made by `Records.change` from records that the plan read through its view. */
  readonly records?: readonly RecordChange[]
  /** Changes of the earliest end of items' reservations. */
  readonly expiries?: readonly ExpiryChange[]
  /** Changes of the copies of reorder points in level rows. */
  readonly reorder?: readonly ReorderChange[]
  /** Events besides those of the entries. */
  readonly events?: readonly OutgoingEvent[] | undefined
  readonly result: A
  /** What looks wrong about it and is done nevertheless: sentences for the result and for dry runs. */
  readonly warnings?: readonly string[]
  /** Names the effect: another one has another tag (plan-tag.ts). */
  readonly tag?: () => string
}

/**
 * One more reservation of the item ends at `also`; or those that have lapsed were taken off, and `next` is the first
 * end after them.
 */
export type ExpiryChange = { readonly partNo: number } & ({ readonly also: Date } | { readonly next: Date | null })

/** The reorder point of an item in a warehouse after a change; undefined if it was removed. */
export interface ReorderChange {
  readonly partNo: number
  readonly wid: number
  readonly levels: ReorderLevels | undefined
}

/** One entry of the ledger: what happens to the stock of one item. */
export interface StockEntry {
  readonly transactionNo: number
  readonly type: TransactionType
  readonly partNo: number
  readonly shortID: string
  /** The warehouse that the request names; the source of a move. */
  readonly wid: number
  readonly units: Quantity
  readonly lots: readonly LotChange[]
  /** Changes of figures that no lot explains. */
  readonly figures?: readonly FigureChange[]
  readonly attributes?: LedgerAttributes
  /** When it happened, of a movement that another system has recorded; by default now. */
  readonly importedAt?: Date
}

/**
 * Units that an order line adds to a figure of its item in a warehouse; negative when they came, went or are no longer
 * wanted.
 */
export interface FigureChange {
  readonly figure: OrderFigure
  readonly wid: number
  readonly units: Quantity
  readonly reference: string
  readonly line: number
  /** The reservation that holds the units. */
  readonly reservation?: number
}

type LedgerAttribute =
  | 'reasonCode'
  | 'reference'
  | 'remark'
  | 'spot'
  | 'shipToWid'
  | 'toSpot'
  | 'reverses'
  | 'details'
  | 'amended'

/** What the ledger keeps of the request itself. Left out: no reason code, no destination, '' for texts, no details. */
export type LedgerAttributes = { readonly [K in LedgerAttribute]?: LedgerRecord[K] | undefined }

/** Changes of lots that expire where they are then. */
export const settleChanges = (changes: readonly LotChange[], daysOf: DaysOf): Promise<LotChange[]> =>
  Promise.all(changes.map(async ({ before, after }) => ({ before, after: await settleExpiry(after, daysOf) })))

/** An effect with the lots as they expire where they are then. */
export async function settleLots<E extends StockEffect<unknown>>(effect: E, daysOf: DaysOf): Promise<E> {
  if (!effect.entries.some(({ lots }) => lots.some(({ after }) => after.expiresDay))) return effect
  const entries = effect.entries.map(async (entry) => ({ ...entry, lots: await settleChanges(entry.lots, daysOf) }))
  return { ...effect, entries: await Promise.all(entries) }
}

/** An effect whose lots can be read by an earlier version that runs beside this one. */
export function withEarlierLots<E extends StockEffect<unknown>>(effect: E): E {
  const toEarlier = ({ before, after }: LotChange) => ({ before, after: asEarlierLot(after) })
  return { ...effect, entries: effect.entries.map((entry) => ({ ...entry, lots: entry.lots.map(toEarlier) })) }
}

/**
 * Throws 400 for an effect that makes a fraction of a unit, in a lot or of an order line, of an item with whole units only.
 * What had a fraction before can be moved, used up and reversed (docs/decisions/items.md#97).
 */
export const requireWholeEffect = ({ entries }: StockEffect<unknown>, findItems: FindItems): Promise<void> =>
  requireWholeUnits(
    findItems,
    entries.flatMap((entry) =>
      entry.type === 'reverse'
        ? []
        : [...entry.lots.filter(makesFraction).map(({ after }) => after.units), ...addedUnits(entry)].map((units) => ({
            field: 'units',
            partNo: entry.partNo,
            units,
          })),
    ),
  )

const makesFraction = ({ before, after }: LotChange) =>
  isFraction(after.units) && isFraction(after.units.minus(before?.units ?? ZERO))

/** What an entry adds to all figures of each order line. Units that go from one figure to another add nothing. */
function addedUnits({ figures = [] }: StockEntry) {
  const lines = groupBy(figures, ({ reference, line }) => `${line} ${reference}`)
  return [...lines.values()].map((ofLine) => sum(ofLine.map(({ units }) => units))).filter((units) => units.gt(ZERO))
}
