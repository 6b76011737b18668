/** Median, minimum and maximum. */
export interface Summary {
  readonly median: number
  readonly min: number
  readonly max: number
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other)
  const middle = sorted.length / 2
  const above = sorted[Math.floor(middle)] ?? Number.NaN
  return Number.isInteger(middle) ? (above + (sorted[middle - 1] ?? Number.NaN)) / 2 : above
}

export function summarize(values: readonly number[]): Summary {
  return { median: median(values), min: Math.min(...values), max: Math.max(...values) }
}
/** The value below which the given share of values lies. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
