import { sum } from './decimal.ts'

export interface Reversal {
  readonly wid: number
  readonly figure: string
  readonly units: number
}

/** What the reversal of an entry adds to each figure: the opposite of what the entry added. */
export const toReversal = (levels: readonly Reversal[]): Reversal[] =>
  levels.map(({ wid, figure, units }) => ({ wid, figure, units: units === 0 ? 0 : -units }))

interface Movement {
  readonly reverses: number | null
  readonly levels: readonly Reversal[]
}

/**
 * What a reversal brought into stock or took out of it; undefined for other entries, and where it changed nothing in all,
 * as that of a move does. An entry states the units that it reversed, whichever way they went.
 */
export function reversedUnits({ reverses, levels }: Movement): number | undefined {
  if (reverses === null) return undefined
  return sum(levels.filter(({ figure }) => figure === 'inStock').map(({ units }) => units)) || undefined
}
