import { type Finding, finding } from './finding.ts'

/** Sums of quantities in millionths, by name. */
export interface Sums {
  add(name: string, millionths: number): void
  readonly byName: ReadonlyMap<string, number>
}

export function createSums(): Sums {
  const byName = new Map<string, number>()
  return { byName, add: (name, millionths) => byName.set(name, (byName.get(name) ?? 0) + millionths) }
}

/** R1: sums of one name are equal, however they were made; a name that is missing has 0. */
export function compareSums(sums: Readonly<Record<string, Sums>>): Finding[] {
  const names = new Set(Object.values(sums).flatMap(({ byName }) => [...byName.keys()]))
  return [...names].flatMap((name) => {
    const figures = Object.values(sums).map(({ byName }) => (byName.get(name) ?? 0) / 1_000_000)
    if (new Set(figures).size === 1) return []
    return [finding('R1', `${name}: ${Object.keys(sums).join(', ')} say ${figures.join(', ')}`)]
  })
}
