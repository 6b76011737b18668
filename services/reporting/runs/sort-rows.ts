import { AppError } from '../../../shared/contract/core/errors.ts'
import type { Sort } from '../../../shared/contract/core/paging.ts'
import type { Row } from './run.model.ts'

/** Rows that are sorted in memory. */
const MAX_SORTED = 100_000

/** The rows in another sequence than the report's own; nothing comes before anything, as in all lists. */
export async function* sortRows(rows: AsyncIterable<Row>, { field, direction }: Sort<string>): AsyncGenerator<Row> {
  const all: Row[] = []
  for await (const row of rows) {
    if (all.push(row) > MAX_SORTED)
      throw new AppError('bad_request', `The report has more than ${MAX_SORTED} rows: they come in its own sort only.`)
  }
  yield* all.sort((one, other) => direction * compare(one[field], other[field]))
}

/** Numbers by their value, everything else as text. */
function compare(one: unknown, other: unknown): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other
  const [first, second] = [one ?? '', other ?? ''].map(String)
  if (first === second || first === undefined || second === undefined) return 0
  return first < second ? -1 : 1
}
