import { expect } from 'vitest'

interface Answer {
  readonly value: readonly object[]
  readonly totalCount: number
  readonly hasMore: boolean
}
/** One page of a list. */
export type Pages = (query: { page: number; pageSize: number; direction: 'ASC' | 'DESC' }) => Promise<Answer>

/** Checks that every page of a list, in both directions, equals the same page read by count and skip. */
export async function expectPagesToBeRight(what: string, list: Pages, counted: Pages): Promise<void> {
  for (const direction of ['DESC', 'ASC'] as const) {
    const expected = (await counted({ page: 1, pageSize: 250, direction })).value
    const seen: object[] = []
    for (let page = 1; ; page++) {
      const answer = await list({ page, pageSize: 4, direction })
      expect(answer.totalCount, what).toBe(expected.length)
      seen.push(...answer.value)
      if (!answer.hasMore) break
    }
    expect(seen, what).toEqual(expected)
  }
}

/** A filter that matches everything; the service then reads by count and skip. */
export const EVERYTHING = { modifiedSince: '2001-01-01T00:00:00Z' }
