import { expect, test } from 'vitest'
import { unusedStructures } from '../../../../shared/database/migrations/migration.ts'
import { migrated } from '../../../support/migrated.ts'
import { connectDatabase } from '../../../support/servers/database.ts'

const named = { name: '2.0.0-unused-structures', removableIn: '3.0.0' }

test('collections and indexes that are no longer used are dropped, the others stay', async () => {
  const connection = await connectDatabase()
  for (const name of ['oldNotes', 'notes']) await connection.createCollection(name)
  const notes = connection.collection('notes')
  await notes.createIndexes([{ key: { text: 1 } }, { key: { text: 1, at: -1 } }])
  const migration = unusedStructures(connection, {
    ...named,
    collections: ['oldNotes', 'olderNotes'],
    indexes: { notes: ['text_1', 'text_2'], olderNotes: ['text_1'] },
  })
  expect([await migration.count(), await migrated(migration), await migration.count()]).toEqual([2, 2, 0])
  expect((await connection.listCollections()).map(({ name }) => name)).toEqual(['notes'])
  expect((await notes.indexes()).map(({ name }) => name)).toEqual(['_id_', 'text_1_at_-1'])
})
