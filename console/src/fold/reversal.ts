export interface Reversal {
  readonly wid: number
  readonly figure: string
  readonly units: number
}

/** What the reversal of an entry adds to each figure: the opposite of what the entry added. */
export const toReversal = (levels: readonly Reversal[]): Reversal[] =>
  levels.map(({ wid, figure, units }) => ({ wid, figure, units: units === 0 ? 0 : -units }))
