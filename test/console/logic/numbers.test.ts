import { expect, test } from 'vitest'
import { needsReading, parseDecimal } from '../../../console/src/fold/parse-decimal.ts'

test.each([
  ['12', 12],
  [' 0.5 ', 0.5],
  ['12,5', 12.5],
  ['999999999.999999', 999_999_999.999999],
  ['1.0000001', undefined],
  ['1,000.5', 1_000.5],
  ['1.000,5', 1_000.5],
  ['1,000,000', 1_000_000],
  ['1.000.000', 1_000_000],
  ['1\u202f000,5', 1_000.5],
  ["1'000.25", 1_000.25],
  ['1,00,000', undefined],
  ['1000,000.5', undefined],
  ['1,0000', 1],
  ['1,000,00', undefined],
  ['0001.5', 1.5],
  ['1234567890', undefined],
  ['1.075', 1.075],
  ['0,125', 0.125],
  ['1000.000', 1_000],
  ['12\u2009345.075', 12_345.075],
  ['999\u2009999\u2009999', 999_999_999],
  ['1 000', 1_000],
  ['10 00', undefined],
  ['1e3', undefined],
  ['-1', undefined],
  ['', undefined],
])('the typed quantity “%s” is %s', (typed, number) => {
  expect(parseDecimal(typed)).toBe(number)
})

test.each([
  ['1,000', 1_000, 1],
  ['1.000', 1, 1_000],
  ['12.500', 12.5, 12_500],
  ['1,075', 1_075, 1.075],
  ['1.075', 1.075, 1.075],
  ['0.125', 0.125, 0.125],
  ['1,5', 1.5, 1.5],
])('“%s” is %s with a decimal point, and %s with a decimal comma', (typed, withPoint, withComma) => {
  expect(parseDecimal(typed, '.')).toBe(withPoint)
  expect(parseDecimal(typed, ',')).toBe(withComma)
})

test.each([
  ['12*24+3', 291],
  ['3+12*24', 291],
  ['2*(3+4)', 14],
  ['((2+3)*(4-1))/5', 3],
  ['0.1+0.2', 0.3],
  ['1/3*3', 1],
  ['10-4-3', 3],
  ['2 × 3 ÷ 4', 1.5],
  ['1,5*2', 3],
  ['1,000.5*2', 2_001],
  ['6/(1-3)+4', 1],
  ['0.000001*1', 0.000001],
  ['1/3', undefined],
  ['1/0', undefined],
  ['1-2', undefined],
  ['2*', undefined],
  ['*2', undefined],
  ['(1+2', undefined],
  ['1+2)', undefined],
  ['(5)', undefined],
  ['2 3', undefined],
  ['1+x', undefined],
  ['alert(1)', undefined],
  ['999999999+1', undefined],
])('the sum “%s” is %s', (typed, number) => {
  expect(parseDecimal(typed)).toBe(number)
})

test.each([
  ['12', 12, false],
  ['0.5', 0.5, false],
  ['1,000', 1_000, true],
  ['12*2', 24, true],
  ['1.50', 1.5, true],
  ['1.255', 1.255, false],
])('how “%s” is read as %s is shown: %s', (typed, number, isShown) => {
  expect(needsReading(typed, number, '.')).toBe(isShown)
})

test('with a decimal comma it is shown how “1.255” is read too, which could be a thousand beside “1.250”', () => {
  const isShown = (typed: string) => needsReading(typed, parseDecimal(typed, ',') ?? 0, ',')
  expect(['1.255', '1.250', '1,255', '0.255', '12.5'].map(isShown)).toEqual([true, true, true, false, false])
})
