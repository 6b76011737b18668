import { expect, test } from 'vitest'
import { textOf } from './docs.ts'
import { proofs } from './proofs.ts'

test('every promise has a test that names it, and every promise that a test names is promised', () => {
  const promised = [...textOf('docs/promises.md').matchAll(/<a id="([RS]\d+)">/g)].map(([, id = '']) => id)
  const proved = new Set(proofs.flatMap((proof) => proof.promises))
  expect(promised.length).toBeGreaterThanOrEqual(15)
  expect([...proved].toSorted()).toEqual(promised.toSorted())
})

test('`npm test` or `npm run test:release` runs every proof of a promise', () => {
  expect(proofs.filter(({ file }) => /^test\/(bench|faults\/[^/]+)\//.test(file))).toEqual([])
})
