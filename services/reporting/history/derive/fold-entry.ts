import type { LedgerEntry } from '../../../../shared/contract/inventory/inventory.ts'
import { type Arrival, arrivalsOf } from './arrivals.ts'
import { type CellState, cellId, isWithoutEffect, nextCellState } from './cell-state.ts'
import { type LotChange, type LotState, lotEffects, lotId, nextLotState } from './lot-state.ts'
import { stockParts } from './stock-parts.ts'

/** An item in a warehouse as it is, and when something last happened there to the item or a lot of it. */
export interface Cell {
  readonly state: CellState
  readonly clock: Date
}

/** The last states, by the ids of their keys. */
export interface LastStates {
  readonly cells: Map<string, Cell>
  readonly lots: Map<string, LotState>
}

/** A state and the one that it follows. */
interface Step<S> {
  readonly before: S | undefined
  readonly after: S
}

/** What an entry leads to. */
interface Folded {
  readonly cells: readonly Step<CellState>[]
  readonly lots: readonly Step<LotState>[]
  readonly arrivals: readonly Arrival[]
}

/** The warehouses in which an entry changes something. */
export const widsOf = (entry: LedgerEntry): readonly number[] => [
  ...new Set([...entry.levels, ...lotEffects(entry)].map(({ wid }) => wid)),
]

/**
 * Changes the last states by an entry. In a warehouse it happened when it says, but never before the entry of the same
 * item that precedes it there in the feed: what is known of a moment is then all that precedes some entry.
 */
export function foldEntry({ cells, lots }: LastStates, entry: LedgerEntry, sequence: number, at: Date): Folded {
  const effects = lotEffects(entry)
  const ofCells: Step<CellState>[] = []
  const ofLots: LotChange[] = []
  const arrivals: Arrival[] = []
  for (const wid of widsOf(entry)) {
    const id = cellId({ ...entry, wid })
    const cell = cells.get(id)
    const clock = cell && cell.clock > at ? cell.clock : at
    const time = { sequence, at: clock }
    const changes: LotChange[] = []
    const states = new Map<number, LotChange>()
    for (const effect of effects.filter((one) => one.wid === wid)) {
      const before = lots.get(lotId(effect))
      const after = nextLotState(before, entry, effect, time)
      changes.push({ before, after })
      lots.set(lotId(effect), after)
      const known = states.get(after.recNo)
      states.set(after.recNo, { before: known ? known.before : before, after })
    }
    const parts = stockParts(changes)
    const levels = entry.levels.filter((level) => level.wid === wid)
    const isUnchanged = cell && isWithoutEffect({ wid, levels, parts })
    const state = isUnchanged ? cell.state : nextCellState(cell?.state, entry, { wid, levels, parts }, time)
    if (!isUnchanged) ofCells.push({ before: cell?.state, after: state })
    cells.set(id, { state, clock })
    ofLots.push(...states.values())
    arrivals.push(...arrivalsOf(entry, parts, [...states.values()]))
  }
  return { cells: ofCells, lots: ofLots, arrivals }
}
