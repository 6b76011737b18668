import mongoose, { type Connection } from 'mongoose'
import { serverUrl } from '../../../support/servers/server-url.ts'
import type { StockWorld } from '../stock-world.ts'

/** The database of a world's inventory. */
export const connectInventory = ({ system }: Pick<StockWorld, 'system'>): Promise<Connection> =>
  mongoose.createConnection(serverUrl('MONGODB_URI'), { dbName: `${system.system}-inventory` }).asPromise()

const collections = [
  ...['purchaseOrders', 'purchaseOrderLines', 'shippingOrders', 'shippingOrderLines', 'workOrders', 'workOrderLines'],
  ...['transits', 'transitLines', 'counts', 'countLines', 'reservations', 'packs', 'lots', 'ledger'],
]

/** A stored value with another number wherever it holds the one, ids of lines included. */
export function renumbered(value: unknown, from: string, to: string): unknown {
  if (typeof value === 'string')
    return value
      .split('/')
      .map((part) => (part === from ? to : part))
      .join('/')
  if (Array.isArray(value)) return value.map((one) => renumbered(one, from, to))
  if (Object.prototype.toString.call(value) !== '[object Object]' || (value && '_bsontype' in Object(value)))
    return value
  return Object.fromEntries(Object.entries(Object(value)).map(([key, one]) => [key, renumbered(one, from, to)]))
}

/**
 * Stores a document as an earlier version would have: under a number that is refused today, and without a record of the
 * number.
 */
export async function plant(
  database: Connection,
  made: string,
  number: string,
  names: readonly string[] = collections,
): Promise<void> {
  await database.collection<{ _id: string }>('orderNumbers').deleteMany({ _id: { $in: [made, number] } })
  for (const name of names) {
    const collection = database.collection<{ _id: string }>(name)
    for (const record of await collection.find({}).toArray()) {
      const after = renumbered(record, made, number)
      if (JSON.stringify(after) === JSON.stringify(record)) continue
      await collection.deleteOne({ _id: record._id })
      await collection.insertOne(Object(after))
    }
  }
}
