import { expect, test } from 'vitest'
import { isCode, parseTyped, readingOf } from '../../../console/src/components/inputs/typed-number.ts'
import { GROUP_SEPARATOR } from '../../../shared/scan/elements.ts'

test.each([
  ['an element string', `010950600013435230${GROUP_SEPARATOR}10L7`],
  ['a symbology identifier', ']C10109506000134352'],
  ['elements as they are printed', '(01)09506000134352'],
  ['a GTIN', '4012345678901'],
  ['a GTIN of 8 digits', '96385074'],
  ['a SKU', 'BOLT-M6-30'],
])('%s that is scanned into a quantity is a code, and no number', (_, typed) => {
  expect(isCode(typed)).toBe(true)
  expect(readingOf(typed)).toEqual({ fault: 'This is a code, not a number' })
  expect(parseTyped(typed)).toBeUndefined()
})

test.each([
  ['digits that no GTIN has', '96385075', 96_385_075],
  ['digits with separators', '96 385 074', 96_385_074],
  ['a sum', '12*24+3', 291],
])('%s is a number', (_, typed, number) => {
  expect(isCode(typed)).toBe(false)
  expect(parseTyped(typed)).toBe(number)
})
