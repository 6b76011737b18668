import { describe, expect, test } from 'vitest'
import { MAX_LINES, readLines, toLines } from '../../../console/src/fold/lines/ordered-lines.ts'
import { withoutRow, withRow } from '../../../console/src/fold/lines/sheet.ts'
import { parseDecimal } from '../../../console/src/fold/parse-decimal.ts'

const german = { parse: (typed: string) => parseDecimal(typed, ','), hasPrice: true }

describe('Lines', () => {
  test('are read of a spreadsheet, of CSV files and of what is typed', () => {
    const bolt = [{ itemID: 'BOLT M6', units: 5, price: 0.25 }]
    for (const text of ['BOLT M6\t5\t0.25', 'BOLT M6;5;0.25', 'BOLT M6,5,0.25', '"BOLT M6" , "5",0.25\r\n\r\n'])
      expect([text, toLines(text, { hasPrice: true })]).toEqual([text, bolt])
    expect(toLines('BOLT M6 5\nNUT 1,5')).toEqual([
      { itemID: 'BOLT M6', units: 5 },
      { itemID: 'NUT', units: 1.5 },
    ])
    expect(toLines('BOLT\t5\tHex bolt')).toEqual([{ itemID: 'BOLT', units: 5 }])
  })

  test('are read by the headings above them, in any order and among other columns', () => {
    const sheet = 'Line;Qty;Description;SKU;Unit price\n1;"1.000,5";"Hex; ""zinc""";BOLT;0,25\n2;3;;NUT;'
    expect(toLines(sheet, german)).toEqual([
      { itemID: 'BOLT', units: 1000.5, price: 0.25 },
      { itemID: 'NUT', units: 3 },
    ])
    expect(toLines(withRow(sheet, { item: 'WASHER', units: '7' }), german)).toContainEqual({
      itemID: 'WASHER',
      units: 7,
    })
  })

  test('say each what is wrong with it, and are no lines until none is', () => {
    const text = 'item\tunits\tprice\n\t5\nBOLT\tmany\nBOLT\t0\nBOLT\t5\tdear\nBOLT\t5'
    expect(readLines(text, { hasPrice: true }).map(({ fault }) => fault)).toEqual([
      'The item is missing',
      'The units are no number: many',
      'The units must be more than 0',
      'The price is no number: dear',
      undefined,
    ])
    expect(toLines(text, { hasPrice: true })).toBeUndefined()
    const right = [4, 3, 2, 1].reduce(withoutRow, text)
    expect(toLines(right)).toEqual([{ itemID: 'BOLT', units: 5 }])
  })

  test('are at least one and at most 500', () => {
    const sheet = (rows: number) => Array.from({ length: rows }, () => 'BOLT\t5').join('\n')
    expect([0, 1, MAX_LINES, MAX_LINES + 1].map((rows) => toLines(sheet(rows))?.length)).toEqual([
      undefined,
      1,
      MAX_LINES,
      undefined,
    ])
  })
})
