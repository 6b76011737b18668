import type { Connection } from 'mongoose'
import { createListing, type Listing } from '../../shared/database/page-index/indexed-list.ts'

/** A transaction lives a minute at most (MongoDB's transactionLifetimeLimitSeconds), and its records are dated at its start. */
const SETTLES_AFTER_MS = 60_000

/** The lists that are read in full, each with its order. */
export interface Listings {
  readonly lots: Listing<Date>
  readonly ledger: Listing<Date>
  readonly levels: Listing<number>
}

export function createListings(connection: Connection): Listings {
  const growing = { lowest: new Date(0), settlesAfterMs: SETTLES_AFTER_MS }
  return {
    lots: createListing(connection, { name: 'lotDirectory', of: 'lots', key: 'received', place: 'wid', ...growing }),
    ledger: createListing(connection, { name: 'ledgerDirectory', of: 'ledger', key: 'at', place: 'wids', ...growing }),
    levels: createListing(connection, { name: 'levelDirectory', of: 'levels', key: '_id', place: 'wids', lowest: 0 }),
  }
}
