import { type SearchHit, searchKinds } from '../../../../shared/contract/inventory/search.ts'

export type Hit = SearchHit

const absent = { status: null, wid: null, spot: null, units: null }

type Given = Omit<Hit, keyof typeof absent> & Partial<Hit>

export const toHit = (given: Given): Hit => ({ ...absent, ...given })

/** Exact hits first, then by kind; of each record the best hit, of each kind so many. */
export function toResult(found: readonly Hit[], limit: number): Hit[] {
  const rank = ({ isExact, kind }: Hit) => searchKinds.indexOf(kind) + (isExact ? 0 : searchKinds.length)
  const best = new Map<string, Hit>()
  const taken = new Map<string, number>()
  for (const hit of found.toSorted((one, other) => rank(one) - rank(other))) {
    const [name, count] = [`${hit.kind} ${hit.key}`, taken.get(hit.kind) ?? 0]
    if (best.has(name) || count >= limit) continue
    best.set(name, hit)
    taken.set(hit.kind, count + 1)
  }
  return [...best.values()]
}
