import { expect, test } from 'vitest'
import { compareNaturally } from '../../../shared/names/natural-order.ts'

test('spots come as people number them, and none is taken for another', () => {
  const spots = ['A-10', 'B-1', 'A-2', '', 'A-1-10', 'a-2', 'A-1-9', 'A-02', '10', '9']
  expect(spots.toSorted(compareNaturally)).toEqual([
    ...['', '9', '10', 'A-1-9', 'A-1-10', 'a-2', 'A-02', 'A-2', 'A-10', 'B-1'],
  ])
  expect(compareNaturally('A-2', 'A-02')).toBeGreaterThan(0)
  expect(compareNaturally('A-2', 'A-2')).toBe(0)
})
