import type { ErrorDetails } from '../../../../shared/contract/core/errors.ts'
import type { ReplayInput } from '../../../../shared/contract/notifications/webhook-replays.ts'
import type { Feed } from '../../feed/feed.ts'

/** The first and the last change. */
interface Range {
  readonly from: number
  readonly to: number
}

/** The range of the feed that is asked for, or what is wrong with it. */
export async function toRange(feed: Feed, input: ReplayInput): Promise<Range | { readonly refused: ErrorDetails }> {
  const { fromSequence, fromTime, toSequence, toTime } = input
  const end = await feed.end()
  const from = fromTime === undefined ? (fromSequence ?? 1) : await feed.firstSince(new Date(fromTime))
  const to = toTime === undefined ? (toSequence ?? end) : await feed.lastUntil(new Date(toTime))
  const [fromField, toField] = [fromTime ? 'fromTime' : 'fromSequence', toTime ? 'toTime' : 'toSequence']
  const beyondEnd = `must not be beyond the end of the feed, which is ${end}.`
  const refused: Record<string, string[]> = {}
  if (from === undefined || from > end) refused[fromField] = [`The field ${fromField} ${beyondEnd}`]
  if (to > end) refused[toField] = [`The field ${toField} ${beyondEnd}`]
  // Between two times there may be no change; the other comparisons of like with like are the contract's.
  else if (from !== undefined && from <= end && to < from && !(fromTime && toTime))
    refused[toField] = [`The field ${toField} must not be before ${fromField}.`]
  if (from === undefined || Object.keys(refused).length > 0) return { refused }
  return { from, to: Math.max(to, from - 1) }
}
