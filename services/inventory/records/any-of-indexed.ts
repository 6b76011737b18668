/**
 * Matches any of these values of a field whose index holds only values above one. That is said too: a planner that derives
 * it from the values does so from 100 of them at most, and reads the whole collection for more.
 */
export const anyOfIndexed = <T extends number | string>(values: readonly T[], above: T) => ({
  $in: [...values],
  $gt: above,
})
