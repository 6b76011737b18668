import type { Connection, mongo } from 'mongoose'
import { inRanges, type Migration, type Range } from '../../../shared/database/migrations/migration.ts'
import { type StoredQuantity, toQuantity, toStored, ZERO } from '../../../shared/quantity.ts'
import { ORDER_LINES, type OrderLineRecord, orderLineId } from '../documents/foreign/order-line.model.ts'
import { LEDGER } from '../stock/ledger/ledger.model.ts'
import { mayHaveEntriesOfVersion1 } from './1.1.0-entries-with-figures.ts'

type LineOfVersion1 = Omit<OrderLineRecord, 'version'> & Partial<Pick<OrderLineRecord, 'version'>>

/** Changes of a line, by what identifies it. */
interface Progress {
  readonly _id: Pick<OrderLineRecord, 'kind' | 'wid' | 'partNo' | 'line' | 'reference'>
  readonly units: StoredQuantity
}

const LINES_AT_ONCE = 50
const notCarried = { carried: { $exists: false } }

/**
 * Completes the lines of other systems' orders that version 1.0.0 kept. It stated what is open without an entry of the
 * ledger, and entered only what was received or issued: the difference is carried. It is the same before and after the
 * entries get figures.
 */
export function carriedLines(connection: Connection): Migration {
  const lines = connection.collection<LineOfVersion1>(ORDER_LINES)
  return {
    name: '1.1.0-carried-lines',
    removableIn: '3.0.0',
    count: async () => ((await mayHaveEntriesOfVersion1(connection)) ? lines.countDocuments(notCarried) : 0),
    async *run(after) {
      if (!(await mayHaveEntriesOfVersion1(connection))) return
      const carry = async (range: Range<string>) => {
        const found = await lines.find({ ...range, ...notCarried }).toArray()
        const partNos = [...new Set(found.map(({ partNo }) => partNo))]
        const entered = await sumByLine(connection, partNos, 'figures', '$figures.figure')
        const done = await sumByLine(connection, partNos, 'orderProgress', '$orderProgress.kind')
        let changed = 0
        for (const { _id, units, ordered, version = 1 } of found) {
          const sum = (entered.get(_id) ?? ZERO).minus(done.get(_id) ?? ZERO)
          const carried = toQuantity(units).minus(sum)
          if (carried.eq(ZERO)) continue
          const $set = { version, ordered: ordered ?? toStored(carried), carried: toStored(carried) }
          changed += (await lines.updateOne({ _id, ...notCarried }, { $set })).modifiedCount
        }
        return changed
      }
      yield* inRanges(connection, ORDER_LINES, after, carry, LINES_AT_ONCE)
    },
  }
}

async function sumByLine(
  connection: Connection,
  partNos: readonly number[],
  field: 'figures' | 'orderProgress',
  kind: string,
) {
  const at = (name: string) => `$${field}.${name}`
  const stages: mongo.BSON.Document[] = [
    { $match: { partNo: { $in: partNos } } },
    { $unwind: `$${field}` },
    { $match: { [`${field}.reservation`]: { $exists: false } } },
    {
      $group: {
        _id: { kind, wid: at('wid'), partNo: '$partNo', line: at('line'), reference: at('reference') },
        units: { $sum: at('units') },
      },
    },
  ]
  const sums = connection.collection(LEDGER).aggregate<Progress>(stages)
  return new Map((await sums.toArray()).map(({ _id, units }) => [orderLineId(_id.kind, _id), toQuantity(units)]))
}
