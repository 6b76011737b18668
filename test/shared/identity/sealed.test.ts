import { expect, test } from 'vitest'
import { createSeal } from '../../../shared/identity/sealed.ts'

const secret = Buffer.alloc(32, 7)
const { seal, open } = createSeal(secret, 'tests')

test('what was sealed is opened again, and the same text looks different each time', () => {
  const [one, other] = [seal('naïve text', 'a'), seal('naïve text', 'a')]
  expect([open(one, 'a'), open(other, 'a')]).toEqual(['naïve text', 'naïve text'])
  expect(one.equals(other)).toBe(false)
  expect(one.includes('text')).toBe(false)
})

test.each<[string, (sealed: Buffer) => string | undefined]>([
  ['for another context', (sealed) => open(sealed, 'b')],
  ['for another purpose', (sealed) => createSeal(secret, 'others').open(sealed, 'a')],
  ['with another secret', (sealed) => createSeal(Buffer.alloc(32, 8), 'tests').open(sealed, 'a')],
  ['and cut short', (sealed) => open(sealed.subarray(0, -1), 'a')],
  ['and cut to nothing', (sealed) => open(sealed.subarray(0, 5), 'a')],
  ['and changed', (sealed) => open(Buffer.concat([sealed.subarray(0, -1), Buffer.from('x')]), 'a')],
])('what was sealed %s is not opened', (_, tamper) => {
  expect(tamper(seal('text', 'a'))).toBeUndefined()
})
