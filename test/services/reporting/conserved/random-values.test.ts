import { expect, test } from 'vitest'
import { checkHistories } from './random-values.ts'

const seed = Number(process.env.SEED ?? 1)
const count = Number(process.env.HISTORIES ?? 150)

test('value is neither made nor lost: after each entry of random histories of every kind, by every method (R18)', {
  timeout: 60_000 + count * 1_000,
}, async () => {
  expect(await checkHistories(seed, count)).toEqual([])
})
