import type { WarehouseScope } from '../../contract/core/access.ts'
import type { Bucket, Compacted } from './compacted.ts'

/** Decides which records of a list are visible to a caller, by their partition keys. */
export interface Visibility {
  /** Equal names mean equal decisions. */
  readonly name: string
  /** Takes the stored form: one partition key, or a set such as `1,2`. */
  isVisible(partitionKey: string): boolean
}

/** Records of at least one warehouse of the scope. */
export function warehouseVisibility(scope: WarehouseScope): Visibility {
  if (scope === 'all') return { name: 'all', isVisible: () => true }
  const names = new Set(scope.map(String))
  return {
    name: [...names].sort().join(','),
    isVisible: (key) => names.has(key) || (key.includes(',') && key.split(',').some((one) => names.has(one))),
  }
}

const MAX_VISIBILITIES = 256

/** Counts the visible records of each bucket; remembers the counts, as buckets are immutable. */
export function createVisibleCounts(): (visibility: Visibility, compacted: Compacted) => readonly number[] {
  const byName = new Map<string, { of: Compacted; counts: readonly number[]; byBucket: WeakMap<Bucket, number> }>()

  return (visibility, compacted) => {
    const known = byName.get(visibility.name)
    if (known?.of === compacted) return known.counts
    const byBucket = known?.byBucket ?? new WeakMap()
    const counts = compacted.buckets.map((bucket) => {
      const count = byBucket.get(bucket) ?? countVisible(bucket, visibility)
      byBucket.set(bucket, count)
      return count
    })
    const [oldest] = byName.keys()
    if (!known && byName.size >= MAX_VISIBILITIES && oldest !== undefined) byName.delete(oldest)
    byName.set(visibility.name, { of: compacted, counts, byBucket })
    return counts
  }
}

function countVisible({ counts }: Bucket, visibility: Visibility): number {
  let total = 0
  for (const [key, count] of Object.entries(counts)) if (visibility.isVisible(key)) total += count
  return total
}
