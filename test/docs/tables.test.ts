import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { documents, root, textOf } from './documents.ts'
import { marksOf, renewed, tables } from './tables.ts'

const withTables = documents.filter((document) => textOf(document).includes('<!-- table: '))

test.each(withTables)('the tables of %s are those of the code (UPDATE_README=1 renews them)', (document) => {
  const text = textOf(document)
  const current = renewed(text)
  if (process.env.UPDATE_README) writeFileSync(join(root, document), current)
  else expect(text).toBe(current)
})

test('every table of the code is in a document', () => {
  const used = new Set(withTables.flatMap((document) => marksOf(textOf(document)).map(({ name }) => name)))
  expect([...used].toSorted()).toEqual(Object.keys(tables).toSorted())
})
