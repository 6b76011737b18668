/** Milliseconds before 1970 that a moment may lie: more than 2,000 years. */
const ORIGIN = 2 ** 46
/** Levels of the tree, which has room until the year 10,000 and beyond. */
const LEVELS = 49

/**
 * Periods in a relational interval tree (Kriegel, Pötke, Seidl: Managing Intervals Efficiently in Object-Relational
 * Databases, VLDB 2000). The tree is not stored: its nodes are moments, each halving the time around it. A period is kept at
 * the highest node that lies in it, so those in which a moment lies are at the nodes on the way to the moment: one range of
 * an index for each node finds them, whatever else there is.
 */
export function nodeOf(from: Date, until: Date): number {
  const [first, end] = [at(from), at(until)]
  if (first >= end) throw new Error('A period ends after it begins')
  let width = 1
  while (Math.floor(first / width) !== Math.floor(end / width)) width *= 2
  return Math.floor(end / (width / 2)) * (width / 2)
}

/** The nodes on the way to a moment: those that do not lie after it, and those that do. */
export function nodesOnTheWay(to: Date): { readonly before: readonly number[]; readonly after: readonly number[] } {
  const moment = Math.min(Math.max(at(to), 0), 2 ** LEVELS - 1)
  const nodes = Array.from({ length: LEVELS }, (_, level) => {
    const half = 2 ** level
    return Math.floor(moment / (2 * half)) * 2 * half + half
  })
  return { before: nodes.filter((node) => node <= moment), after: nodes.filter((node) => node > moment) }
}

const at = (moment: Date): number => moment.getTime() + ORIGIN
