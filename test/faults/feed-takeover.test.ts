import { expect, test } from 'vitest'
import { describeFindings } from './history/report.ts'
import { takeFeedOver } from './trials/feed-takeover.ts'

test('the feed has each change once and no gap while both notifications processes are killed', async () => {
  expect(describeFindings(await takeFeedOver({ kills: 1 }))).toEqual([])
}, 200_000)
