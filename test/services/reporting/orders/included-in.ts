import { expect } from 'vitest'
import type { FeedChange } from '../../../../services/reporting/history/history.ts'
import { DOCUMENTS_CHANGED, type DocumentPayload } from '../../../../shared/contract/notifications/document-payload.ts'
import type { ReportWorld } from '../report-world.ts'

/** What the feed contains of documents with these numbers, each change on its day, numbered from 1. */
export async function includedIn(
  world: Pick<ReportWorld, 'readFeed'>,
  numbers: readonly string[],
  days: readonly string[],
): Promise<FeedChange[]> {
  const feed = await world.readFeed()
  const included = feed
    .filter(({ type }) => type === DOCUMENTS_CHANGED)
    .map((change) => ({ ...change, data: ofDocuments(change.data as DocumentPayload, numbers) }))
    .filter(({ data }) => Object.values(data).some((payload) => payload.length > 0))
  expect(included).toHaveLength(days.length)
  return included.map((change, index) => ({ ...change, sequence: index + 1, at: new Date(days[index] ?? '') }))
}

function ofDocuments({ orders, lines, counted }: DocumentPayload, numbers: readonly string[]): DocumentPayload {
  const isOne = ({ number }: { readonly number: string }) => numbers.includes(number)
  return { orders: orders.filter(isOne), lines: lines.filter(isOne), counted: counted.filter(isOne) }
}
