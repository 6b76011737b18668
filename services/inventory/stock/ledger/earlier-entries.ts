import type { Connection } from 'mongoose'
import { LEDGER } from './ledger.model.ts'

/** Entries that one command rewrites. */
const ENTRIES_AT_ONCE = 1_000

/**
 * Version 1.0.0 named the details of a request `facts`, and had the progress of order lines, positive, in place of the
 * figures.
 */
const ofVersion1 = { details: { $exists: false } }
const toPresent = [
  {
    $set: {
      details: { $ifNull: ['$facts', {}] },
      figures: {
        $map: {
          input: { $ifNull: ['$orderProgress', []] },
          as: 'progress',
          in: {
            figure: '$$progress.kind',
            wid: '$$progress.wid',
            units: { $multiply: ['$$progress.units', -1] },
            reference: '$$progress.reference',
            line: '$$progress.line',
          },
        },
      },
    },
  },
  { $unset: ['facts', 'orderProgress'] },
]

/** Whether the oldest entry is one of version 1.0.0; without entries, that version may have kept lines of orders. */
export async function mayHaveEarlierEntries(connection: Connection): Promise<boolean> {
  const oldest = await connection.collection(LEDGER).findOne({}, { sort: { _id: 1 }, projection: { details: 1 } })
  return oldest === null || !('details' in oldest)
}

/**
 * Gives the entries of version 1.0.0 the fields that lists, traces, reversals and reconciliation read. They are the
 * oldest ones, and the oldest of all comes last: it shows whether there is anything to do.
 */
export async function renewEarlierEntries(connection: Connection): Promise<void> {
  const ledger = connection.collection<{ _id: number }>(LEDGER)
  let before = Number.POSITIVE_INFINITY
  for (;;) {
    const entries = await ledger
      .find({ _id: { $lt: before }, ...ofVersion1 }, { projection: { _id: 1 } })
      .sort({ _id: -1 })
      .limit(ENTRIES_AT_ONCE)
      .toArray()
    const last = entries.at(-1)
    if (!last) return
    before = last._id
    await ledger.updateMany({ _id: { $in: entries.map(({ _id }) => _id) }, ...ofVersion1 }, toPresent)
  }
}
