import { expect, test } from 'vitest'
import { feedLength, makeFeed } from './feed.ts'

test.each([50, 3_999, 4_000, 10_050])('the feed of %d movements is as long as is said', (movements) => {
  expect(feedLength(movements)).toBe([...makeFeed(movements)].length)
})
