import { type Connection, mongo, Schema } from 'mongoose'
import { expect, onTestFinished, test, vi } from 'vitest'
import { readRecords } from '../../../shared/database/read-records.ts'
import { aDatabase, connectDatabase, connectDatabaseByProxy } from '../../support/servers/database.ts'

const schema = new Schema({ _id: Number, text: String }, { versionKey: false })
const createNotes = (connection: Connection) => connection.model('Note', schema, 'notes')

test('records are read in order, from one on, as many as are wanted', async () => {
  const notes = createNotes(await connectDatabase())
  await notes.insertMany(Array.from({ length: 20 }, (_, n) => ({ _id: n, text: n % 2 === 0 ? 'even' : 'odd' })))
  const selection = { filter: { text: 'odd' }, sort: { _id: -1 }, skip: 2, limit: 3 } as const
  expect(await readRecords(notes, selection)).toEqual([15, 13, 11].map((_id) => ({ _id, text: 'odd' })))
  expect(await readRecords(notes, { ...selection, skip: 9 })).toEqual([{ _id: 1, text: 'odd' }])
  expect(await readRecords(notes, { ...selection, skip: 10 })).toEqual([])
})

test('records that are too large for one result are read nevertheless', async () => {
  const notes = createNotes(await connectDatabase())
  const numbers = Array.from({ length: 24 }, (_, n) => n)
  for (const n of numbers) await notes.create({ _id: n, text: String(n % 10).repeat(1_000_000) })
  const read = await readRecords<{ _id: number }>(notes, { filter: {}, sort: { _id: 1 }, limit: 30 })
  expect(read.map(({ _id }) => _id)).toEqual(numbers)
})

test('a read whose connection breaks is made again', async () => {
  const { proxy, connection } = await connectDatabaseByProxy(aDatabase())
  const notes = createNotes(connection)
  await notes.create({ _id: 1, text: 'here' })
  let cuts = 0
  proxy.filter((chunk, direction) => {
    const isTheRead = direction === 'to-server' && chunk.includes('here') && cuts === 0
    if (isTheRead) cuts++
    return isTheRead ? 'cut' : 'pass'
  })
  expect(await readRecords(notes, { filter: { text: 'here' }, limit: 1 })).toEqual([{ _id: 1, text: 'here' }])
  expect(cuts).toBe(1)
})

test('a full page ends the read, on a server that leaves its cursor open too', async () => {
  const notes = createNotes(await connectDatabase())
  await notes.insertMany(Array.from({ length: 8 }, (_, n) => ({ _id: n, text: 'same' })))
  const openCursor = mongo.Long.fromString('6130345893462391203')
  const commands: string[] = []
  const { command: send } = mongo.Db.prototype
  vi.spyOn(mongo.Db.prototype, 'command').mockImplementation(async function (this: mongo.Db, command, options) {
    commands.push(Object.keys(command)[0] ?? '')
    if (commands.length > 4) throw new Error('The read does not end')
    if (command.killCursors) return { ok: 1 }
    const reply = await send.call(this, command, options)
    // As mongod 8.0.12 does after a sort in memory (SERVER-108846).
    const isFull = reply.cursor.firstBatch.length >= (command.batchSize || 1)
    return isFull ? { ...reply, cursor: { ...reply.cursor, id: openCursor } } : reply
  })
  onTestFinished(() => void vi.restoreAllMocks())
  const selection = { filter: { text: 'same' }, sort: { text: 1, _id: 1 }, limit: 3 } as const
  expect(await readRecords(notes, selection)).toEqual([0, 1, 2].map((_id) => ({ _id, text: 'same' })))
  expect(commands).toEqual(['find'])
})
