import { type Connection, Schema } from 'mongoose'
import { expect, test } from 'vitest'
import { readRecords } from '../../../shared/database/read-records.ts'
import { aDatabase, connectDatabase, connectDatabaseByProxy } from '../../support/database.ts'

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

test('records that are too large for one answer are read nevertheless', async () => {
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
