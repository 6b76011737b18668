import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Delimiter } from '../../../shared/sheets/delimiter.ts'
import { createRowReader, toTextCell } from '../../../shared/sheets/rows.ts'

const readAll = (text: string, delimiter: Delimiter = ';', length = text.length, isStated = false) => {
  const read = createRowReader({ delimiter, isStated })
  const pieces = text.match(new RegExp(`[^]{1,${Math.max(1, length)}}`, 'g')) ?? []
  return [...pieces.flatMap(read), ...read()]
}

const delimiters = fc.constantFrom<Delimiter[]>(',', ';', '\t')
const lengths = fc.integer({ min: 1, max: 9 })
const text = fc.string({ unit: fc.constantFrom(...'ab"\',;\t \r\n=-'), maxLength: 8 })
const row = fc.array(
  text.map((cell) => cell.trim()),
  { minLength: 1, maxLength: 4 },
)

test('what is written as rows is read as it was, of parts of any length', () => {
  const rows = fc.array(row.filter((cells) => cells.some((cell) => cell !== '')))
  fc.assert(
    fc.property(rows, delimiters, fc.constantFrom('\n', '\r\n', '\r'), lengths, (given, delimiter, lineEnd, length) => {
      const lines = given.map((cells) => cells.map((cell) => toTextCell(cell, delimiter)).join(delimiter))
      expect(readAll(lines.join(lineEnd), delimiter, length).map(({ cells }) => cells)).toEqual(given)
    }),
  )
})

test('any text is read in the same way, whatever its parts', () => {
  const any = fc.string({ unit: fc.constantFrom(...'ab"";;, \r\n'), maxLength: 60 })
  fc.assert(
    fc.property(any, delimiters, lengths, fc.boolean(), (given, delimiter, length, isStated) => {
      const whole = readAll(given, delimiter, given.length, isStated)
      expect(readAll(given, delimiter, length, isStated)).toEqual(whole)
    }),
  )
})

test('rows have the lines on which they begin', () => {
  expect(readAll('sep=;\r\na;b\r\n\r\n;;\r\n"two\r\nlines";1\n"3\r""";\rc', ';', 4, true)).toEqual([
    { line: 2, cells: ['a', 'b'] },
    { line: 5, cells: ['two\r\nlines', '1'] },
    { line: 7, cells: ['3\r"', ''] },
    { line: 9, cells: ['c'] },
  ])
})

const NOT_CLOSED = 'A quote is opened and never closed.'
const TOO_LONG = 'The row is longer than 100000 characters: is a quote missing?'
const many = Array.from({ length: 10_000 }, (_, index) => `item ${index};${index}`)

test.each([
  ['nothing', [], NOT_CLOSED],
  ['other lines', ['b;2', 'c;3'], NOT_CLOSED],
  ['a cell in quotes', ['b;2', '"c; d";3', 'e;4'], NOT_CLOSED],
  ['very many lines', many, TOO_LONG],
])('a quote that is never closed takes only its own line with it, with %s behind', (_, behind, fault) => {
  for (const length of [7, 65_536, 1_000_000]) {
    const [first, bad, ...others] = readAll(['a;1', '"x;1', ...behind].join('\n'), ';', length)
    expect([first, bad]).toEqual([
      { line: 1, cells: ['a', '1'] },
      { line: 2, cells: [], fault },
    ])
    expect(others.map(({ line }) => line)).toEqual(behind.map((_, index) => index + 3))
    expect(others.some((other) => other.fault !== undefined)).toBe(false)
  }
})

test('a line that is too long is the only bad row', () => {
  for (const length of [10_000, 1_000_000])
    expect(readAll(`a;1\n${'x'.repeat(300_000)}\nb;2`, ';', length)).toEqual([
      { line: 1, cells: ['a', '1'] },
      { line: 2, cells: [], fault: TOO_LONG },
      { line: 3, cells: ['b', '2'] },
    ])
})
