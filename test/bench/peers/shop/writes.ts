import mongoose, { type ClientSession } from 'mongoose'
import { settings } from '../settings.ts'
import { Item, Ledger, type LedgerRecord, Level, type LevelRecord, Lot, type LotRecord, Warehouse } from './models.ts'
import { next } from './numbers.ts'

/** A refusal with its HTTP status. */
export class Refusal extends Error {
  readonly status: 400 | 409
  constructor(status: 400 | 409, message: string) {
    super(message)
    this.status = status
  }
}

export interface Receipt {
  itemID: string
  units: number
  wid: number
  reasonCode: number
  spot?: string | undefined
}

export interface MoveOrder {
  itemID: string
  units: number
  wid: number
  toSpot: string
  recno: number
}

/** The durability of the Inventory Service's writes. */
const TRANSACTION = { readConcern: { level: 'snapshot' }, writeConcern: { w: 'majority', journal: true } } as const

async function inTransaction<T>(work: (session: ClientSession) => Promise<T>): Promise<T> {
  const session = await mongoose.startSession()
  try {
    return await session.withTransaction(() => work(session), TRANSACTION)
  } finally {
    await session.endSession()
  }
}

/** What may be left out has a default in the schema. */
type Stored<R extends { _id: number }> = Partial<R> & Pick<R, '_id'>
type Records = { Lot: Stored<LotRecord>; Ledger: Stored<LedgerRecord>; Level: Stored<LevelRecord> }

/**
 * Writes to several collections by one command. Throws the server's own error: its labels say whether the transaction may be
 * repeated.
 */
const writeTogether = (writes: Parameters<typeof mongoose.connection.bulkWrite<Records>>[0], session: ClientSession) =>
  mongoose.connection.bulkWrite<Records>(writes, { session }).catch((error: Error) => {
    throw error.cause instanceof mongoose.mongo.MongoServerError ? error.cause : error
  })

const shortage = (units: number, available: number) =>
  new Refusal(409, `Insufficient stock: requested ${units}, available ${available}.`)

export async function receive({ itemID, units, wid, spot = '' }: Receipt, clientId: string): Promise<object> {
  const [item, warehouse] = await Promise.all([
    Item.findOne({ shortID: itemID }).lean(),
    Warehouse.findById(wid).lean(),
  ])
  if (!item || !warehouse) throw new Refusal(400, 'Model validation failed.')
  const [recNo, transactionNo] = await Promise.all([next('recNo'), next('transactionNo')])
  const { _id: partNo, shortID, description } = item
  const received = new Date()
  await inTransaction(async (session) => {
    const lot = { _id: recNo, partNo, shortID, description, warehouse: warehouse.name, wID: wid, spot, units, received }
    const lots = [{ recNo, before: 0, after: units }]
    const what = { clientId, partNo, shortID, units, wid }
    const entry = { _id: transactionNo, type: 'receive' as const, at: received, ...what, lots }
    const $inc = { inStock: units, available: units, [`byWarehouse.${wid}`]: units }
    if (settings.improved) {
      const writes = [
        { model: 'Lot', name: 'insertOne', document: lot },
        { model: 'Ledger', name: 'insertOne', document: entry },
        { model: 'Level', name: 'updateOne', filter: { _id: partNo }, update: { $inc }, upsert: true },
      ] as const
      await writeTogether([...writes], session)
      return
    }
    await Lot.create([lot], { session })
    await Ledger.create([entry], { session })
    await Level.updateOne({ _id: partNo }, { $inc }, { session, upsert: true })
  })
  return { recNo, transactionNo, partNo, shortID, wid, spot, units, status: 'received' }
}

/** Moves a part of a lot within its warehouse; the part becomes a new lot. */
export async function move({ itemID, units, wid, toSpot, recno }: MoveOrder, clientId: string): Promise<object> {
  const [recNo, transactionNo] = await Promise.all([next('recNo'), next('transactionNo')])
  return inTransaction(async (session) => {
    const filter = { _id: recno, shortID: itemID, wID: wid, active: true, units: { $gt: units } }
    const whole = await Lot.findOneAndUpdate(
      filter,
      { $inc: { units: -units } },
      { session, returnDocument: 'after' },
    ).lean()
    if (!whole) throw shortage(units, 0)
    const { partNo, shortID, spot: fromSpot } = whole
    const part = { ...whole, _id: recNo, units, spot: toSpot, parent: recno }
    const lots = [
      { recNo: recno, before: whole.units + units, after: whole.units },
      { recNo, before: 0, after: units },
    ]
    const what = { clientId, partNo, shortID, units, wid }
    const entry = { _id: transactionNo, type: 'move' as const, at: new Date(), ...what, lots }
    if (settings.improved) {
      const writes = [
        { model: 'Lot', name: 'insertOne', document: part },
        { model: 'Ledger', name: 'insertOne', document: entry },
      ] as const
      await writeTogether([...writes], session)
    } else {
      await Lot.create([part], { session })
      await Ledger.create([entry], { session })
    }
    const parts = [{ recNo, fromRecNo: recno, units }]
    const place = { wid, shipToWid: wid, fromSpot, toSpot, transitSlip: '' }
    return { recNo, transactionNo, partNo, shortID, units, ...place, lots: parts, status: 'moved' }
  })
}
