import { Schema } from 'mongoose'
import { expect, test } from 'vitest'
import { readCountedPage } from '../../../shared/database/read-page.ts'
import { aDatabase, connectDatabase } from '../../support/servers/database.ts'

const schema = new Schema({ _id: Number, tag: String, at: Number }, { versionKey: false })
schema.index({ at: -1 })
schema.index({ tag: 1 }, { partialFilterExpression: { tag: { $gt: '' } } })

const query = {
  page: undefined,
  pageSize: undefined,
  sort: undefined,
  direction: undefined,
  modifiedSince: undefined,
}

test.each([
  ['with a selective value names the index of its field', { tag: 'one' }, { tag: 1 }, 1],
  ['with another one names none', { at: 1 }, undefined, 1],
  ['with an empty value names none, since an index may leave it out', { tag: '' }, undefined, 2],
])('a page, its count and its export %s', async (_, filter, hint, totalCount) => {
  const notes = (await connectDatabase(aDatabase(), { monitorCommands: true })).model('Note', schema, 'notes')
  await notes.createIndexes()
  await notes.insertMany(['', 'one', ''].map((tag, at) => ({ _id: at, tag, at })))
  const hints: unknown[] = []
  notes.db.getClient().on('commandStarted', ({ command }) => {
    if (command.find === 'notes' || command.aggregate === 'notes') hints.push(command.hint)
  })
  const sorted = { filter, sort: { at: -1, _id: -1 }, selective: ['tag'] } as const
  expect(await readCountedPage(notes, sorted, query)).toMatchObject({ totalCount, found: { length: totalCount } })
  expect(await readCountedPage(notes, sorted, { ...query, cursor: { after: undefined } })).toMatchObject({
    found: { length: totalCount },
  })
  expect(hints).toEqual([hint, hint, hint])
})
