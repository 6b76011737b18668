import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readLines } from '../../../console/src/fold/lines/ordered-lines.ts'
import { checkTextFile, readCsv } from '../../../ctl/imports/csv-rows.ts'

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'doors-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The rows of a file that `ctl … import` reads; the reason for one that it cannot read. */
async function imported(text: string) {
  const path = join(folder, 'f.csv')
  writeFileSync(path, text)
  const rows = []
  for await (const { cells, fault } of readCsv(path, (await checkTextFile(path)).form, () => undefined))
    rows.push(fault ?? cells)
  return rows
}

/** Those of the same text among the lines of an order in the console. */
const pasted = (text: string) =>
  readLines(text).map(({ itemID, units, fault }) => (fault?.startsWith('A quote') ? fault : [itemID, units]))

test.each([
  ['separators in quotes', '"NUT; M8",5', ['NUT; M8', '5']],
  ['quotes around all cells', '"NUT";"5"', ['NUT', '5']],
  ['doubled quotes', '"NUT ""A""; M8";5', ['NUT "A"; M8', '5']],
  ['spaces around quotes', ' "NUT, M8" , "5"', ['NUT, M8', '5']],
  ['signs of inches', 'NUT 1/2" x 3/4";5', ['NUT 1/2" x 3/4"', '5']],
  ['text behind a quote', '"NUT; M8" zinc;5', ['"NUT; M8" zinc', '5']],
  ['an apostrophe of an export', "'-12;5", ['-12', '5']],
  ['only empty cells in quotes', '"";""\nNUT;5', ['NUT', '5']],
  ['a quote that is never closed', '"NUT;5', 'A quote is opened and never closed.'],
])('a row with %s is the same to an import and to the console', async (_, text, row) => {
  expect({ imported: await imported(text), pasted: pasted(text) }).toEqual({ imported: [row], pasted: [row] })
})
