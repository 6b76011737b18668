import type { Books } from './books.ts'
import { checkCatalog } from './catalog-truth.ts'
import { checkFeed } from './feed.ts'
import { type Finding, finding } from './finding.ts'
import { type Attempt, describeIntent, type Intent } from './history.ts'
import { checkOrders } from './order-truth.ts'
import { checkReservations } from './reservations.ts'
import { checkResponses, pairUp } from './responses.ts'
import { compareStock } from './stock-sums.ts'
import { checkCounts } from './truth/count-truth.ts'
import { checkDocuments } from './truth/document-truth.ts'
import { checkTransits } from './truth/transit-truth.ts'

/** Unless the contract gives the operation more time. */
const LONGEST_RESPONSE_MS = 10_000

/** Milliseconds of `performance.now()`. */
export interface TimeSpan {
  readonly start: number
  readonly end: number
}

interface Exceptions {
  /** Items whose stock is compared by others. */
  readonly aside: readonly string[]
  /** When several faults at once allowed answers to be late: R5 is about a single one. */
  readonly unlimited: readonly TimeSpan[]
}

/** Compares what the clients were answered with the stored state. */
export function check(intents: readonly Intent[], books: Books, { aside, unlimited }: Exceptions): Finding[] {
  const partNos = new Set(books.items.filter(({ shortID }) => aside.includes(shortID)).map(({ _id }) => _id))
  const ledger = books.ledger.filter(({ partNo }) => !partNos.has(partNo))
  const compared: Books = {
    ...books,
    ledger,
    lots: books.lots.filter(({ partNo }) => !partNos.has(partNo)),
    levels: books.levels.filter(({ _id }) => !partNos.has(_id)),
  }
  return [
    ...pairUp(intents, ledger).stray.map(({ _id }) => finding('R1', `transaction ${_id} belongs to no intent`)),
    ...compareStock(compared),
    ...checkFeed(books),
    ...checkResponses(intents, ledger),
    ...checkDocuments(compared),
    ...checkOrders(intents, compared),
    ...checkTransits(intents, compared),
    ...checkCounts(intents, compared),
    ...checkReservations(compared),
    ...checkCatalog(intents, books, aside),
    ...intents.flatMap((intent) => late(intent, unlimited)),
  ]
}

/** R5: no response is late. And none is a 500. */
function late(intent: Intent, unlimited: readonly TimeSpan[]): Finding[] {
  const { attempts, operation } = intent
  const longestMs = Math.max(LONGEST_RESPONSE_MS, operation.timeoutMs ?? 0)
  const bugs = attempts.filter(({ status }) => status === 500)
  return [
    ...attempts
      .filter((made) => durationOf(made) > longestMs && !unlimited.some((span) => overlaps(span, made)))
      .map((made) =>
        finding('R5', `${describeIntent(intent)}: ${made.status} after ${Math.round(durationOf(made))} ms`),
      ),
    ...bugs.map(({ requestId }) => finding('bug', `${describeIntent(intent)}: ${requestId} was answered 500`)),
  ]
}

const overlaps = (one: TimeSpan, other: TimeSpan) => one.start < other.end && other.start < one.end

export const durationOf = ({ start, end }: Attempt) => end - start
