/**
 * Alternatives of a filter: what was taken for `lastsMs` has ended. A time that is further away was written before a clock
 * was set back, and holds nothing; the clocks of two machines may differ by `lastsMs`.
 */
export const hasEnded = <N extends string>(name: N, lastsMs: number, nowMs: number) => [
  { [name]: { $lte: new Date(nowMs) } },
  { [name]: { $gt: new Date(nowMs + 2 * lastsMs) } },
]
