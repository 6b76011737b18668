import { Big } from 'big.js'
import type { FeedChange, Moment } from '../../../../services/reporting/history/history.ts'
import type { LedgerEntry } from '../../../../shared/contract/inventory/inventory.ts'
import { isOfStock } from '../report-world.ts'

/**
 * What reports are to show, from the feed alone and by the simplest means: everything is folded anew for each question.
 * A change counts in a warehouse once it has happened, and all changes of its item there that precede it in the feed.
 */
type Entry = LedgerEntry & { readonly sequence: number }
type Lot = LedgerEntry['lots'][number]
type Payload = NonNullable<Lot['facts']>

export const ZERO = new Big(0)
export const sum = (values: readonly Big[]) => values.reduce((total, value) => total.plus(value), ZERO)

export interface LevelKey {
  readonly partNo: number
  readonly shortID: string
  readonly wid: number
  readonly entries: readonly Entry[]
}

const payloadOf = ({ facts }: Lot): Payload => {
  if (!facts) throw new Error('A lot without facts')
  return facts
}

const concerns = (entry: LedgerEntry, wid: number) =>
  entry.levels.some((change) => change.wid === wid) || entry.lots.some(({ wids }) => wids.includes(wid))

/** The entries of each item in each warehouse that count at a moment. */
export function levelsAt(changes: readonly FeedChange[], { sequence, at }: Moment): LevelKey[] {
  const levels = new Map<string, LevelKey & { entries: Entry[]; clock: number }>()
  for (const change of changes) {
    if (!isOfStock(change) || change.sequence > sequence) continue
    const { data } = change
    const { partNo, itemID: shortID } = data
    for (const wid of [1, 2, 3].filter((one) => concerns(data, one))) {
      const key = levels.get(`${partNo}/${wid}`) ?? { partNo, shortID, wid, entries: [], clock: 0 }
      levels.set(`${partNo}/${wid}`, key)
      key.clock = Math.max(key.clock, change.at.getTime())
      if (key.clock <= at.getTime()) key.entries.push({ ...data, sequence: change.sequence })
    }
  }
  return [...levels.values()].sort((one, other) => one.partNo - other.partNo || one.wid - other.wid)
}

export const figure = ({ entries, wid }: LevelKey, name: string): Big =>
  sum(
    entries.flatMap(({ levels }) =>
      levels.filter((change) => change.wid === wid && change.figure === name).map(({ units }) => new Big(units)),
    ),
  )

/** What an entry adds to the stock of a warehouse. */
export const addedBy = (entry: LedgerEntry, wid: number): Big =>
  sum(entry.levels.flatMap((one) => (one.wid === wid && one.figure === 'inStock' ? [new Big(one.units)] : [])))

export interface FoldedLot {
  readonly recNo: number
  readonly inStock: Big
  readonly onHold: Big
  readonly aSN: Big
  readonly spot: string
  readonly facts: Payload
}

/** The lots that are or were in a warehouse. */
export function lotsOf({ entries, wid }: LevelKey): FoldedLot[] {
  const lots = new Map<number, FoldedLot>()
  for (const entry of entries)
    for (const lot of entry.lots) {
      const payload = payloadOf(lot)
      const { before } = payload
      if (lot.recNo === null || !lot.wids.includes(wid)) continue
      const known = lots.get(lot.recNo) ?? {
        recNo: lot.recNo,
        inStock: ZERO,
        onHold: ZERO,
        aSN: ZERO,
        spot: '',
        facts: payload,
      }
      const gone = before?.wid === wid ? new Big(lot.unitsBefore) : ZERO
      const here = lot.wid === wid ? new Big(lot.unitsAfter) : ZERO
      const when = (condition: boolean | undefined, units: Big) => (condition ? units : ZERO)
      const isLatest = !lots.has(lot.recNo) || payload.version >= known.facts.version
      lots.set(lot.recNo, {
        recNo: lot.recNo,
        inStock: known.inStock.plus(when(!payload.inTransit, here)).minus(when(!before?.inTransit, gone)),
        onHold: known.onHold
          .plus(when(!payload.inTransit && lot.hold, here))
          .minus(when(!before?.inTransit && before?.hold, gone)),
        aSN: known.aSN.plus(when(payload.inTransit, here)).minus(when(before?.inTransit, gone)),
        spot: isLatest ? lot.spot : known.spot,
        facts: isLatest ? payload : known.facts,
      })
    }
  return [...lots.values()].sort((one, other) => one.recNo - other.recNo)
}

export const lotValueOf = (lots: readonly FoldedLot[]) =>
  sum(lots.map(({ inStock, facts }) => inStock.times(facts.price ?? 0)))
export const unpricedOf = (lots: readonly FoldedLot[]) =>
  sum(lots.map(({ inStock, facts }) => (facts.price === null ? inStock : ZERO)))
