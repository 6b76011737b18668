import { expect } from 'vitest'
import type { FeedChange } from '../../../../services/reporting/history/history.ts'
import { DOCUMENTS_CHANGED, type DocumentFacts } from '../../../../shared/contract/notifications/document-facts.ts'
import type { ReportWorld } from '../report-world.ts'

/** What the feed contains of documents with these numbers, each change on its day, numbered from 1. */
export async function toldOf(
  world: Pick<ReportWorld, 'readFeed'>,
  numbers: readonly string[],
  days: readonly string[],
): Promise<FeedChange[]> {
  const feed = await world.readFeed()
  const told = feed
    .filter(({ type }) => type === DOCUMENTS_CHANGED)
    .map((change) => ({ ...change, data: ofDocuments(change.data as DocumentFacts, numbers) }))
    .filter(({ data }) => Object.values(data).some((facts) => facts.length > 0))
  expect(told).toHaveLength(days.length)
  return told.map((change, index) => ({ ...change, sequence: index + 1, at: new Date(days[index] ?? '') }))
}

function ofDocuments({ orders, lines, counted }: DocumentFacts, numbers: readonly string[]): DocumentFacts {
  const isOne = ({ number }: { readonly number: string }) => numbers.includes(number)
  return { orders: orders.filter(isOne), lines: lines.filter(isOne), counted: counted.filter(isOne) }
}
