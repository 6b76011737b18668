import type { Connection } from 'mongoose'
import { countInRanges, inRanges, type Migration } from '../../../shared/database/migrations/migration.ts'
import { LEDGER } from '../stock/ledger/ledger.model.ts'

/**
 * Version 1.0.0 named the details of a request `facts`, and had the progress of order lines, positive, in place of the
 * figures.
 */
const ofVersion1 = { details: { $exists: false } }
const withFigures = [
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
export async function mayHaveEntriesOfVersion1(connection: Connection): Promise<boolean> {
  const oldest = await connection.collection(LEDGER).findOne({}, { sort: { _id: 1 }, projection: { details: 1 } })
  return oldest === null || !('details' in oldest)
}

/** Gives the entries of version 1.0.0 the fields that lists, traces, reversals and reconciliation read. */
export function entriesWithFigures(connection: Connection): Migration {
  const ledger = connection.collection<{ _id: number }>(LEDGER)
  return {
    name: '1.1.0-entries-with-figures',
    removableIn: '3.0.0',
    count: () => countInRanges(connection, LEDGER, ofVersion1),
    async *run(after) {
      if (after === undefined) {
        if (!(await mayHaveEntriesOfVersion1(connection))) return
        // Kept before the oldest entry is changed, by which a run that begins anew would find nothing to do.
        yield { changed: 0, position: Number.MIN_SAFE_INTEGER }
      }
      yield* inRanges<number>(connection, LEDGER, after, async (range) => {
        const { modifiedCount } = await ledger.updateMany({ ...range, ...ofVersion1 }, withFigures)
        return modifiedCount
      })
    },
  }
}
