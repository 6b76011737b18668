import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseDecimal, readingsOf } from '../../../console/src/fold/parse-decimal.ts'
import { numbersIn } from '../../../console/src/fold/person-numbers.ts'

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
  ['1,000', [1_000, 1]],
  ['1.000', [1, 1_000]],
  ['1.234', [1.234, 1_234]],
  ['12.500', [12.5, 12_500]],
  ['1.234*2', [2.468, 2_468]],
])('“%s” can be two numbers, and is none until one of them is chosen', (typed, [withPoint, withComma]) => {
  expect(parseDecimal(typed)).toBeUndefined()
  expect(readingsOf(typed, '.')).toEqual([withPoint, withComma])
  expect(readingsOf(typed, ',')).toEqual([withComma, withPoint])
})

test.each(['0.125', '0,125', '1,5', '1234.567', '1.2340', '1,234.5', '1.234.567', '12 345.075'])(
  '“%s” can be one number only',
  (typed) => {
    expect(readingsOf(typed, '.')).toHaveLength(1)
    expect(readingsOf(typed, ',')).toEqual(readingsOf(typed, '.'))
  },
)

const languages = ['en-GB', 'de-DE', 'de-CH', 'fr-FR', 'es-ES', 'hi-IN', 'ar-EG', 'sv-SE']

test.each(languages)('what a form fills in for people of %s is read as that number again', (language) => {
  const { toTyped } = numbersIn(language)
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 999_999_999_999 }), fc.constantFrom(1, 1_000, 1_000_000), (digits, over) => {
      const number = digits / over > 999_999_999 ? digits / 1_000_000 : digits / over
      expect(readingsOf(toTyped(number))).toEqual([number])
    }),
  )
})

test.each([
  ['en-GB', '12\u2009345.075', '1.2340'],
  ['de-DE', '12\u2009345,075', '1,2340'],
  ['hi-IN', '12\u2009345.075', '1.2340'],
])(
  'numbers are written for people of %s with their decimal sign, and spaces between thousands',
  (language, text, typed) => {
    const { toText, toTyped } = numbersIn(language)
    expect([toText(12_345.075), toTyped(1.234)]).toEqual([text, typed])
    expect(toText(-3)).toBe('\u22123')
  },
)

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
