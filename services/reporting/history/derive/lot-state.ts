import type { LedgerEntry, LotAttributes, LotStep } from '../../../../shared/contract/inventory/inventory.ts'
import { type Quantity, toQuantity, toStored, ZERO } from '../../../../shared/quantity.ts'
import {
  type LotDecimal,
  type LotFigure,
  type LotStateRecord,
  lotDecimals,
  lotFigures,
} from '../records/lot-state.model.ts'
import { readQuantities, storeQuantities } from '../records/sparse-quantities.ts'

/** A lot in a warehouse after a change. */
export interface LotState extends Readonly<Record<LotDecimal, Quantity>> {
  readonly recNo: number
  readonly partNo: number
  readonly wid: number
  readonly sequence: number
  readonly at: Date
  readonly version: number
  readonly spot: string
  readonly price: Quantity | null
  readonly received: Date
  readonly expires: Date | null
  readonly goodUntil?: Date | null
}

export type LotKey = Pick<LotState, 'recNo' | 'wid'>

export const lotId = ({ recNo, wid }: LotKey) => `${recNo}/${wid}`

export function toLotState({ _id, price, isThere: _, ...record }: LotStateRecord): LotState {
  return { ...record, ...readQuantities(record, lotDecimals), price: price && toQuantity(price) }
}

export function fromLotState({ inStock, onHold, aSN, gone, price, ...state }: LotState, _id: string): LotStateRecord {
  const decimals = storeQuantities({ inStock, onHold, aSN, gone }, lotDecimals)
  const isThere = lotFigures.some((name) => decimals[name] !== undefined)
  return { ...state, _id, ...decimals, isThere, price: price && toStored(price) }
}

/** A lot in a warehouse before and after an entry. */
export interface LotChange {
  readonly before: LotState | undefined
  readonly after: LotState
}

/** A lot that an entry changed, with its facts. */
type ChangedLot = LotStep & { readonly facts: LotAttributes }

/** The lots of an entry. Throws if one has no facts: the entry was to be completed by then. */
function changedLots({ transactionNo, lots }: LedgerEntry): readonly ChangedLot[] {
  return lots.map((lot) => {
    const { facts } = lot
    if (!facts) throw new Error(`Lot ${lot.recNo} of transaction ${transactionNo} has no facts`)
    return { ...lot, facts }
  })
}

/** What an entry changes of a lot in one warehouse. */
export interface LotEffect extends LotKey {
  readonly figures: Readonly<Record<LotFigure, Quantity>>
  readonly lot: ChangedLot
}

/** The lots that an entry changes, each in the warehouse that it leaves and in that where it is then. */
export function lotEffects(entry: LedgerEntry): readonly LotEffect[] {
  return changedLots(entry).flatMap((lot): LotEffect[] => {
    const { recNo, wid, hold, unitsBefore, unitsAfter, facts } = lot
    if (recNo === null) return []
    const after = figuresOf({ hold, inTransit: facts.inTransit }, toQuantity(unitsAfter))
    const { before } = facts
    if (!before) return [{ recNo, wid, figures: after, lot }]
    const left = figuresOf(before, toQuantity(unitsBefore).times(-1))
    if (before.wid === wid) return [{ recNo, wid, figures: addFigures(left, after), lot }]
    return [
      { recNo, wid: before.wid, figures: left, lot },
      { recNo, wid, figures: after, lot },
    ]
  })
}

function figuresOf({ hold, inTransit }: { readonly hold: boolean; readonly inTransit: boolean }, units: Quantity) {
  if (inTransit) return { inStock: ZERO, onHold: ZERO, aSN: units }
  return { inStock: units, onHold: hold ? units : ZERO, aSN: ZERO }
}

const addFigures = (one: Readonly<Record<LotFigure, Quantity>>, other: Readonly<Record<LotFigure, Quantity>>) => ({
  inStock: one.inStock.plus(other.inStock),
  onHold: one.onHold.plus(other.onHold),
  aSN: one.aSN.plus(other.aSN),
})

/** The state after an entry. What is not a quantity is that of the latest version of the lot, whatever came last. */
export function nextLotState(
  before: LotState | undefined,
  { partNo }: LedgerEntry,
  { recNo, wid, figures, lot: { facts, spot } }: LotEffect,
  gone: Quantity,
  time: { readonly sequence: number; readonly at: Date },
): LotState {
  const isKnown = before && before.version > facts.version
  const { version, price, received, expires, goodUntil } = facts
  const data = isKnown
    ? before
    : {
        version,
        spot,
        price: price === null ? null : toQuantity(price),
        received: new Date(received),
        expires: expires === null ? null : new Date(expires),
        ...(goodUntil && { goodUntil: new Date(goodUntil) }),
      }
  const { inStock, onHold, aSN } = before ? addFigures(before, figures) : figures
  return {
    recNo,
    partNo,
    wid,
    ...time,
    inStock,
    onHold,
    aSN,
    gone,
    version: data.version,
    spot: data.spot,
    price: data.price,
    received: data.received,
    expires: data.expires,
    ...(data.goodUntil && { goodUntil: data.goodUntil }),
  }
}
