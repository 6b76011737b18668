import { type Connection, Schema, Types } from 'mongoose'
import { expect, test } from 'vitest'
import { createTurns } from '../../../../services/inventory/records/session-reads.ts'
import {
  createRecordView,
  defineRecords,
  type VersionedRecord,
  writeRecords,
} from '../../../../services/inventory/records/versioned-records.ts'
import { migrate } from '../../../../shared/database/mongo.ts'
import { TransactionConflict } from '../../../../shared/database/transaction.ts'
import { createWrites, inUnitOfWork } from '../../../../shared/database/unit-of-work.ts'
import { connectDatabase } from '../../../support/servers/database.ts'

interface Slip extends VersionedRecord {
  readonly _id: string
  readonly units: number
  readonly note?: string | undefined
  readonly wids: readonly number[]
  readonly due?: Date
  readonly price?: Types.Decimal128
}

const schema = new Schema<Slip>(
  {
    _id: { type: String, required: true },
    units: { type: Number, required: true },
    note: String,
    wids: { type: [Number], required: true },
    due: Date,
    price: Schema.Types.Decimal128,
    version: { type: Number, required: true },
  },
  { collection: 'slips', versionKey: false, strict: 'throw' },
)
const slips = defineRecords<Slip>('Slip', schema)

async function connect() {
  const connection = await connectDatabase()
  const model = slips.model(connection)
  await migrate(connection)
  return { connection, stored: () => model.collection.find().sort({ _id: 1 }).toArray() }
}

/** Changes slips in one transaction, each from what the one before left. */
const write = (connection: Connection, id: string, ...next: readonly (Omit<Slip, 'version'> | undefined)[]) =>
  inUnitOfWork(connection, Date.now() + 10_000, async (unit) => {
    const view = createRecordView(connection, unit.session, createTurns())
    for (const after of next) view.apply([slips.change(await view.get(slips, id), after)])
    writeRecords(connection, view.applied, unit)
  })

const made = { _id: 'A', units: 5, note: 'left', wids: [1] }

test('a record is made, changed and removed, and counts its versions', async () => {
  const { connection, stored } = await connect()
  await write(connection, 'A', made)
  expect(await stored()).toEqual([{ ...made, version: 1 }])
  await write(connection, 'A', { ...made, units: 4, wids: [1, 2] })
  expect(await stored()).toEqual([{ ...made, units: 4, wids: [1, 2], version: 2 }])
  await write(connection, 'A', undefined)
  expect(await stored()).toEqual([])
})

test.each([
  ['left out', { _id: 'A', units: 5, wids: [1] }],
  ['undefined', { _id: 'A', units: 5, wids: [1], note: undefined }],
])('a field that is %s afterwards is removed', async (_, after) => {
  const { connection, stored } = await connect()
  await write(connection, 'A', made)
  await write(connection, 'A', after)
  expect(await stored()).toEqual([{ _id: 'A', units: 5, wids: [1], version: 2 }])
})

test('several changes of one transaction are written as one, from the first state to the last', async () => {
  const { connection, stored } = await connect()
  await write(connection, 'A', made)
  await write(connection, 'A', { ...made, note: undefined }, { ...made, units: 3 }, { ...made, units: 2 })
  expect(await stored()).toEqual([{ ...made, units: 2, version: 4 }])
})

test('a change of a record that is no longer as it was read is a conflict', async () => {
  const { connection, stored } = await connect()
  await write(connection, 'A', made)
  const stale = slips.change({ ...made, version: 7 }, { ...made, units: 1 })
  await connection.transaction((session) => {
    const writes = createWrites(session)
    writeRecords(connection, [stale], writes)
    return expect(writes.send()).rejects.toThrow(TransactionConflict)
  })
  expect(await stored()).toEqual([{ ...made, version: 1 }])
})

test('records are found by what `===` compares; to ask for a date, a decimal or a list does not compile', async () => {
  const { connection } = await connect()
  const [due, price] = [new Date('2026-05-01'), Types.Decimal128.fromString('1.50')]
  await write(connection, 'A', { ...made, due, price })
  await inUnitOfWork(connection, Date.now() + 10_000, async ({ session }) => {
    const view = createRecordView(connection, session, createTurns())
    expect(await view.find(slips, { units: 5, note: 'left' })).toMatchObject([{ _id: 'A', due, price }])
    // @ts-expect-error It would match nothing: the date that was read is another object.
    expect(await view.find(slips, { due })).toEqual([])
    // @ts-expect-error As is the decimal.
    expect(await view.find(slips, { price })).toEqual([])
    // @ts-expect-error And the list.
    expect(await view.find(slips, { wids: [1] })).toEqual([])
  })
})
