import type { WarehouseScope } from '../../contract/core/access.ts'
import type { Bucket, Sealed } from './compacted.ts'

/** Who looks at a list: which places are seen. */
export interface View {
  /** Views of the same name see the same. */
  readonly name: string
  /** Whether a record is seen that is in this place, or in this set of places (`1,2`). */
  sees(place: string): boolean
}

/** What is in at least one of the warehouses of a scope. */
export function warehouseView(scope: WarehouseScope): View {
  if (scope === 'all') return { name: 'all', sees: () => true }
  const names = new Set(scope.map(String))
  return {
    name: [...names].sort().join(','),
    sees: (place) => names.has(place) || (place.includes(',') && place.split(',').some((one) => names.has(one))),
  }
}

const MAX_VIEWS = 256

/** How many records of each bucket a view sees; counted once for each bucket, as buckets never change but are replaced. */
export function createViewCounts(): (view: View, sealed: Sealed) => readonly number[] {
  const views = new Map<string, { of: Sealed; counts: readonly number[]; byBucket: WeakMap<Bucket, number> }>()

  return (view, sealed) => {
    const known = views.get(view.name)
    if (known?.of === sealed) return known.counts
    const byBucket = known?.byBucket ?? new WeakMap()
    const counts = sealed.buckets.map((bucket) => {
      const count = byBucket.get(bucket) ?? countIn(bucket, view)
      byBucket.set(bucket, count)
      return count
    })
    const [oldest] = views.keys()
    if (!known && views.size >= MAX_VIEWS && oldest !== undefined) views.delete(oldest)
    views.set(view.name, { of: sealed, counts, byBucket })
    return counts
  }
}

function countIn({ counts }: Bucket, view: View): number {
  let total = 0
  for (const [place, count] of Object.entries(counts)) if (view.sees(place)) total += count
  return total
}
