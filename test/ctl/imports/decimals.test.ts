import { describe, expect, test } from 'vitest'
import { createDecimalCheck, type DecimalSign, toPlainNumber } from '../../../ctl/imports/decimals.ts'

describe('The decimal sign of a file', () => {
  const signOf = (cells: readonly string[], usual?: DecimalSign) => {
    const check = createDecimalCheck(usual)
    for (const [index, cell] of cells.entries()) check.add(cell, index + 2)
    return check.end()
  }
  test.each([
    [['1', '2'], '.'],
    [['1.5'], '.'],
    [['1,5', '1.234'], ','],
    [['1.234,5'], ','],
    [['1,234.5', '2,000'], '.'],
    [['0,125'], ','],
    [['1.234.567'], ','],
    [['1234,567'], ','],
    [['many', '1.5.2'], '.'],
  ] as const)('of %j is %j', (cells, sign) => {
    expect(signOf(cells)).toBe(sign)
  })

  test('is the usual one if the numbers leave it open', () => {
    expect(signOf(['1.234'], '.')).toBe('.')
    expect(() => signOf(['1,234'], '.')).toThrow('Line 2: 1,234 may be read with a decimal comma or with thousands')
    expect(() => signOf(['1', '1.234'])).toThrow('Line 3: 1.234 may be read with a decimal point or with thousands')
  })

  test('is refused if a file has both', () => {
    expect(() => signOf(['1.5', '2,5'])).toThrow('Line 2 has a decimal point (1.5), line 3 a decimal comma (2,5).')
  })

  test.each([
    ['1.234,5', ',', '1234.5'],
    ['1.234', ',', '1234'],
    ['1,234.5', '.', '1234.5'],
    ['-2,5', ',', '-2.5'],
    ['1.2', ',', '1.2'],
    ['many', ',', 'many'],
  ] as const)('makes %s with %s the number %s', (cell, sign, plain) => {
    expect(toPlainNumber(cell, sign)).toBe(plain)
  })
})
