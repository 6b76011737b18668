import { describe, expect, test } from 'vitest'
import { findDelimiter, isBlankRow } from '../../../shared/sheets/delimiter.ts'
import { createEncodingCheck, decodeSheet } from '../../../shared/sheets/encoding.ts'

const text = 'sku;text\nA;Schlüssel – 5 €\n'
const utf16 = (order: 'le' | 'be') => {
  const bytes = Buffer.from(text, 'utf16le')
  return order === 'le' ? bytes : bytes.swap16()
}
const windows = Buffer.from(text.replace('–', '\u0096').replace('€', '\u0080'), 'latin1')
const marked = (mark: readonly number[], bytes: Uint8Array) => Buffer.concat([Uint8Array.from(mark), bytes])

describe('The encoding of a file', () => {
  test.each([
    ['UTF-8', Buffer.from(text), 'utf-8'],
    ['UTF-8 with a mark', marked([0xef, 0xbb, 0xbf], Buffer.from(text)), 'utf-8'],
    ['UTF-16', marked([0xff, 0xfe], utf16('le')), 'utf-16le'],
    ['UTF-16, big-endian', marked([0xfe, 0xff], utf16('be')), 'utf-16be'],
    ['UTF-16 without a mark', utf16('le'), 'utf-16le'],
    ['UTF-16, big-endian, without a mark', utf16('be'), 'utf-16be'],
    ['Windows-1252', windows, 'windows-1252'],
  ] as const)('%s is recognized and decoded', (_, bytes, encoding) => {
    expect(decodeSheet(bytes)).toEqual({ text, encoding })
  })

  test('is the same however the file is cut', () => {
    for (const bytes of [Buffer.from(text), utf16('be'), windows]) {
      const check = createEncodingCheck()
      for (const byte of bytes) check.add(Uint8Array.of(byte))
      expect(check.end()).toBe(decodeSheet(bytes).encoding)
    }
  })

  test.each([
    [
      'two at once',
      Buffer.concat([Buffer.from('a\nü\n'), Buffer.from('ü\n', 'latin1')]),
      'Line 3 is not UTF-8 text, and line 2 is.',
    ],
    [
      'three at once',
      Buffer.concat([Buffer.from('ü\n'), windows, utf16('le')]),
      'The file has NUL characters: it is no text.',
    ],
    [
      'another one than its mark',
      marked([0xef, 0xbb, 0xbf], windows),
      'Line 2 is not UTF-8 text, and the file says that it is.',
    ],
    [
      'half a character',
      marked([0xff, 0xfe], Buffer.from('abc')),
      'The file begins as UTF-16 text and has half a character.',
    ],
    ['none', Buffer.from([0x61, 0x0a, 0x81, 0x0a]), 'Line 2 is neither UTF-8 nor Windows-1252 text.'],
  ])('is refused if there are %s', (_, bytes, message) => {
    expect(() => decodeSheet(bytes)).toThrow(message)
  })
})

describe('The delimiter of a text', () => {
  test.each([
    ['a,b\n1,2', ','],
    ['a;b\n1,5;2', ';'],
    ['a\tb\n1,5\t2', '\t'],
    ['BOLT;1,5', ';'],
    ['"x;y",b', ','],
    ['"a";"b"\n"1,5";"2"', ';'],
    ['1/2";3/4"', ';'],
    ['alone\n', ','],
    ['\n,,\na,b', ','],
    ['sep=;\na,x;b', ';'],
    ['"sep=;"\na;b', ';'],
    ['SEP=\t\na\tb', '\t'],
  ])('of %j is %j', (given, delimiter) => {
    expect(findDelimiter(given)).toMatchObject({ delimiter })
  })

  test('is refused if there are two', () => {
    expect(() => findDelimiter('a;b,c\n')).toThrow('A row has semicolons and commas: which of them separate cells?')
  })

  test('separates nothing in a blank row', () => {
    expect(['', ' ', ',,', ';; ;', '\t'].every(isBlankRow)).toBe(true)
    expect(isBlankRow(',0,')).toBe(false)
  })
})
