import type { Connection, mongo } from 'mongoose'
import { type StoredQuantity, toQuantity, toStored, ZERO } from '../../../../shared/quantity.ts'
import { LEDGER } from '../../stock/ledger/ledger.model.ts'
import { ORDER_LINES, type OrderLineRecord, orderLineId } from './order-line.model.ts'

type EarlierLine = Omit<OrderLineRecord, 'version'> & Partial<Pick<OrderLineRecord, 'version'>>

/** Changes of a line, by what identifies it. */
interface Progress {
  readonly _id: Pick<OrderLineRecord, 'kind' | 'wid' | 'partNo' | 'line' | 'reference'>
  readonly units: StoredQuantity
}

/**
 * Completes the lines of other systems' orders that version 1.0.0 kept. It stated what is open without an entry of the
 * ledger, and entered only what was received or issued: the difference is carried. It is the same before and after the
 * entries are renewed.
 */
export async function carryEarlierLines(connection: Connection): Promise<void> {
  const lines = connection.collection<EarlierLine>(ORDER_LINES)
  const entered = await sumByLine(connection, 'figures', '$figures.figure')
  const done = await sumByLine(connection, 'orderProgress', '$orderProgress.kind')
  for await (const { _id, units, ordered, version = 1 } of lines.find({ carried: { $exists: false } })) {
    const sum = (entered.get(_id) ?? ZERO).minus(done.get(_id) ?? ZERO)
    const carried = toQuantity(units).minus(sum)
    if (carried.eq(ZERO)) continue
    const $set = { version, ordered: ordered ?? toStored(carried), carried: toStored(carried) }
    await lines.updateOne({ _id, carried: { $exists: false } }, { $set })
  }
}

async function sumByLine(connection: Connection, field: 'figures' | 'orderProgress', kind: string) {
  const at = (name: string) => `$${field}.${name}`
  const stages: mongo.BSON.Document[] = [
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
