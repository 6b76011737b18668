import { type Connection, Schema, Types } from 'mongoose'
import { expect, test } from 'vitest'
import { migrate } from '../../../shared/database/mongo.ts'
import { type Attempt, TRANSACTION_REPEATED } from '../../../shared/database/transaction.ts'
import {
  createWrites,
  insertDirectly,
  inUnitOfWork,
  type RecordWrite,
  type UnitOfWork,
} from '../../../shared/database/unit-of-work.ts'
import { aDatabase, connectDatabase } from '../../support/servers/database.ts'

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

type Things = Awaited<ReturnType<typeof createThings>>

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

type Thing = { readonly _id: number }

/** Sends one write. */
async function write(things: Things, change: RecordWrite<Thing>) {
  const writes = createWrites()
  writes.add<Thing>(things, [change])
  await writes.send()
}

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
  await expect(write(things, { name: 'insertOne', document: record })).rejects.toThrow(refusal)
  await expect(write(things, { name: 'replaceOne', filter: {}, replacement: record })).rejects.toThrow(refusal)
  expect(await things.countDocuments()).toBe(0)
})

test('the paths of an update keep the rules of the schema', async () => {
  const things = await createThings(await connectDatabase())
  await insertDirectly(things, [whole()])
  const update = (change: object) => write(things, { name: 'updateOne', filter: { _id: 1 }, update: change })
  await update({ $set: { name: 'nut', 'free.more': 1 }, $inc: { units: Types.Decimal128.fromString('0.2') } })
  const stored = await things.findOne().lean()
  expect([stored?.name, `${stored?.units}`, stored?.free]).toEqual(['nut', '0.3', { any: ['thing'], more: 1 }])
  await expect(update({ $set: { name: 7 } })).rejects.toThrow('the update of name does not fit')
  await expect(update({ $set: { unknown: 7 } })).rejects.toThrow('the update of unknown does not fit')
  await expect(update({ $inc: { 'unknown.deep': 7 } })).rejects.toThrow('the update of unknown.deep does not fit')
})

/** Two collections, and the commands that are sent to them from now on. */
async function anEmptyDatabase() {
  const connection = await connectDatabase(aDatabase(), { monitorCommands: true })
  const things = await createThings(connection)
  const others = connection.model('Other', schema.clone().set('collection', 'others'))
  await migrate(connection)
  const commands: string[] = []
  connection.getClient().on('commandStarted', ({ commandName }) => commands.push(commandName))
  const repeats: string[] = []
  connection.on(TRANSACTION_REPEATED, (reason: string) => repeats.push(reason))
  const inUnit = (work: (unit: UnitOfWork, attempt: Attempt) => Promise<void>) =>
    inUnitOfWork(connection, Date.now() + 8_000, work)
  return { things, others, commands, repeats, inUnit }
}

test('a unit of work sends its writes to several collections as one command before the commit', async () => {
  const { things, others, commands, inUnit } = await anEmptyDatabase()
  const sentBefore: (readonly string[])[] = []
  await inUnit(async (unit) => {
    unit.insert(things, [whole(), { ...whole(), _id: 2 }])
    unit.add<Thing>(things, [{ name: 'updateOne', filter: { _id: 1 }, update: { $set: { name: 'nut' } } }])
    const replacement = { ...whole(), _id: 5 }
    unit.add<Thing>(others, [{ name: 'replaceOne', filter: { _id: 5 }, replacement, upsert: true }])
    unit.add<Thing>(things, [{ name: 'deleteOne', filter: { _id: 2 } }])
    unit.afterCommit(() => sentBefore.push([...commands]))
  })
  expect(sentBefore).toEqual([['bulkWrite', 'commitTransaction']])
  expect((await things.find().lean()).map(({ _id, name }) => [_id, name])).toEqual([[1, 'nut']])
  expect(await others.countDocuments()).toBe(1)
})

test('a write that finds no record to change is a conflict, after which the work is repeated', async () => {
  const { things, repeats, inUnit } = await anEmptyDatabase()
  let committed = 0
  await inUnit(async (unit, { number }) => {
    unit.insert(things, [{ ...whole(), _id: number + 1 }])
    unit.add<Thing>(things, [{ name: 'updateOne', filter: { _id: 2 }, update: { $set: { name: 'nut' } } }])
    unit.afterCommit(() => committed++)
  })
  expect((await things.find().lean()).map(({ _id }) => _id)).toEqual([2])
  expect([repeats, committed]).toEqual([['outdated'], 1])
})

test('writes that find no record are made up for by what was added with them', async () => {
  const { things, repeats, inUnit } = await anEmptyDatabase()
  await inUnit(async (unit) => {
    const onMissed = async (missed: number) => {
      unit.insert(things, [{ ...whole(), name: `missed ${missed}` }])
      await unit.send()
      return missed
    }
    const update = { $set: { name: 'nut' } }
    unit.add<Thing>(things, [{ name: 'updateOne', filter: { _id: 1 }, update }], { onMissed })
  })
  expect((await things.findOne().lean())?.name).toBe('missed 1')
  expect(repeats).toEqual([])
})

test('the error of a duplicate is that of the write that met it', async () => {
  const { things, others, inUnit } = await anEmptyDatabase()
  await insertDirectly(things, [whole()])
  await insertDirectly(others, [whole()])
  const failing = (taken: Things) =>
    inUnit(async (unit) => {
      unit.insert(others, [{ ...whole(), _id: 2 }], { onDuplicate: () => new Error('Not this one') })
      unit.insert(taken, [whole()], taken === things ? { onDuplicate: () => new Error('There already') } : {})
    })
  await expect(failing(things)).rejects.toThrow('There already')
  await expect(failing(others)).rejects.toMatchObject({ code: 11_000 })
  expect(await others.countDocuments()).toBe(1)
})

test('a conflict with another transaction keeps the code and the label by which it is repeated', async () => {
  const { things, repeats, inUnit } = await anEmptyDatabase()
  await insertDirectly(things, [whole()])
  await inUnit(async (unit, { number }) => {
    const thing = await things.findById(1, null, { session: unit.session }).lean()
    if (number === 0) await things.updateOne({ _id: 1 }, { $set: { name: 'nut' } })
    unit.add<Thing>(things, [{ name: 'updateOne', filter: { _id: 1 }, update: { $set: { name: `${thing?.name}!` } } }])
  })
  expect([(await things.findOne().lean())?.name, repeats]).toEqual(['nut!', ['conflict']])
})
