import type { ContestantDetails } from '../results.ts'

/** The families of peers that have a broker. */
export const BROKERED: readonly string[] = ['nest', 'moleculer']

/** The names of the peers of the families, in one variant. */
export const peersOf = (
  contestants: readonly ContestantDetails[],
  families: readonly string[],
  variant: ContestantDetails['variant'],
): string[] =>
  contestants
    .filter((contestant) => families.includes(contestant.family) && contestant.variant === variant)
    .map(({ name }) => name)
