import { describe, expect, test } from 'vitest'
import { chosenIn, mayChoose, toggled } from '../../../console/src/fold/picking/chosen-orders.ts'
import { shortOf, toRound } from '../../../console/src/fold/picking/pick-round.ts'
import { whyNotGoods, whyNotSpot } from '../../../console/src/fold/picking/picked-code.ts'

const GTIN = '09506000134352'
const goods = { shortID: 'BOLT', aliases: ['9506000134352'], serial: 'L7', serial2: null }

describe('What is scanned for a pick', () => {
  test('is its spot in upper or lower case, and no other spot', () => {
    expect(whyNotSpot(' a-01 ', 'A-01')).toBeUndefined()
    expect(whyNotSpot(']C0A-01', 'A-01')).toBeUndefined()
    expect(whyNotSpot('A-010', 'A-01')).toBe('“A-010” is not A-01.')
  })

  test.each(['bolt', 'L7', '9506000134352', GTIN, `01${GTIN}10L7`, `(01)${GTIN}(10)L7(21)S9`])(
    '%s is the item or its lot',
    (code) => {
      expect(whyNotGoods(code, goods)).toBeUndefined()
    },
  )

  test.each([
    ['NUT', '“NUT” is not BOLT, L7.'],
    ['A-01', '“A-01” is not BOLT, L7.'],
    [`01${GTIN}10L8`, 'This is lot L8, not L7.'],
    ['(01)09506000134351', 'Can’t read this code: the check digit of (01)09506000134351 is wrong: it would be 2.'],
  ])('%s is refused with the reason', (code, why) => {
    expect(whyNotGoods(code, goods)).toBe(why)
  })

  test('matches a lot with two numbers by one of them, unless the other contradicts', () => {
    const two = { ...goods, serial: 'S1', serial2: 'L7' }
    expect(whyNotGoods(`01${GTIN}10L7`, two)).toBeUndefined()
    expect(whyNotGoods(`(01)${GTIN}(10)L7(21)S2`, two)).toBe('This is lot S2, L7, not S1, L7.')
    expect(whyNotGoods(`01${GTIN}10L8`, { ...goods, serial: '' })).toBeUndefined()
  })
})

describe('A round', () => {
  const picks = [
    { soNo: 'SO-1', lineNo: 1, recNo: 7 },
    { soNo: 'SO-1', lineNo: 1, recNo: 8 },
    { soNo: 'SO-2', lineNo: 1, recNo: 7 },
  ] as const
  const [first, second, ofOther] = picks
  const confirmed = (state: 'waiting' | 'done' | 'refused', listedAt = 100, fewer?: string) => ({
    ...{ soNo: 'SO-1', body: { lineNo: 1, recno: 7, units: 2 }, listedAt, state },
    ...(fewer !== undefined && { fewer }),
  })
  const statesOf = (...all: ReturnType<typeof confirmed>[]) =>
    toRound(picks, all, 100).map((one) => one.confirmed?.state)

  test('does not offer picks again that wait or were taken from the same list', () => {
    expect(statesOf()).toEqual([undefined, undefined, undefined])
    for (const state of ['waiting', 'done', 'refused'] as const)
      expect(statesOf(confirmed(state))).toEqual([state, undefined, undefined])
    expect(statesOf(confirmed('waiting', 50))).toEqual(['waiting', undefined, undefined])
    expect(statesOf(confirmed('done', 50), confirmed('refused', 60))).toEqual([undefined, undefined, undefined])
  })

  test('sends the reason for a short pick with the last pick of the line, which backorders the rest', () => {
    const begun = toRound(picks, [], 100)
    expect(shortOf(begun, first, 'Empty')).toBeUndefined()
    expect(shortOf(begun, ofOther, 'Empty')).toBe('Empty')
    expect(shortOf(begun, ofOther, undefined)).toBeUndefined()
    const further = toRound(picks, [confirmed('waiting', 100, 'Empty')], 100)
    expect(shortOf(further, second, undefined)).toBe('Empty')
    expect(shortOf(further, second, 'Broken')).toBe('Empty; Broken')
    const refused = toRound(picks, [confirmed('refused', 100, 'Empty')], 100)
    expect(shortOf(refused, second, 'Broken')).toBeUndefined()
  })
})

test('orders are chosen one by one, at most 20, and none whose number has a comma', () => {
  expect(toggled(undefined, 'SO-1')).toBe('SO-1')
  expect(toggled('SO-1', 'SO-2')).toBe('SO-1,SO-2')
  expect(toggled('SO-1', 'SO-1')).toBeUndefined()
  expect(chosenIn('SO-1, SO-2,SO-1')).toEqual(['SO-1', 'SO-2'])
  const twenty = Array.from({ length: 20 }, (_, index) => `SO-${index}`).join(',')
  expect([mayChoose(twenty, 'SO-3'), mayChoose(twenty, 'SO-20'), mayChoose(undefined, 'A,1')]).toEqual([
    true,
    false,
    false,
  ])
})
