import { describe, expect, test } from 'vitest'
import {
  firstUnclear,
  inWarehouse,
  MAX_LINES,
  readAllWith,
  readLines,
  toLines,
} from '../../../console/src/fold/lines/ordered-lines.ts'
import { withoutRow, withRow } from '../../../console/src/fold/lines/sheet.ts'

const priced = { hasPrice: true }

describe('Lines', () => {
  test('are read from a spreadsheet, from CSV files and from typed text', () => {
    const bolt = [{ itemID: 'BOLT M6', units: 5, price: 0.25 }]
    for (const text of ['BOLT M6\t5\t0.25', 'BOLT M6;5;0.25', 'BOLT M6,5,0.25', '"BOLT M6" , "5",0.25\r\n\r\n'])
      expect([text, toLines(text, { hasPrice: true })]).toEqual([text, bolt])
    expect(toLines('BOLT M6 5\nNUT 1,5')).toEqual([
      { itemID: 'BOLT M6', units: 5 },
      { itemID: 'NUT', units: 1.5 },
    ])
    expect(toLines('BOLT\t5\tHex bolt')).toEqual([{ itemID: 'BOLT', units: 5 }])
  })

  test('are read without rows that have only separators, empty cells at the end, and the line that states the separator', () => {
    const sheet = 'sep=;\nSKU;Qty;;\nBOLT;1,5;;\n;;;\nNUT;3;\n;;\n'
    expect(toLines(sheet)).toEqual([
      { itemID: 'BOLT', units: 1.5 },
      { itemID: 'NUT', units: 3 },
    ])
    expect(readLines(sheet).map(({ at }) => at)).toEqual([2, 4])
  })

  test('are read by the headings above them, in any order and among other columns', () => {
    const sheet = 'Line;Qty;Description;SKU;Unit price\n1;"1.000,5";"Hex; ""zinc""";BOLT;0,25\n2;3;;NUT;'
    expect(toLines(sheet, priced)).toEqual([
      { itemID: 'BOLT', units: 1000.5, price: 0.25 },
      { itemID: 'NUT', units: 3 },
    ])
    expect(toLines(withRow(sheet, { item: 'WASHER', units: '7' }), priced)).toContainEqual({
      itemID: 'WASHER',
      units: 7,
    })
  })

  test('each have a warehouse of their own under a heading, by its number or name, or that of the order', () => {
    const findWarehouse = (typed: string) => ({ '2': 2, East: 2 })[typed]
    const sheet = 'SKU\tQty\tTo warehouse\nBOLT\t5\tEast\nBOLT\t6\t2\nNUT\t1\t\nNUT\t3\tWest'
    const rows = readLines(sheet, { findWarehouse })
    expect(rows.map(({ line }) => line)).toEqual([
      { itemID: 'BOLT', units: 5, warehouse: 2 },
      { itemID: 'BOLT', units: 6, warehouse: 2 },
      { itemID: 'NUT', units: 1 },
      undefined,
    ])
    expect(rows.at(-1)?.fault).toBe('Unknown warehouse: West')
    expect(inWarehouse(toLines(withoutRow(sheet, 4), { findWarehouse }) ?? [], 1)).toEqual([
      { itemID: 'BOLT', units: 5, warehouse: 2 },
      { itemID: 'BOLT', units: 6, warehouse: 2 },
      { itemID: 'NUT', units: 1, warehouse: 1 },
    ])
    expect(toLines(sheet)).toHaveLength(4)
    expect(toLines('BOLT\t5\t0.25\tEast', { findWarehouse, hasPrice: true })).toEqual([
      { itemID: 'BOLT', units: 5, price: 0.25 },
    ])
  })

  test('get headings if an added row has a column that the others lack', () => {
    const typed = withRow(withRow('', { item: 'BOLT', units: '5', warehouse: '2' }), { item: 'NUT', units: '1' })
    expect(typed).toBe('item\tunits\twarehouse\nBOLT\t5\t2\nNUT\t1')
    expect(withRow('BOLT\t5\t0.25', { item: 'NUT', units: '1', warehouse: '2' })).toBe(
      'BOLT\t5\t0.25\nitem\tunits\tprice\twarehouse\nNUT\t1\t\t2',
    )
  })

  test('read an added row as it was added, whatever it contains and whatever separates the others', () => {
    for (const sheet of ['', 'BOLT\t5', 'sep=;\nBOLT;5', 'sep=,\nBOLT,5'])
      for (const item of ['"A"', 'NUT; M8', 'NUT 1/2", M8', "'s", "'-12", '=B1'])
        expect(toLines(withRow(sheet, { item, units: '7' }))?.at(-1)).toEqual({ itemID: item, units: 7 })
  })

  test('with an unclosed quote stay as they were pasted, and do not affect the others', () => {
    expect(readLines('"BOLT; M6;5\nNUT;7')).toMatchObject([
      { itemID: '"BOLT; M6;5', units: '', fault: 'A quote is opened and never closed.' },
      { line: { itemID: 'NUT', units: 7 } },
    ])
  })

  test('each have a message about what is wrong, and count as lines once all are right', () => {
    const text = 'item\tunits\tprice\n\t5\nBOLT\tmany\nBOLT\t0\nBOLT\t5\tdear\nBOLT\t5'
    expect(readLines(text, { hasPrice: true }).map(({ fault }) => fault)).toEqual([
      'Missing item',
      '“many” is not a quantity',
      'Quantity must be more than 0',
      '“dear” is not a price',
      undefined,
    ])
    expect(toLines(text, { hasPrice: true })).toBeUndefined()
    const right = [4, 3, 2, 1].reduce(withoutRow, text)
    expect(toLines(right)).toEqual([{ itemID: 'BOLT', units: 5 }])
  })

  test('with ambiguous numbers count as lines once one reading is chosen for all', () => {
    const text = 'Qty;SKU;Price\n1.234;BOLT;0,125\n"1.230";"NUT ""A""";1,500\n12,5;WASHER;2'
    const rows = readLines(text, priced)
    expect(rows.slice(0, 2).map(({ fault }) => fault)).toEqual(['Which number is 1.234?', 'Which number is 1.230?'])
    expect([firstUnclear(rows), toLines(text, priced)]).toEqual(['1.234', undefined])
    expect(toLines(readAllWith(text, ','), priced)).toEqual([
      { itemID: 'BOLT', units: 1_234, price: 0.125 },
      { itemID: 'NUT "A"', units: 1_230, price: 1.5 },
      { itemID: 'WASHER', units: 12.5, price: 2 },
    ])
    expect(toLines(readAllWith(text, '.'), priced)).toEqual([
      { itemID: 'BOLT', units: 1.234, price: 0.125 },
      { itemID: 'NUT "A"', units: 1.23, price: 1_500 },
      { itemID: 'WASHER', units: 12.5, price: 2 },
    ])
    expect(toLines(readAllWith('BOLT 1.234', ','))).toEqual([{ itemID: 'BOLT', units: 1_234 }])
    expect(toLines(readAllWith('sep=,\n"NUT; M8",1.234', ','))).toEqual([{ itemID: 'NUT; M8', units: 1_234 }])
  })

  test('number at least 1 and at most 500', () => {
    const sheet = (rows: number) => Array.from({ length: rows }, () => 'BOLT\t5').join('\n')
    expect([0, 1, MAX_LINES, MAX_LINES + 1].map((rows) => toLines(sheet(rows))?.length)).toEqual([
      undefined,
      1,
      MAX_LINES,
      undefined,
    ])
  })
})
