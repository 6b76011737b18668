import mongoose from 'mongoose'
import { groupBy } from '../../../shared/process/group-by.ts'
import type { Door } from './contestant.ts'
import { nameOf, type PeerSpec } from './peer.ts'
import { createAsker } from './responses.ts'

type Row = Readonly<Record<string, unknown>>

/** The stock as rows of a peer's database. */
export interface PeerStock {
  readonly items: readonly Row[]
  readonly levels: readonly Row[]
  readonly lots: readonly Row[]
  readonly warehouses: readonly Row[]
}

/** Reads the stock through the API, so that peers have the same data. */
export async function readStock(door: Door): Promise<PeerStock> {
  const asker = createAsker(door)
  const rows = async (path: string, idName: string, dates: readonly string[]) => {
    const found: Row[] = []
    for await (const record of asker.records(door.token, path)) found.push(toRow(record, idName, dates))
    return found
  }
  try {
    const lots = await rows('/Inventory', 'recNo', ['received'])
    const lotsOf = groupBy(lots, ({ partNo }) => partNo)
    return {
      items: await rows('/Item', 'partNo', ['created', 'modified']),
      levels: (await rows('/Inventory/StockLevels', 'partNo', [])).map((level) =>
        withWarehouses(level, lotsOf.get(level._id) ?? []),
      ),
      lots,
      warehouses: await rows('/Warehouse', 'wID', []),
    }
  } finally {
    asker.close()
  }
}

function toRow(record: Row, idName: string, dates: readonly string[]): Row {
  const { [idName]: _id, ...rest } = record
  return { _id, ...rest, ...Object.fromEntries(dates.map((name) => [name, new Date(String(record[name]))])) }
}

function withWarehouses(level: Row, lots: readonly Row[]): Row {
  const byWarehouse: Record<string, number> = {}
  for (const { wID, units } of lots) byWarehouse[String(wID)] = (byWarehouse[String(wID)] ?? 0) + Number(units)
  return { ...level, byWarehouse }
}

/** Writes a copy into a peer's database, before the peer is started. */
export async function copyStock(spec: PeerSpec, stock: PeerStock, mongoUri: string): Promise<void> {
  const connection = await mongoose.createConnection(mongoUri, { dbName: nameOf(spec) }).asPromise()
  try {
    await connection.dropDatabase()
    for (const [collection, rows] of Object.entries(stock)) await connection.collection(collection).insertMany(rows)
    const last = stock.lots.reduce((greatest, { _id }) => Math.max(greatest, Number(_id)), 0)
    const counters = connection.collection<{ _id: string; last: number }>('counters')
    await counters.insertMany([
      { _id: 'recNo', last },
      { _id: 'transactionNo', last },
    ])
  } finally {
    await connection.close()
  }
}
