/** The interface's quantities have at most six decimals, and fit exactly into integers of millionths. */
const MILLIONTHS = 1_000_000

/** The exact sum of quantities, which plain addition misses: 0.1 + 0.2. */
export function sum(quantities: readonly number[]): number {
  return quantities.reduce((total, one) => total + Math.round(one * MILLIONTHS), 0) / MILLIONTHS
}

export const difference = (one: number, other: number): number => sum([one, -other])

/** Exact as long as it has at most six decimals. */
export const product = (one: number, other: number): number => Math.round(one * other * MILLIONTHS) / MILLIONTHS
