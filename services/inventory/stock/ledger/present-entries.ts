import type { ClientSession, Connection } from 'mongoose'
import type { VersionedView } from '../../records/versioned-records.ts'
import { findPresentNumbers, readPresentNumbers, type ToPresent, UNCHANGED } from '../numbers/present-numbers.ts'
import type { LedgerRecord } from './ledger.model.ts'

/** Entries with the numbers that documents have now in place of those that the ledger has. */
export async function readPresentEntries(
  connection: Connection,
  entries: readonly LedgerRecord[],
  session: ClientSession | null = null,
): Promise<LedgerRecord[]> {
  const toPresent = await readPresentNumbers(connection, entries.flatMap(numbersIn), session)
  return entries.map((entry) => withNumbers(entry, toPresent))
}

/** The same of one entry, as a transaction sees it. */
export const findPresentEntry = async (records: Pick<VersionedView, 'get'>, entry: LedgerRecord) =>
  withNumbers(entry, await findPresentNumbers(records, numbersIn(entry)))

const numbersIn = ({ reference, figures, details: { transitSlip, countNo } }: LedgerRecord): string[] => [
  reference,
  ...figures.map((change) => change.reference),
  ...[transitSlip, countNo].flatMap((number) => number ?? []),
]

function withNumbers(entry: LedgerRecord, toPresent: ToPresent): LedgerRecord {
  if (toPresent === UNCHANGED) return entry
  const { reference, figures, details } = entry
  const { transitSlip, countNo } = details
  return {
    ...entry,
    reference: toPresent(reference),
    figures: figures.map((change) => ({ ...change, reference: toPresent(change.reference) })),
    details: {
      ...details,
      ...(transitSlip && { transitSlip: toPresent(transitSlip) }),
      ...(countNo && { countNo: toPresent(countNo) }),
    },
  }
}
