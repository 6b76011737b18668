import { expect } from 'vitest'

interface Answer {
  readonly value: readonly object[]
  readonly totalCount: number
  readonly hasMore: boolean
}
/** One page of a list. */
export type Pages = (query: { page: number; pageSize: number; direction: 'ASC' | 'DESC' }) => Promise<Answer>

/** Every page of a list, in both directions, must be a piece of one that is counted and skipped. */
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

/** A filter that lets everything through, which makes a service count and skip. */
export const EVERYTHING = { modifiedSince: '2001-01-01T00:00:00Z' }
