import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { nodeOf, nodesOnTheWay } from '../../../services/reporting/history/records/interval-tree.ts'

const FIRST = Date.parse('0001-01-01T00:00:00Z')
const LAST = Date.parse('9999-12-31T23:59:59Z')

/** Moments that are far from each other, and ones that are close. */
const moments = fc.oneof(
  fc.integer({ min: FIRST, max: LAST }),
  fc.integer({ min: -20, max: 20 }).map((ms) => Date.parse('2026-10-25T00:00:00Z') + ms),
)

/** As the database finds the periods in which a moment lies. */
function isFound(from: Date, until: Date, moment: Date): boolean {
  const { before, after } = nodesOnTheWay(moment)
  const node = nodeOf(from, until)
  return (before.includes(node) && until > moment) || (after.includes(node) && from <= moment)
}

describe('the nodes on the way to a moment', () => {
  test('have the periods in which it lies, and no others', () => {
    fc.assert(
      fc.property(moments, moments, moments, (one, other, ms) => {
        fc.pre(one !== other)
        const [from, until, moment] = [new Date(Math.min(one, other)), new Date(Math.max(one, other)), new Date(ms)]
        expect(isFound(from, until, moment)).toBe(from <= moment && moment < until)
      }),
      { numRuns: 5_000 },
    )
  })

  test('are equally many for every moment, also for one beyond all', () => {
    const beyond = new Date(8.64e15)
    for (const moment of [new Date(FIRST), new Date(0), new Date(LAST), beyond]) {
      const { before, after } = nodesOnTheWay(moment)
      expect(before.length + after.length).toBe(49)
    }
  })
})

test('a period that is empty has no node', () => {
  const moment = new Date('2026-01-01')
  expect(() => nodeOf(moment, moment)).toThrow('A period ends after it begins')
})
