import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { docs, root, textOf } from './docs.ts'
import { marksOf, renewed, tables } from './tables.ts'

const withTables = docs.filter((doc) => textOf(doc).includes('<!-- table: '))

test.each(withTables)('the tables of %s are those of the code (UPDATE_README=1 renews them)', (doc) => {
  const text = textOf(doc)
  const current = renewed(text)
  if (process.env.UPDATE_README) writeFileSync(join(root, doc), current)
  else expect(text).toBe(current)
})

test('every table of the code is in a document', () => {
  const used = new Set(withTables.flatMap((doc) => marksOf(textOf(doc)).map(({ name }) => name)))
  expect([...used].toSorted()).toEqual(Object.keys(tables).toSorted())
})
