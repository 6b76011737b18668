import { type Connection, Schema, Types } from 'mongoose'
import { expect, test } from 'vitest'
import { insertDirectly, writeDirectly } from '../../../shared/database/direct-writes.ts'
import { migrate } from '../../../shared/database/mongo.ts'
import { connectDatabase } from '../../support/servers/database.ts'

const part = new Schema({ wid: { type: Number, required: true }, note: String }, { _id: false })
const schema = new Schema(
  {
    _id: { type: Number, required: true },
    name: { type: String, required: true },
    units: Schema.Types.Decimal128,
    at: Date,
    isOpen: Boolean,
    tags: [String],
    parts: [part],
    first: part,
    free: Schema.Types.Mixed,
  },
  { collection: 'things', versionKey: false, strict: 'throw' },
)

async function createThings(connection: Connection) {
  const things = connection.model('Thing', schema)
  await migrate(connection)
  return things
}

const whole = () => ({
  _id: 1,
  name: 'bolt',
  units: Types.Decimal128.fromString('0.1'),
  at: new Date('2026-01-31T09:30:00Z'),
  isOpen: true,
  tags: ['a', 'b'],
  parts: [{ wid: 1, note: 'here' }, { wid: 2 }],
  first: null,
  free: { any: ['thing'] },
})

test('records are stored as they are, without fields that are undefined', async () => {
  const things = await createThings(await connectDatabase())
  await insertDirectly(things, [{ ...whole(), at: undefined }])
  const { at: _, ...stored } = whole()
  expect(await things.collection.findOne()).toEqual(stored)
})

test.each([
  ['name', { name: undefined }],
  ['name', { name: null }],
  ['name', { name: 5 }],
  ['units', { units: 0.1 }],
  ['at', { at: '2026-01-31' }],
  ['at', { at: new Date(Number.NaN) }],
  ['isOpen', { isOpen: 'yes' }],
  ['tags', { tags: ['a', 1] }],
  ['parts', { parts: [{ note: 'no wid' }] }],
  ['parts', { parts: [{ wid: 1, other: 2 }] }],
  ['first', { first: { wid: 'one' } }],
  ['_id', { _id: Number.NaN }],
  ['unknown', { unknown: 1 }],
])('a record whose %s breaks the rules of the schema is refused: %o', async (field, broken) => {
  const things = await createThings(await connectDatabase())
  const record = { ...whole(), ...broken }
  const refusal = `Thing: the field ${field} does not fit the schema`
  await expect(insertDirectly(things, [{ ...whole(), _id: 2 }, record])).rejects.toThrow(refusal)
  await expect(writeDirectly(things, [{ insertOne: { document: record } }])).rejects.toThrow(refusal)
  await expect(writeDirectly(things, [{ replaceOne: { filter: {}, replacement: record } }])).rejects.toThrow(refusal)
  expect(await things.countDocuments()).toBe(0)
})

test('updates are applied in one command, and their paths keep the rules of the schema', async () => {
  const things = await createThings(await connectDatabase())
  await insertDirectly<{ _id: number }>(things, [whole(), { ...whole(), _id: 2 }])
  const update = (change: object) =>
    writeDirectly<{ _id: number }>(things, [{ updateOne: { filter: {}, update: change } }])
  const { matchedCount } = await writeDirectly<{ _id: number }>(things, [
    { updateOne: { filter: { _id: 1 }, update: { $set: { name: 'nut', 'free.more': 1 } } } },
    { updateOne: { filter: { _id: 2 }, update: { $inc: { units: Types.Decimal128.fromString('0.2') } } } },
    { updateOne: { filter: { _id: 3 }, update: { $set: { name: 'nobody' } } } },
  ])
  expect(matchedCount).toBe(2)
  expect((await things.find().sort({ _id: 1 }).lean()).map(({ name, units }) => [name, `${units}`])).toEqual([
    ['nut', '0.1'],
    ['bolt', '0.3'],
  ])
  await expect(update({ $set: { name: 7 } })).rejects.toThrow('the update of name does not fit')
  await expect(update({ $set: { unknown: 7 } })).rejects.toThrow('the update of unknown does not fit')
  await expect(update({ $inc: { 'unknown.deep': 7 } })).rejects.toThrow('the update of unknown.deep does not fit')
})
